import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Provider } from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { acme, textOf } from '../support/guides.js'
import { must, root } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { lacks } from '../support/tools.js'

const guides = 'openapi/guides/examples'
const folder = scratchFolder()
let mock: Mock
beforeAll(async () => {
  mock = await startMock()
})
afterAll(() => mock.stop())

/** A file of a guide, for a mock that has another port. */
async function shown(name: string, { url } = mock): Promise<string> {
  const text = await readFile(join(root, guides, name), 'utf8')
  return text.replaceAll('http://127.0.0.1:4010', url)
}

it('the quickstart gets a quote by the call of the first screen', async ({ skip }) => {
  skip(lacks('curl'), 'curl is not on this machine')
  const { stdout } = await must(['bash', '-c', await shown('quickstart/first-call.sh')])
  expect(JSON.parse(stdout)).toMatchObject({ market: 'PAXGUSD' })
})

it('the quickstart shows a refused body and a lost answer', async () => {
  // As in a clone, where the package is found by its own name.
  const command = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval']
  const { stdout } = await must([...command, await shown('quickstart/failures.mts')])
  expect(stdout).toMatch(
    /^ERR_INVALID_REQUEST not_sent POST .* amount must be .*\nERR_CONNECTION unknown POST /,
  )
})

it('the first call of an operation that the document lacks is made in the steps of the guide', async () => {
  const [overlay, out] = [join(folder, 'acme.overlay.yaml'), join(folder, 'acme')]
  await writeFile(overlay, textOf(`${guides}/your-provider/acme.overlay.yaml#start`))
  await must(['npx', 'tsx', 'scripts/overlay/main.ts', overlay, '--out', out])
  const { provider } = (await import(join(out, 'index.ts'))) as { provider: Provider }
  const document = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8')) as object
  const service = await startMock({ provider, document })
  try {
    const text = await shown('your-provider/first-call.mts', service)
    await writeFile(join(folder, 'first.mts'), text.replace(acme.written, acme.shown))
    // As `npm init` of npm 11 writes it.
    await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}')
    const { stdout } = await must(['npx', 'tsx', join(folder, 'first.mts')])
    expect(stdout).toBe('CREATED 12.50 first-4\n')
  } finally {
    await service.stop()
  }
})
