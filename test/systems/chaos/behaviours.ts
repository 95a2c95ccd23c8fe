import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry } from './ledger.js'

/** A request that arrived whole at a backend over HTTP/1.1, and what can be done with it. */
interface Work {
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

/** What a service does that was taken for one that can be repeated: it carries a request out, and fails. */
const failing: Readonly<Record<string, Behaviour>> = {
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
}

/** A service that knows its references: what it carried out before, it refuses with a status. Only conversions have one. */
const knowing =
  (status: number, behave: Behaviour): Behaviour =>
  (work) =>
    work.entry.done > 0 && work.body.includes('"ref_id"') ? refuse(status)(work) : behave(work)

const answerHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: '
let answered = 0

/** Answers one request in three twice: on a kept connection the second answer meets the next request. */
const answerTwice: Behaviour = async (work) => {
  const { request, response, body } = work
  // The slower the answers, the more requests are waiting for one.
  await sleep(4)
  await succeed(work)
  answered++
  if (answered % 3 !== 0) return
  if (!response.writableFinished) await once(response, 'close')
  // What follows at once is seen with the first answer, and dropped.
  await sleep(4 * Math.random())
  if (!request.socket.destroyed) request.socket.write(`${answerHead}${body.length}\r\n\r\n${body}`)
}

/** How a backend behaves, by the first part of the path. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  ...failing,
  ...Object.fromEntries(
    Object.entries(failing).map(([name, behave]) => [`known-${name}`, knowing(409, behave)]),
  ),
  ...Object.fromEntries(
    [400, 401, 422, 429].map((status) => [
      `last-copy-${status}`,
      knowing(status, failing['reset-after'] as Behaviour),
    ]),
  ),
  'answers-twice': answerTwice,
  ok: succeed,
  'reset-before': ({ request }) => {
    request.socket.resetAndDestroy()
  },
  'close-before': ({ request }) => {
    request.socket.destroy()
  },
  'cut-length': cut({ 'Content-Length': 10_000 }, false),
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
