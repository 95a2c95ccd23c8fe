/** Mockoon's mock of the document, as `mockoon-cli import` makes it. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { MockoonServer } from '@mockoon/commons-server'
import { DOCUMENT, broken, examples, nameOf, print } from './cases.js'

const imported = ['import', '--input', DOCUMENT, '--output', 'mock.json']
execFileSync('node_modules/.bin/mockoon-cli', imported)
const environment = JSON.parse(await readFile('mock.json', 'utf8')) as ConstructorParameters<
  typeof MockoonServer
>[0]
const mock = new MockoonServer(environment)
mock.on('error', () => undefined) // a body that it cannot parse is answered nevertheless
const server = createServer(mock.createRequestListener())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

async function send(method: string, path: string, body: unknown) {
  const headers = { 'Content-Type': 'application/json' }
  const options = { method, headers, body: JSON.stringify(body) }
  return fetch(`http://127.0.0.1:${port}${path}`, options)
}

for (const example of examples) {
  const answer = await send(example.method, example.url, example.body)
  print({
    example: nameOf(example),
    taken: isDeepStrictEqual(await answer.json(), example.response),
  })
}
for (const { rule, method, path, body } of broken)
  print({ rule, taken: (await send(method, path, body)).status === 200 })
process.exit()
