import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablecoin-generate-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Result {
  readonly code: number
  readonly output: string
}

/** Runs a node program from the folder of the project. */
function node(args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr })
    })
  })
}
const generate = (...args: string[]): Promise<Result> =>
  node(['--import', 'tsx', 'scripts/generate.ts', ...args])

async function read(place: string): Promise<Record<string, string>> {
  const names = (await readdir(place)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(place, name), 'utf8')))
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
}

describe('npm run generate', () => {
  it('gives the committed folder, byte for byte', async () => {
    const output = join(folder, 'fresh')
    expect(await generate('--output', output)).toEqual({ code: 0, output: '' })
    expect(await read(output)).toEqual(await read(join(root, 'generated')))
  })

  it('--check names what is stale, and what should not be there', async () => {
    const output = join(folder, 'stale')
    await cp(join(root, 'generated'), output, { recursive: true })
    await writeFile(join(output, 'types.ts'), '// edited by hand\n')
    await writeFile(join(output, 'extra.ts'), '')
    const { code, output: text } = await generate('--check', '--output', output)
    expect(code).toBe(1)
    expect(text).toMatch(/not what openapi\/openapi.yaml gives: .*\. Run `npm run generate`/)
    expect(text).toContain('types.ts')
    expect(text).toContain('extra.ts')
  })

  it('says in a sentence what it cannot make a method for', async () => {
    const document = join(folder, 'cookie.yaml')
    const text = await readFile(join(root, 'openapi/openapi.yaml'), 'utf8')
    const parameter = '      parameters: [{ name: trace, in: cookie, schema: { type: string } }]\n'
    await writeFile(document, text.replace('      requestBody:', `${parameter}      requestBody:`))
    const output = join(folder, 'cookie')
    expect(await generate('--document', document, '--output', output)).toEqual({
      code: 1,
      output:
        'putCryptoDestinationAddress (PUT /v2/transfer/crypto-destination-address): ' +
        'the parameter trace in cookie is not supported: cookies are left to the service\n',
    })
  })
})
