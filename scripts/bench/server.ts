/** The server of the benchmark, in a process of its own: answers a conversion with the document's example. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** As long as the opaque token of a common token server. */
const token = 'bWVhc3VyZWQtYWNjZXNzLXRva2VuLTAxMjM0NTY3ODk'
const grant = JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })

const [path, sent, answer] = process.argv.slice(2)
const server = createServer((request, response) => {
  const { url, headers } = request
  void text(request).then((body) => {
    const isOurs = url === path && headers.authorization === `Bearer ${token}` && body === sent
    const json = url === '/token' ? grant : isOurs ? answer : undefined
    // Then every client fails.
    if (json === undefined) request.destroy()
    else response.setHeader('Content-Type', 'application/json').end(json)
  })
})
// Clients wait for their turn longer than the default lets a connection idle.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  process.send?.([`http://127.0.0.1:${(server.address() as AddressInfo).port}`, token])
})
process.on('disconnect', () => process.exit())
