// The server over sockets: over HTTP/1.1, TLS and HTTP/2 it plays acts, and keeps the log of what it did.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { allowPages } from '../../scripts/mock/pages.js'
import { listen, type Listening } from '../support/listen.js'
import { type Act, carriesOut, type Exchange, gatewayHeader, isRefusal, type Seen } from './act.js'
import { giveAnswer } from './answer.js'
import type { TlsPort } from './connections.js'
import { Entry } from './server-log.js'

/** What a server over sockets knows of one call: its requests too. */
export class Arrivals extends Entry {
  readonly requests: Seen[] = []
  /** The requests of the client, as what stands between names them and every copy that it makes. */
  readonly named = new Set<string>()
}

/** What becomes of the requests of one call: of each in turn, and of all further ones what became of the last. */
export interface Script {
  readonly acts: readonly Act[]
  readonly entry: Arrivals
}

/** Opens a port, over TLS if it is to; what has no script is answered otherwise. */
export async function openPort(
  find: (exchange: Exchange) => Script | undefined | Promise<Script | undefined>,
  otherwise: (exchange: Exchange) => Promise<void>,
  tls: TlsPort = {},
): Promise<Listening> {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    for (const each of [request, response]) each.on('error', () => undefined)
    if (allowPages(request, response, false)) return
    const exchange = { request, response, text: buffer(request).then(String) }
    exchange.text.catch(() => undefined)
    const answer = async (): Promise<void> => {
      const script = await find(exchange)
      await (script === undefined ? otherwise(exchange) : play(exchange, script, tls))
    }
    answer().catch((error: unknown) => {
      // What breaks off on the way has a code.
      if (!(error as { code?: string }).code) console.error('server:', error)
      response.destroy()
    })
  }
  return listen(serverFor(tls, serve))
}

function serverFor(tls: TlsPort, serve: (...of: [IncomingMessage, ServerResponse]) => void) {
  if (tls.cert === undefined) return createServer({ keepAliveTimeout: 60_000 }, serve)
  if (tls.speaks === 'HTTP/1.1') return createHttpsServer(tls, serve)
  const options = { ...tls, allowHTTP1: tls.speaks === undefined }
  return createSecureServer(options, serve as never) as unknown as Server
}

async function play(exchange: Exchange, script: Script, tls: TlsPort): Promise<void> {
  const { request, response } = exchange
  const refId = new URL(request.url ?? '', 'http://server').searchParams.get('ref_id')
  if (refId !== null) {
    response.setHeader('Content-Type', 'application/json')
    response.end(listOf(script, refId))
    return
  }
  const { act, text } = await note(exchange, script)
  await giveAnswer(exchange, act, successOf(text), tls.breaksStreams === true)
}

/** Notes a request before its body is there, and carries it out as often as its act says. */
async function note({ request, text }: Exchange, { acts, entry }: Script) {
  const seen = { body: '', at: 0, carriedOut: false }
  entry.requests.push(seen)
  const act = acts[Math.min(entry.requests.length, acts.length) - 1] ?? {}
  seen.body = await text
  seen.at = Date.now()
  entry.seen++
  const name = request.headers[gatewayHeader]
  const isCopy = entry.named.has(String(name))
  if (isCopy) entry.copies++
  else if (isRefusal(act)) entry.refused++
  if (name !== undefined) entry.named.add(String(name))
  // What is carried out again for a copy is the doing of what stands between.
  seen.carriedOut = carriesOut(act) && (!isCopy || entry.done === 0)
  entry.done += Number(seen.carriedOut)
  return { act, text: seen.body }
}

/** The answer to a read by `ref_id`: every conversion that was carried out, whatever became of its answer. */
function listOf({ entry }: Script, refId: string): string {
  const made = entry.requests.filter(
    ({ carriedOut, body }) => carriedOut && readObject(body)['ref_id'] === refId,
  )
  return `[${made.map(({ body }) => successOf(body)).join()}]`
}

/** A success of any operation, which repeats its request. */
export function successOf(text: string): string {
  const sent = readObject(text)
  const { id = '1', profile_id: quote_id = '1' } = sent
  return JSON.stringify({ ...sent, id: '1', quote_id, address: { ...sent, id } })
}

export function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>
  } catch {
    // Such as the form of a token request.
    return {}
  }
}
