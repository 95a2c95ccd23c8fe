/** The server of the benchmark, in a process of its own: answers each call with the document's example. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { endWhenTold, type ExampleCall, type Setup } from './calls.js'

endWhenTold()

/** As long as the opaque token of a common token server. */
const token = 'bWVhc3VyZWQtYWNjZXNzLXRva2VuLTAxMjM0NTY3ODk'
const tokenPath = '/oauth2/token'
const grant = JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })

let known = new Map<string | undefined, ExampleCall & { readonly text: string }>()
let strict = false
let answered = 0
let refused = 0
let since = { cpu: process.cpuUsage(), time: performance.now() }

const server = createServer((request, response) => {
  const call = known.get(request.url)
  const end = (body?: unknown): void => {
    const isRight = call && fits(call, request) && (!strict || isDeepStrictEqual(body, call.body))
    if (isRight) answered += 1
    else refused += 1
    send(response, isRight ? 200 : 400, isRight ? call.text : '')
  }
  if (request.url === tokenPath) send(response, 200, grant)
  else if (strict) json(request).then(end, end)
  else request.resume().on('end', end)
})
// Contestants wait for their turn longer than the default allows a connection to idle.
server.keepAliveTimeout = 600_000

function fits({ method }: ExampleCall, request: IncomingMessage): boolean {
  const { authorization, 'content-type': type } = request.headers
  const isJson = type?.startsWith('application/json') === true
  return request.method === method && authorization === `Bearer ${token}` && isJson
}

function send(response: ServerResponse, status: number, text: string): void {
  const length = String(Buffer.byteLength(text))
  response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', length])
  response.end(text)
}

export async function start(calls: readonly ExampleCall[]): Promise<Setup> {
  known = new Map(calls.map((call) => [call.path, { ...call, text: JSON.stringify(call.answer) }]))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, tokenUrl: url + tokenPath, token, calls }
}

/** Whether each body is compared with the document's, which costs the server time. */
export function compareBodies(on: boolean): void {
  strict = on
}

/**
 * How many calls were answered and refused since it was last asked, and which share of that time
 * the processor was busy: near 1, this server is what is measured.
 */
export function count(): { answered: number; refused: number; busy: number } {
  const { user, system } = process.cpuUsage(since.cpu)
  const busy = (user + system) / 1_000 / (performance.now() - since.time)
  const counts = { answered, refused, busy }
  answered = refused = 0
  since = { cpu: process.cpuUsage(), time: performance.now() }
  return counts
}
