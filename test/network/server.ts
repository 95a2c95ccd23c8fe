// The far side over sockets: over HTTP/1.1, TLS and HTTP/2 it plays acts, and keeps the serverLog.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { allowPages } from '../../src/mock/cors.js'
import { knownOf } from '../../src/testing/provider.js'
import { listen, type Listening } from '../support/listen.js'
import { type Act, factsOf, isRefusal, type Seen } from './act.js'
import type { Door } from './doors.js'
import { Entry } from './server-log.js'
import { timesOf } from './vocabulary.js'

/** What a far side over sockets knows of one call: its requests too. */
export class Arrivals extends Entry {
  readonly requests: Seen[] = []
  /** The requests of the client, as what stands between names them and every copy that it makes. */
  readonly named = new Set<string>()
}

/** What becomes of the requests of one call: of each in turn, and of all further ones what became of the last. */
export interface Script {
  readonly acts: readonly Act[]
  readonly entry: Arrivals
  /** The body of a success, if it is not to be made from the request. */
  readonly success?: string | undefined
}

/** The parts that are used here are the same over HTTP/2. */
export interface Exchange {
  readonly request: IncomingMessage & { readonly stream?: ServerHttp2Stream }
  readonly response: ServerResponse
  /** The body of the request, once it is there. */
  readonly text: Promise<string>
}

interface Options {
  /** Finds what becomes of a request. Undefined is answered by `otherwise`. */
  readonly find: (exchange: Exchange) => Script | undefined | Promise<Script | undefined>
  readonly otherwise?: (exchange: Exchange) => Promise<void>
  /** Hears at once that a request was carried out. */
  readonly onDone?: (exchange: Exchange, act: Act) => void
}

/** The header by which gateways name a request of the client, and every copy of it. */
export const gatewayHeader = 'x-request-id'

/** A success of any operation, with what its request is known by. */
function successOf(text: string): string {
  const { ref_id, nickname, profile_id } = readObject(text)
  const address = { id: '1', nickname }
  return JSON.stringify({ id: '1', ref_id, quote_id: profile_id ?? '1', address })
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>
  } catch {
    // Such as the form of a token request.
    return {}
  }
}

/** Opens a door: HTTP/1.1, or what the door speaks over TLS. */
export async function openDoor(options: Options, door: Door = {}): Promise<Listening> {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    for (const each of [request, response]) each.on('error', () => undefined)
    if (allowPages(request, response, false, known)) return
    const exchange = { request, response, text: buffer(request).then(String) }
    exchange.text.catch(() => undefined)
    answer(exchange, options, door).catch((error: unknown) => {
      // What breaks off on the way has a code.
      if (!(error as { code?: string }).code) console.error('far side:', error)
      response.destroy()
    })
  }
  return listen(serverFor(door, serve))
}

const known = knownOf(undefined)

function serverFor(door: Door, serve: (...of: [IncomingMessage, ServerResponse]) => void): Server {
  if (door.cert === undefined) return createServer({ keepAliveTimeout: 60_000 }, serve)
  if (door.speaks === 'HTTP/1.1') return createHttpsServer(door, serve)
  const options = { ...door, allowHTTP1: door.speaks === undefined }
  return createSecureServer(options, serve as never) as unknown as Server
}

async function answer(exchange: Exchange, options: Options, door: Door): Promise<void> {
  const found = options.find(exchange)
  // What is known by its path is noted before its body is there.
  const script = found instanceof Promise ? await found : found
  if (script === undefined) return options.otherwise?.(exchange)
  const { acts, entry } = script
  const { act, text } = await note(exchange, acts, entry, options)
  const body = script.success ?? successOf(text)
  await new Play(exchange, act, text, body, door).run()
}

/** Notes a request, and carries it out as often as its act says. */
async function note(
  exchange: Exchange,
  acts: readonly Act[],
  entry: Arrivals,
  { onDone }: Options,
) {
  const { method = '', url = '', headers } = exchange.request
  const { authorization = '', [gatewayHeader]: name = '' } = headers
  const seen = {
    method,
    url,
    authorization,
    headers: Object.keys(headers),
    body: '',
    at: 0,
    done: 0,
  }
  entry.requests.push(seen)
  const due = acts[Math.min(entry.requests.length, acts.length) - 1] ?? {}
  const isUnknown = due.bearer !== undefined && authorization !== `Bearer ${due.bearer}`
  const act = isUnknown ? { status: 401 } : due
  seen.body = await exchange.text
  seen.at = Date.now()
  entry.seen++
  const isCopy = entry.named.has(String(name))
  if (isCopy) entry.copies++
  else if (isRefusal(act)) entry.refused++
  if (name !== '') entry.named.add(String(name))
  const times = timesOf(factsOf(act))
  // What is carried out again for a copy is the doing of what stands between.
  if (times > 0 && !(isCopy && entry.done > 0)) {
    seen.done = times
    entry.done += times
  }
  if (times > 0) onDone?.(exchange, act)
  return { act, text: seen.body }
}

/** The answer to one request. */
class Play {
  readonly #status
  readonly #headers
  readonly #bytes

