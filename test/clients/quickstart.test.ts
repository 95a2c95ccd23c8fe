import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Provider } from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { textOf } from '../support/guides.js'
import { must, root, run } from '../support/run.js'
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

it('the first call of an operation that the document lacks is made in the steps of the guide', async () => {
  const [overlay, program] = [join(folder, 'acme.overlay.yaml'), join(folder, 'first-call.mts')]
  const source = 'test/guides/your-provider'
  await writeFile(overlay, textOf(`${source}/acme.overlay.yaml#start`))
  const out = join(folder, 'acme')
  await must(['npx', 'tsx', 'scripts/overlay/main.ts', overlay, '--out', out])
  const { provider } = (await import(join(out, 'index.ts'))) as { provider: Provider }
  const document = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8')) as object
  const acme = await startMock({ provider, document })
  try {
    const text = await readFile(join(root, source, 'first-call.mts'), 'utf8')
    const beside = text.replace('../../../../test/fixtures/acme/', './acme/')
    expect(beside).not.toBe(text)
    await writeFile(program, beside.replaceAll('http://127.0.0.1:4010', acme.url))
    // The folder has no package.json, or one as `npm init` of npm 11 writes it.
    for (const manifest of [undefined, '{"type":"commonjs"}']) {
      if (manifest !== undefined) await writeFile(join(folder, 'package.json'), manifest)
      const { stdout } = await must(['npx', 'tsx', program])
      expect(stdout).toBe('CREATED 12.50 first-4\n')
    }
  } finally {
    await acme.stop()
  }
})
