import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry } from './ledger.js'

/** A request that arrived whole at a backend over HTTP/1.1, and what can be done with it. */
export interface Work {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly entry: Entry
  /** The body of a success. */
  readonly body: string
  readonly carryOut: () => void
}

type Behaviour = (work: Work) => void | Promise<void>

/** A status of the backend's own that says: not carried out. */
const refuse =
  (status: number): Behaviour =>
  ({ entry, response }) => {
    entry.refused++
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"refused":true}')
  }

const succeed: Behaviour = ({ response, body, carryOut }) => {
  carryOut()
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
}

const cut =
  (headers: Record<string, string | number>, reset: boolean): Behaviour =>
  async ({ request: { socket }, response, body, carryOut }) => {
    carryOut()
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
    response.write(body.slice(0, -3))
    await sleep(2)
    if (reset) socket.resetAndDestroy()
    else socket.destroy()
  }

/** How a backend behaves, by the first part of the path. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  ok: succeed,
  'reset-before': ({ request }) => {
    request.socket.resetAndDestroy()
  },
  'close-before': ({ request }) => {
    request.socket.destroy()
  },
  'reset-after': ({ request, carryOut }) => {
    carryOut()
    request.socket.resetAndDestroy()
  },
  'close-after': ({ request, carryOut }) => {
    carryOut()
    request.socket.destroy()
  },
  /** Longer than the intermediaries wait. */
  slow: async (work) => {
    work.carryOut()
    await sleep(600)
    if (!work.request.socket.destroyed) work.response.writeHead(200).end(work.body)
  },
  unavailable: ({ response, carryOut }) => {
    carryOut()
    response.writeHead(503, { 'Content-Type': 'text/plain' }).end('try again')
  },
  'cut-length': cut({ 'Content-Length': 10_000 }, false),
  'cut-length-reset': cut({ 'Content-Length': 10_000 }, true),
  'cut-chunked': cut({ 'Transfer-Encoding': 'chunked' }, false),
  'cut-chunked-reset': cut({ 'Transfer-Encoding': 'chunked' }, true),
  hints: async (work) => {
    work.response.writeEarlyHints({ link: '</help>; rel=preload' })
    await sleep(1)
    await succeed(work)
  },
  'hints-cut': async ({ request: { socket }, response, carryOut }) => {
    carryOut()
    response.writeEarlyHints({ link: '</help>; rel=preload' })
    await sleep(1)
    socket.destroy()
  },
  trailers: ({ response, body, carryOut }) => {
    carryOut()
    response.writeHead(200, { 'Content-Type': 'application/json', Trailer: 'X-Digest' })
    response.write(body.slice(0, 5))
    response.addTrailers({ 'X-Digest': '1' })
    response.end(body.slice(5))
  },
  /** Says keep-alive, and closes the connection after the answer all the same. */
  'close-behind': (work) => {
    const { socket } = work.request
    work.response.on('finish', () => setImmediate(() => socket.destroy()))
    return succeed(work)
  },
  /** Answers with bytes that are not HTTP. */
  garbage: ({ request: { socket }, carryOut }) => {
    carryOut()
    socket.end('it was done\r\n\r\n')
  },
  'half-a-head': ({ request: { socket }, carryOut }) => {
    carryOut()
    socket.end('HTTP/1.1 200 OK\r\nContent-')
  },
  /** An interim answer that nobody asked for. */
  continue: (work) => {
    work.response.writeContinue()
    return succeed(work)
  },
  hang: ({ carryOut }) => {
    carryOut()
  },
  misdirected: refuse(421),
  conflict: refuse(409),
  busy: (work) => {
    const { entry, response } = work
    if (entry.refused > 0) return succeed(work)
    entry.refused++
    response.writeHead(429, { 'Retry-After': '0' }).end()
    return undefined
  },
}