  constructor(
    private readonly exchange: Exchange,
    private readonly act: Act,
    text: string,
    success: string,
    private readonly door: Door,
  ) {
    const { authorization = '' } = exchange.request.headers
    const { status = 200, echo, base64, headers, by } = act
    this.#status = status
    this.#headers = {
      'Content-Type': 'application/json',
      ...(echo && { 'X-Echo': authorization }),
      ...headers,
    }
    const whole = status < 300 && status !== 204 ? success : ''
    const isCut = by !== undefined && factsOf(act).answer === 'cut'
    const echoed =
      echo === true ? JSON.stringify({ Authorization: authorization, body: text }) : undefined
    const body = echoed ?? act.body ?? (isCut ? whole.slice(0, -3) : whole)
    this.#bytes = Buffer.from(body, base64 ? 'base64' : 'utf8')
  }

  async run(): Promise<void> {
    const { act, exchange } = this
    const { request, response } = exchange
    const { by, raw, goAway, before, form, delay } = act
    const { stream, socket } = request
    if (delay !== undefined) await sleep(delay)
    if (goAway !== undefined && stream?.id !== undefined) {
      stream.session?.goaway(goAway.code, Math.max(0, stream.id - goAway.below))
      await sleep(5)
    }
    if (before === 103) response.writeEarlyHints({ link: '</help>; rel=preload' })
    if (before === 100) response.writeContinue()
    if (before !== undefined) await sleep(1)
    if (raw !== undefined && by === undefined) {
      socket.end(raw)
      return
    }
    if (raw !== undefined) socket.write(raw)
    else if (form !== undefined) await this.#write[form]()
    else if (by === undefined || act.where === 'behind the answer') await this.#giveWhole()
    else if (factsOf(act).answer === 'cut' && before === undefined) this.#begin()
    if (by === undefined) return
    // What was written is to arrive first.
    if (raw !== undefined || before !== undefined || response.headersSent) await sleep(20)
    this.#breakOff(by)
  }

  async #giveWhole(): Promise<void> {
    const { request, response } = this.exchange
    const { trailers, again } = this.act
    const bytes = this.#bytes
    const isClosed = new Promise((resolve) => response.once('close', resolve))
    const length = { 'Content-Length': bytes.length }
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}`
    const second = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes])
    if (trailers) {
      response.writeHead(this.#status, { ...this.#headers, Trailer: 'X-Digest' })
      response.write(bytes.subarray(0, 5))
      response.addTrailers({ 'X-Digest': '1' })
      response.end(bytes.subarray(5))
    } else {
      response.writeHead(this.#status, { ...this.#headers, ...(this.#status !== 204 && length) })
      // In one piece they are seen together, and the second is dropped. In two, it may answer the next call.
      response.end(again === 'at once' ? Buffer.concat([bytes, second]) : bytes)
    }
    if (this.act.where === 'behind the answer') await isClosed
    if (again !== 'later') return
    await sleep(4 * Math.random())
    if (!request.socket.destroyed) request.socket.write(second)
  }

  #begin(): void {
    const { response } = this.exchange
    const length = this.act.chunked ? {} : { 'Content-Length': this.#bytes.length + 100 }
    response.writeHead(this.#status, { ...this.#headers, ...length })
    response.write(this.#bytes)
  }

  #breakOff(by: NonNullable<Act['by']>): void {
    const { socket, stream } = this.exchange.request
    if (by === 'silence') return
    if (typeof by === 'number') stream?.close(by)
    else if (stream !== undefined && this.door.breaksStreams)
      stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    else if (stream !== undefined) stream.session?.destroy()
    else if (by === 'reset' && !('encrypted' in socket)) socket.resetAndDestroy()
    else socket.destroy()
  }

  readonly #write: Record<NonNullable<Act['form']>, () => Promise<void>> = {
    drip: async () => {
      const { request, response } = this.exchange
      response.writeHead(this.#status, this.#headers)
      for (const byte of this.#bytes) {
        if (request.socket.destroyed) return
        response.write(Buffer.of(byte))
        await sleep(1_000)
      }
    },
    'gzip-cut': () => {
      const text = JSON.stringify({ filler: 'x'.repeat(5_000), n: Math.random() })
      this.#packed().end(gzipSync(text).subarray(0, 40))
      return Promise.resolve()
    },
    'gzip-bomb': () => {
      const gzip = createGzip()
      gzip.pipe(this.#packed())
      return pour(gzip, 400)
    },
    flood: () => pour(this.exchange.response.writeHead(this.#status, this.#headers), 200),
  }

  #packed(): ServerResponse {
    const headers = { ...this.#headers, 'Content-Encoding': 'gzip' }
    return this.exchange.response.writeHead(this.#status, headers)
  }
}

/** Writes megabytes until the reader goes away. */
async function pour(
  to: NodeJS.WritableStream & { destroyed?: boolean },
  megabytes: number,
): Promise<void> {
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  for (let written = 0; written < megabytes && to.destroyed !== true; written++)
    if (!to.write(chunk)) await sleep(2)
  to.end()
}
