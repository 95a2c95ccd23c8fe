import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, run, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

const folder = scratchFolder()

const generate = (...args: string[]) => run(script('generate', ...args))

it('npm run generate --check names what is stale, and what should not be there', async () => {
  const output = join(folder, 'stale')
  await cp(join(root, 'generated'), output, { recursive: true })
  await writeFile(join(output, 'types.ts'), '// edited by hand\n')
  await writeFile(join(output, 'extra.ts'), '')
  const { code, stdout, stderr } = await generate('--check', '--output', output)
  const text = stdout + stderr
  expect(code).toBe(1)
  expect(text).toMatch(/not what openapi\/openapi.yaml gives: .*\. Run `npm run generate`/)
  expect(text).toContain('types.ts')
  expect(text).toContain('extra.ts')
})

it('npm run generate says in a sentence what it cannot make a method for', async () => {
  const document = join(folder, 'cookie.yaml')
  const text = await readFile(join(root, 'openapi/openapi.yaml'), 'utf8')
  const parameter = '      parameters: [{ name: trace, in: cookie, schema: { type: string } }]\n'
  await writeFile(document, text.replace('      requestBody:', `${parameter}      requestBody:`))
  const output = join(folder, 'cookie')
  expect(await generate('--document', document, '--output', output)).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'putCryptoDestinationAddress (PUT /v2/transfer/crypto-destination-address): ' +
      'the parameter trace in cookie is not supported: cookies are left to the service\n',
  })
})
