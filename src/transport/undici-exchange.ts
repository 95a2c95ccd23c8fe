import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { decoderOf } from './content-coding.js'
import {
  MayBeSentError,
  NotSentError,
  type RequestStop,
  type TransportBody,
  type TransportRequest,
  type TransportResponse,
} from './transport.js'

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
export class Exchange implements Dispatcher.DispatchHandler, TransportResponse {
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

/**
 * What undici is asked for, in one literal: a copy that gets more members takes it several times as long. The URL is
 * whole and normal here, and parsing it again would be slow.
 */
export function dispatchOptions({ url, method, headers, body }: TransportRequest) {
  const at = url.indexOf('/', url.indexOf('//') + 2)
  const origin = url.slice(0, at)
  return { origin, path: url.slice(at), method, headers, body } as Dispatcher.DispatchOptions & {
    readonly origin: string
  }
}
