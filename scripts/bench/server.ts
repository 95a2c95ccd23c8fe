/** The server of the benchmark, in a process of its own: answers a conversion with the document's example. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Example } from '../lib/examples.js'

/** As long as the opaque token of a common token server. */
const token = 'bWVhc3VyZWQtYWNjZXNzLXRva2VuLTAxMjM0NTY3ODk'
const grant = JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })

const { body, response: shown, url: path } = JSON.parse(process.argv[2] ?? '') as Example
const [sent, answer] = [body, shown].map((one) => JSON.stringify(one))

const server = createServer((request, response) => {
  const send = (status: number, json = ''): void => {
    const headers = ['Content-Type', 'application/json', 'Content-Length']
    response.writeHead(status, [...headers, String(Buffer.byteLength(json))]).end(json)
  }
  const isOurs = request.headers.authorization === `Bearer ${token}` && request.url === path
  if (request.url === '/token') send(200, grant)
  else
    void text(request).then((got) => {
      if (isOurs && got === sent) send(200, answer)
      else send(400)
    })
})
// Clients wait for their turn longer than the default lets a connection idle.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  process.send?.([`http://127.0.0.1:${(server.address() as AddressInfo).port}`, token])
})
process.on('disconnect', () => process.exit())
