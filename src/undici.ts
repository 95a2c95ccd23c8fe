import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { type Dispatcher, Pool } from 'undici'
import { within } from './shared/deadline.js'
import {
  MayBeSentError,
  NotSentError,
  type RequestStop,
  type Transport,
  type TransportBody,
  type TransportResponse,
} from './transport/transport.js'

/**
 * What undici's `Pool` takes: connections, pipelining, TLS by `connect`, timeouts …; or a dispatcher instead of
 * a pool for each origin, which then has such options itself.
 */
export type UndiciTransportOptions =
  | (Omit<Pool.Options, 'factory'> & {
      /** Not beside the options of a pool. */
      readonly dispatcher?: undefined
    })
  | ({ readonly [Name in keyof Pool.Options]?: undefined } & {
      /**
       * Such as undici's `ProxyAgent`. The transport does not close it. Your own dispatcher has to pass
       * `onRequestStart` on, which shows whether a request was sent.
       */
      readonly dispatcher: Dispatcher
    })

/** A transport with its own connections. */
export interface UndiciTransport extends Transport {
  /** Lets running calls end, and closes the connections; after 10 seconds it breaks those that are left. */
  close(): Promise<void>
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Milliseconds that running calls may take to end when a transport is closed: as long as an attempt does. */
const grace = 10_000

/**
 * Sends over undici's `Pool`, several times as fast as fetch. Redirects are not followed.
 * @throws TypeError when an option of a pool stands beside the dispatcher.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { dispatcher, ...poolOptions } = { dispatcher: undefined, ...options }
  const [stray] = dispatcher ? Object.keys(poolOptions) : []
  if (stray) throw new TypeError(`undiciTransport: give ${stray} to the dispatcher, not beside it`)
  const own = toOwnOptions(poolOptions as Pool.Options)
  const pools = new Map<string, Pool>()
  const find = (origin: string): Dispatcher => {
    const found = dispatcher ?? pools.get(origin)
    if (found) return found
    const pool = new Pool(origin, own)
    pools.set(origin, pool)
    return pool
  }
  const transport: Transport = async (request) => {
    const { url, method, headers } = request
    // The URL is whole and normal here, and parsing it again would be slow.
    const at = url.indexOf('/', url.indexOf('//') + 2)
    const origin = url.slice(0, at)
    const body = request.body ?? null
    // `servername` too is read from where undici finds it.
    const sent = { origin, path: url.slice(at), method, headers, body, servername: undefined }
    // A transport around this one may have waited before it passed the request on.
    if (request.stop.stopped) throw new NotSentError('ended before it was sent')
    return new Promise<TransportResponse>((resolve, reject) => {
      const exchange = new Exchange(request.stop, resolve, reject)
      request.stop.onStop(() => exchange.stop())
      try {
        find(origin).dispatch(sent as object as Dispatcher.DispatchOptions, exchange)
      } catch (reason) {
        // A closed dispatcher throws here, or reports to the exchange.
        exchange.onResponseError(undefined, reason as Error)
      }
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

/**
 * What Node.js reads when it connects, as own members: one on a polluted Object.prototype would send the token to
 * another place, or trust another certificate. A function for `connect` is the caller's own.
 */
function toOwnOptions(options: Pool.Options): Pool.Options {
  const none = undefined
  const { connect, socketPath } = { connect: none, socketPath: none, ...options }
  const unset = {
    socketPath,
    lookup: none,
    servername: none,
    ca: none,
    cert: none,
    key: none,
    pfx: none,
  }
  const connector = typeof connect === 'function' ? connect : { ...unset, ...connect }
  return { socketPath: none, tls: none, ...options, connect: connector } as object
}

/** So many bytes of a body are buffered before `read` is called; then undici is paused. */
const unaskedBytes = 64 * 1024

/** The code of zlib's error for a body beyond the limit. */
const tooLargeCode = 'ERR_BUFFER_TOO_LARGE'

type End = 'whole' | 'too_large' | 'broken'

/**
 * Takes an answer from undici by its callbacks: the stream that undici's `request` makes would cost
 * as much time as all the rest. Undici calls `onRequestStart` right before it writes a request. So
 * if it was never called, nothing was sent; if it is called a second time, undici is about to send
 * the request again.
 */
class Exchange implements Dispatcher.DispatchHandler, TransportResponse {
  status = 0
  readonly #until: RequestStop
  readonly #answered: (response: TransportResponse) => void
  readonly #failed: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #started = false
  #stopped = false
  #fields: IncomingHttpHeaders = {}
  #headers: Headers | undefined
  readonly #chunks: Buffer[] = []
  #size = 0
  #limit: number | undefined
  #end: End | undefined
  #ended: ((body: TransportBody) => void) | undefined

