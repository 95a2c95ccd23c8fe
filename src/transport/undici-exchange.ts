import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { decode, decodersOf } from './content-coding.js'
import {
  MayBeSentError,
  NotSentError,
  type TransportBody,
  type TransportResponse,
} from './transport.js'

/** Bytes of a body that are taken while nobody has asked for it. */
const unaskedBytes = 64 * 1024

/** What zlib says of a body that is longer than was asked for. */
const tooLargeCode = 'ERR_BUFFER_TOO_LARGE'

type End = 'whole' | 'too_large' | 'broken'

/**
 * Takes an answer from undici as it comes in: the stream that `request` gives costs as much as the rest.
 * What an exchange that failed proves is told by `onRequestStart` alone, which undici calls right before
 * it writes: never called, nothing left; called a second time, undici sends the request again.
 */
export class Exchange implements Dispatcher.DispatchHandler, TransportResponse {
  status = 0
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

  constructor(answered: (response: TransportResponse) => void, failed: (error: Error) => void) {
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
    const coding = this.#fields['content-encoding']
    const decoders = coding === undefined ? [] : decodersOf(coding)
    const raw = this.#readRaw(limit)
    if (decoders.length === 0) return raw
    return Promise.resolve(raw).then(async ({ bytes, cut }) => {
      // A part of what is compressed tells nothing.
      if (cut !== undefined) return { bytes: new Uint8Array(), cut }
      return decode(bytes, decoders, limit).then(
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
    // Also where it has come to its end by now.
    if (this.#size > limit) {
      this.stop()
      return this.#body('too_large')
    }
    if (this.#end !== undefined) return this.#body(this.#end)
    return new Promise((resolve) => {
      this.#ended = resolve
      // Last: what is buffered comes at once, and with it maybe the end.
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
    if (this.#started || this.#stopped) {
      controller.abort(new Error('not to be sent again'))
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

/** What a failure proves, whatever its code says. */
function failureOf(cause: Error, started: boolean): Error {
  const what = 'the connection failed'
  return started ? new MayBeSentError(what, { cause }) : new NotSentError(what, { cause })
}
