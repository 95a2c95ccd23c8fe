import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mock, startMock } from '../../src/mock/server.js'
import { root, run } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { findProgram, toolsAreRequired } from '../support/tools.js'

const guide = join(root, 'test/guides/quickstart')
const folder = scratchFolder()
let mock: Mock
beforeAll(async () => {
  mock = await startMock()
})
afterAll(() => mock.stop())

/** A file of the guide, for a mock that has another port. */
async function shown(name: string): Promise<string> {
  const text = await readFile(join(guide, name), 'utf8')
  expect(text).toContain('http://127.0.0.1:4010')
  return text.replaceAll('http://127.0.0.1:4010', mock.url)
}

const absent = findProgram('curl') === undefined && !toolsAreRequired

it('the quickstart makes the three calls with curl, and shows a refusal and a lost answer', async ({
  skip,
}) => {
  skip(absent, 'curl is not on this machine')
  const { stdout, stderr } = await run(['bash', '-c', await shown('calls.sh')])
  expect(stdout.match(/status \d+/g)).toEqual([
    ...Array<string>(3).fill('status 200'),
    ...['status 422', 'status 000'],
  ])
  expect(stdout).toMatch(/"ref_id": ?"first-1"/)
  expect(stderr).toMatch(/^curl: \(\d+\) /)
})

it('the quickstart gets a quote by the call of the first screen', async ({ skip }) => {
  skip(absent, 'curl is not on this machine')
  const { stdout, stderr } = await run(['bash', '-c', await shown('first-call.sh')])
  expect([JSON.parse(stdout), stderr]).toMatchObject([{ market: 'PAXGUSD' }, ''])
})

it('the quickstart makes them in TypeScript, and prints the first failure', async () => {
  const file = join(folder, 'calls.mts')
  await writeFile(file, await shown('calls.mts'))
  // As in a clone, where the package is found by its own name.
  const command = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval']
  const { stdout, stderr } = await run([...command, await readFile(file, 'utf8')])
  const [made, failed] = stdout.trim().split('\n')
  expect([stderr, made]).toEqual(['', expect.stringMatching(/^\S{36} \S{36} \d+\.\d+$/)])
  expect(failed).toMatch(/^ERR_INVALID_REQUEST not_sent POST .* amount must be /)
})
