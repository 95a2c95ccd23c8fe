import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mock, startMock } from '../../scripts/mock/server.js'
import { must, root } from '../support/run.js'
import { lacks } from '../support/tools.js'

let mock: Mock
beforeAll(async () => {
  mock = await startMock()
})
afterAll(() => mock.stop())

/** A file of the guide, for a mock that has another port. */
async function shown(name: string): Promise<string> {
  const text = await readFile(join(root, 'openapi/guides/examples/quickstart', name), 'utf8')
  return text.replaceAll('http://127.0.0.1:4010', mock.url)
}

it('the quickstart gets a quote by the call of the first screen', async ({ skip }) => {
  skip(lacks('curl'), 'curl is not on this machine')
  const { stdout } = await must(['bash', '-c', await shown('first-call.sh')])
  expect(JSON.parse(stdout)).toMatchObject({ market: 'PAXGUSD' })
})

it('the quickstart shows a refused body and a lost answer', async () => {
  // As in a clone, where the package is found by its own name.
  const command = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval']
  const { stdout } = await must([...command, await shown('failures.mts')])
  expect(stdout).toMatch(
    /^ERR_INVALID_REQUEST not_sent POST .* amount must be .*\nERR_CONNECTION unknown POST /,
  )
})