  constructor(
    until: RequestStop,
    answered: (response: TransportResponse) => void,
    failed: (error: Error) => void,
  ) {
    this.#until = until
    this.#answered = answered
    this.#failed = failed
  }

  get headers(): Headers {
    if (this.#headers !== undefined) return this.#headers
    this.#headers = new Headers()
    for (const [name, value] of Object.entries(this.#fields))
      for (const one of [value].flat()) if (one !== undefined) this.#headers.append(name, one)
    return this.#headers
  }

  header(name: string): string | undefined {
    if (!Object.hasOwn(this.#fields, name)) return undefined
    const value = this.#fields[name]
    return typeof value === 'string' ? value : value?.join(', ')
  }

  read(limit: number): TransportBody | Promise<TransportBody> {
    const decode = decoderOf(this.#fields['content-encoding'])
    const raw = this.#readRaw(limit)
    if (decode === undefined) return raw
    return Promise.resolve(raw).then(async ({ bytes, cut }) => {
      // Half of a compressed body cannot be decoded.
      if (cut !== undefined) return { bytes: new Uint8Array(), cut }
      return decode(bytes, { maxOutputLength: limit }).then(
        (plain) => ({ bytes: plain }),
        (reason: unknown) => ({
          bytes: new Uint8Array(),
          cut: (reason as NodeJS.ErrnoException).code === tooLargeCode ? 'too_large' : 'broken',
        }),
      )
    })
  }

  #readRaw(limit: number): TransportBody | Promise<TransportBody> {
    this.#limit = limit
    // Even if the body has ended by now.
    if (this.#size > limit) {
      this.stop()
      return this.#body('too_large')
    }
    if (this.#end !== undefined) return this.#body(this.#end)
    return new Promise((resolve) => {
      this.#ended = resolve
      // Last, because it may deliver what is buffered, and the end, at once.
      this.#controller?.resume()
    })
  }

  /** Ends it, and tells whether anything was sent. */
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

  onResponseStart(_: unknown, status: number, fields: IncomingHttpHeaders): void {
    // The answer is still to come.
    if (status < 200) return
    this.#started = true
    this.status = status
    this.#fields = fields
    this.#answered(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size <= (this.#limit ?? unaskedBytes)) return
    if (this.#limit === undefined) controller.pause()
    else this.#finish('too_large')
  }

  onResponseEnd(): void {
    this.#finish('whole')
  }

  onResponseError(_: unknown, cause: Error): void {
    this.#failed(failureOf(cause, this.#started))
    this.#finish('broken')
  }

  #finish(end: End): void {
    if (this.#end !== undefined) return
    this.#end = end
    if (end === 'too_large') this.stop()
    this.#ended?.(this.#body(end))
  }

  #body(end: End): TransportBody {
    const [first] = this.#chunks
    const whole =
      first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    return end === 'whole' ? { bytes: whole } : { bytes: whole.subarray(0, this.#limit), cut: end }
  }
}

/** Wraps a failure by what `onRequestStart` proved, whatever its code says. */
function failureOf(cause: Error, started: boolean): Error {
  const what = 'the connection failed'
  return started ? new MayBeSentError(what, { cause }) : new NotSentError(what, { cause })
}

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  deflate: promisify(zlib.inflate),
}

/** Decodes a body of one `Content-Encoding`; undefined for any other, whose body is taken as it is. */
function decoderOf(coding: string | readonly string[] | undefined): Decode | undefined {
  const name = String(coding ?? '').toLowerCase()
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined
}
