import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, runIn } from '../support/run.js'

const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'floors-'))
  for (const name of ['.dependency-cruiser.js', 'package.json', 'tsconfig.json', 'generated'])
    await cp(join(root, name), join(folder, name), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

/** What `npm run lint` says of src/ with a line more in one of its files. */
async function said(file: string, line: string): Promise<string> {
  const src = join(folder, 'src')
  await rm(src, { recursive: true, force: true })
  await cp(join(root, 'src'), src, { recursive: true })
  await appendFile(join(src, file), `${line}\n`)
  const { stdout } = await runIn(folder, [process.execPath, command, '--output-type', 'err', 'src'])
  return stdout
}

describe('a room of src/', () => {
  it.each([
    ['ground/redact.ts', "export { kindOf } from '../outcome.js'"],
    ['transport/proof.ts', "export type { Settled } from '../call/promise.js'"],
    ['errors.ts', "export { prepare } from './check/prepare.js'"],
    ['check/issues.ts', "export { isToken } from '../auth/token-source.js'"],
    ['auth/credential.ts', "export { prepare } from '../check/prepare.js'"],
    ['call/retry.ts', "export { createClient } from '../client.js'"],
  ])('may not import what stands above or beside it: %s', async (file, line) => {
    const room = file.replace(/[/].*/, '')
    expect(await said(file, line)).toContain(`error ${room} imports only what stands below it`)
  })

  it('has no circle', async () => {
    const line = "export type { BodyCopy } from './body-copy.js'"
    expect(await said('check/issues.ts', line)).toContain('error no circle')
  })

  it('may import what stands below it', async () => {
    const output = await said('call/retry.ts', "export { kindOf } from '../outcome.js'")
    expect(output).toContain('no dependency violations found')
  })
})
