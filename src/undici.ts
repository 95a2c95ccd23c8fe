import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { type Dispatcher, Pool } from 'undici'
import { newTurn, within } from './shared/deadline.js'
import { join } from './transport/read-body.js'
import {
  MayBeSentError,
  NotSentError,
  type RequestStop,
  type Transport,
  type TransportBody,
  type TransportResponse,
} from './transport/transport.js'

/**
 * Options of undici's `Pool`: connections, pipelining, TLS by `connect`, timeouts …; or a dispatcher instead of
 * a pool for each origin, which then has such options itself.
 */
export type UndiciTransportOptions =
  | (Omit<Pool.Options, 'factory'> & {
      /** Excluded by the options of a pool. */
      readonly dispatcher?: undefined
    })
  | ({ readonly [Name in keyof Pool.Options]?: undefined } & {
      /**
       * A dispatcher such as undici's `ProxyAgent`. The transport does not close it. Your own dispatcher has to pass
       * `onRequestStart` on, which shows whether a request was sent.
       */
      readonly dispatcher: Dispatcher
    })

/** A transport with its own connections. */
export interface UndiciTransport extends Transport {
  /** Lets running calls end, and closes the connections; after 10 seconds it breaks the others. */
  close(): Promise<void>
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Milliseconds that running calls may take when a transport is closed: the default of an attempt. */
const grace = 10_000

/**
 * Sends over undici's `Pool`, several times as fast as fetch; by HTTP/1.1, unless `allowH2` is true. Redirects are
 * not followed.
 * @throws TypeError in Bun, which has an undici of its own.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  if (!('dispatch' in Pool.prototype))
    throw new TypeError("undiciTransport: npm's undici is needed, which Bun replaces; use fetch")
  const { dispatcher, ...poolOptions } = options
  const own = { allowH2: false, ...poolOptions } as Pool.Options
  const mayBeHttp2 = dispatcher !== undefined || own.allowH2 === true
  const pools = new Map<string, Pool>()
  const find = (origin: string): Dispatcher => {
    const existing = dispatcher ?? pools.get(origin)
    if (existing) return existing
    const pool = new Pool(origin, own)
    pools.set(origin, pool)
    return pool
  }
  const transport: Transport = (request) => {
    const { url, method, body = null, stop } = request
    // `no-store` is for a dispatcher that caches, and a shared cache. Undici decodes no answer, and without `identity` a server
    // may take any coding (RFC 9110, section 12.5.3). Added names come first: adding one to a copy is slow.
    const headers = {
      'cache-control': 'no-store',
      'accept-encoding': 'identity',
      ...request.headers,
    }
    // The URL is normalized here, and parsing it again would be slow.
    const at = url.indexOf('/', url.indexOf('//') + 2)
    const origin = url.slice(0, at)
    const sent = { origin, path: url.slice(at), method, headers, body }
    return new Promise<TransportResponse>((resolve, reject) => {
      const exchange = new Exchange(stop, resolve, reject)
      stop.onStop(() => exchange.stop())
      const dispatch = (): void => {
        try {
          // The new turn, or a transport around this one, may have taken too long.
          if (stop.stopped) throw new Error('the attempt is over')
          find(origin).dispatch(sent as object as Dispatcher.DispatchOptions, exchange)
        } catch (reason) {
          // A closed dispatcher throws here, or reports to the exchange.
          exchange.onResponseError(undefined, reason as Error)
        }
      }
      // HTTP/2 begins to write at the end of a turn, which may be long.
      if (mayBeHttp2) void newTurn().then(dispatch)
      else dispatch()
    })
  }
  const close = async (): Promise<void> => {
    const open = [...pools.values()]
    pools.clear()
    const closed = Promise.all(open.map((pool) => pool.close()))
    // Undici does not end a pool over HTTP/2 whose streams never began.
    await within(grace, undefined, () => closed).catch(() =>
      Promise.all(open.map((pool) => pool.destroy())),
    )
  }
  return Object.assign(transport, { close, [Symbol.asyncDispose]: close })
}

const maxBuffered = 1024 * 1024

/**
 * Takes an answer from undici by its callbacks: the stream of undici's `request` would cost as much
 * time as all the rest. Undici calls `onRequestStart` right before it writes a request: without that
 * call, nothing was sent; a second call means that undici is about to send the request again.
 */
class Exchange implements Dispatcher.DispatchHandler, TransportResponse {
  status = 0
  statusText = ''
  readonly #until: RequestStop
  readonly #resolve: (response: TransportResponse) => void
  readonly #reject: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #started = false
  #stopped = false
  #fields: IncomingHttpHeaders = {}
  #headers: Headers | undefined
  readonly #chunks: Uint8Array[] = []
  #length = 0
  #limit = maxBuffered
  #isOver = false
  #cut: TransportBody['cut']
  #onEnd: (() => void) | undefined

