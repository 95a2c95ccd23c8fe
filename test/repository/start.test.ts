import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { heldQuote, quote } from '../support/examples.js'

/** Makes a call by method over a transport, and then one by path, and tells after each whether Node.js has loaded its undici. */
const program = `
import { createClient } from './src/index.ts'
const bytes = new TextEncoder().encode(JSON.stringify(${JSON.stringify(heldQuote)}))
const answer = { status: 200, header: () => undefined, headers: undefined, read: () => ({ bytes }) }
const options = { baseUrl: 'https://api.example', auth: 'token', transport: async () => answer }
const client = createClient(options)
const hasUndici = () => process.moduleLoadList.some((name) => name.endsWith('deps/undici/undici'))
await client.createIssuerQuote(${JSON.stringify(quote)})
const first = hasUndici()
await client.POST('/v2/issuer-quote', { body: ${JSON.stringify(quote)} }).catch(() => undefined)
console.log(JSON.stringify([first, hasUndici()]))
`

it('a first call by method over a transport does not make Node.js load its undici, with `Request` and the others', async () => {
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    stdin: { contents: program, resolveDir: '.' },
  })
  const input = outputFiles[0]?.text ?? ''
  const printed = execFileSync(process.execPath, ['--input-type=module'], { input })
  expect(JSON.parse(String(printed))).toEqual([false, true])
})
