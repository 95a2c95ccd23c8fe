/** The server of the benchmark, in a process of its own: answers each call with the document's example. */
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { answerParent } from './channel.js'
import type { ExampleCall, Setup } from './setup.js'

const tokenPath = '/oauth2/token'
/** As long as the opaque token of a common token server. */
const token = 'bWVhc3VyZWQtYWNjZXNzLXRva2VuLTAxMjM0NTY3ODk'

interface Known extends ExampleCall {
  readonly payload: Buffer
  readonly head: string[]
}

let known = new Map<string | undefined, Known>()
let strict = false
let answered = 0
let refused = 0
let since = { cpu: process.cpuUsage(), time: performance.now() }

const grant = JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })

const server = createServer((request, response) => {
  if (request.url === tokenPath) {
    request.resume().on('end', () => {
      send(response, headOf(grant.length), Buffer.from(grant))
    })
    return
  }
  const call = known.get(request.url)
  const fits =
    call?.method === request.method &&
    request.headers.authorization === `Bearer ${token}` &&
    request.headers['content-type']?.startsWith('application/json') === true
  if (call === undefined || !fits) refuse(request, response)
  else if (strict) void compare(call, request, response)
  else answerAtEnd(call, request, response)
})
// Contestants wait for their turn longer than the default allows a connection to idle.
server.keepAliveTimeout = 600_000

function answerAtEnd(call: Known, request: IncomingMessage, response: ServerResponse): void {
  request.resume().on('end', () => {
    answer(call, response)
  })
}

async function compare(call: Known, request: IncomingMessage, response: ServerResponse) {
  const body = await json(request).catch(() => undefined)
  if (isDeepStrictEqual(body, call.body)) answer(call, response)
  else refuse(request, response)
}

function answer({ head, payload }: Known, response: ServerResponse): void {
  answered += 1
  send(response, head, payload)
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  refused += 1
  request.resume()
  response.writeHead(400).end()
}

function send(response: ServerResponse, head: string[], payload: Buffer): void {
  response.writeHead(200, head).end(payload)
}

function headOf(length: number): string[] {
  return ['Content-Type', 'application/json', 'Content-Length', String(length)]
}

const protocol = {
  async start(calls: readonly ExampleCall[]): Promise<Setup> {
    known = new Map(
      calls.map((call) => {
        const payload = Buffer.from(JSON.stringify(call.answer))
        return [call.path, { ...call, payload, head: headOf(payload.length) }]
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url, tokenUrl: url + tokenPath, token, calls }
  },
  /** Whether each body is compared with the document's, which costs the server time. */
  compareBodies(on: boolean) {
    strict = on
  },
  /**
   * How many calls were answered and refused since it was last asked, and which share of that time
   * the processor was busy: near 1, this server is what is measured.
   */
  count() {
    const { user, system } = process.cpuUsage(since.cpu)
    const busy = (user + system) / 1000 / (performance.now() - since.time)
    const counts = { answered, refused, busy }
    answered = refused = 0
    since = { cpu: process.cpuUsage(), time: performance.now() }
    return counts
  },
}
export type ServerProtocol = typeof protocol

answerParent(protocol)
