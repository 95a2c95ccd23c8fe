/** The server of the benchmark, in a process of its own: answers a conversion with the document's example. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { Example } from '../lib/examples.js'

/** Where the server is, and what it takes for a token. */
export interface Setup {
  readonly url: string
  readonly token: string
}

/** As long as the opaque token of a common token server. */
const token = 'bWVhc3VyZWQtYWNjZXNzLXRva2VuLTAxMjM0NTY3ODk'
const grant = JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })

const example = JSON.parse(process.argv[2] ?? '') as Example
const answer = JSON.stringify(example.response)
/** Bodies that are the example's: each text is compared once, because that costs the server time. */
const bodies = new Set<string>()

const server = createServer((request, response) => {
  const send = (status: number, json: string): void => {
    const headers = ['Content-Type', 'application/json', 'Content-Length']
    response.writeHead(status, [...headers, String(Buffer.byteLength(json))]).end(json)
  }
  const { authorization, 'content-type': type = '' } = request.headers
  const isJson = type.startsWith('application/json') && authorization === `Bearer ${token}`
  if (request.url === '/token') send(200, grant)
  else if (request.method !== example.method || request.url !== example.url || !isJson)
    send(400, '')
  else
    void text(request).then((body) => {
      if (!bodies.has(body) && isDeepStrictEqual(JSON.parse(body), example.body)) bodies.add(body)
      const isRight = bodies.has(body)
      send(isRight ? 200 : 400, isRight ? answer : '')
    })
})
// Clients wait for their turn longer than the default lets a connection idle.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const setup: Setup = { url: `http://127.0.0.1:${port}`, token }
  process.send?.(setup)
})
process.on('disconnect', () => process.exit())