  constructor(
    until: RequestStop,
    resolve: (response: TransportResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#until = until
    this.#resolve = resolve
    this.#reject = reject
  }

  get headers(): Headers {
    const fields = Object.entries(this.#fields)
    const pairs = fields.flatMap(([name, value = []]) => [value].flat().map((one) => [name, one]))
    return (this.#headers ??= new Headers(pairs as [string, string][]))
  }

  header(name: string): string | undefined {
    return Object.hasOwn(this.#fields, name) ? [this.#fields[name]].flat().join(', ') : undefined
  }

  /** Most answers are whole when their head is read, and need no wait. */
  read(limit: number): TransportBody | Promise<TransportBody> {
    this.#limit = limit
    this.#stopAtLimit()
    if (this.#isOver) return this.#body(limit)
    const end = new Promise<void>((resolve) => (this.#onEnd = resolve))
    return end.then(() => this.#body(limit))
  }

  #body(limit: number): TransportBody | Promise<TransportBody> {
    // A body that ended before it was read may be longer than this limit.
    const cut = this.#length > limit ? 'too_large' : this.#cut
    const bytes = join(this.#chunks, this.#length).subarray(0, limit)
    const decode = decoders.get(String(this.#fields['content-encoding']).toLowerCase())
    if (decode === undefined || bytes.length === 0) return { bytes, cut }
    // Half of a compressed body cannot be decoded.
    if (cut !== undefined) return { bytes: new Uint8Array(), cut }
    return decode(bytes, { maxOutputLength: limit }).then(
      (plain) => ({ bytes: plain }),
      (reason: unknown) => ({
        bytes: new Uint8Array(),
        cut: isTooLarge(reason) ? 'too_large' : 'broken',
      }),
    )
  }

  /** The first end counts. */
  #finish(cut?: TransportBody['cut']): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cut = cut
    this.#onEnd?.()
  }

  #stopAtLimit(): void {
    if (this.#length <= this.#limit) return
    this.#finish('too_large')
    this.stop()
  }

  /** Ends the exchange, and tells whether anything was sent. */
  stop(): 'not_sent' | undefined {
    this.#stopped = true
    this.#controller?.abort(new Error('stopped'))
    return this.#started ? undefined : 'not_sent'
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#started || this.#stopped || this.#until.stopped) {
      controller.abort(new Error('not to be sent again, nor past its deadline'))
      return
    }
    this.#started = true
    this.#controller = controller
  }

  onResponseStart(_: unknown, status: number, fields: IncomingHttpHeaders, statusText = ''): void {
    // A 1xx is no answer yet.
    if (status < 200) return
    this.#started = true
    this.status = status
    this.statusText = statusText
    this.#fields = fields
    this.#resolve(this)
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    this.#stopAtLimit()
  }

  onResponseEnd(): void {
    this.#finish()
  }

  /** The call of `onRequestStart` is the proof, not the code of the cause. */
  onResponseError(_: unknown, cause: Error): void {
    const Failure = this.#started ? MayBeSentError : NotSentError
    this.#reject(new Failure('the connection failed', { cause }))
    this.#finish('broken')
  }
}

const isTooLarge = (reason: unknown): boolean =>
  (reason as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

/**
 * Decoders by `Content-Encoding`, which a server may use although it was asked for `identity` (RFC 9110, section 8.4). A body
 * with another coding, or several, is taken as it is.
 */
const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify(zlib.gunzip)],
  ['x-gzip', promisify(zlib.gunzip)],
  ['br', promisify(zlib.brotliDecompress)],
  ['deflate', promisify(zlib.inflate)],
])
