import type { IncomingHttpHeaders } from 'node:http'
import { type Unzip, createUnzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type TransportBody, type TransportResponse, readChunks } from './transport.js'

/** Bytes of a body that are taken while nobody has asked for it. */
const unasked = 64 * 1024

/** Takes an answer from undici as it comes in: the stream that `request` gives costs as much as the rest. */
export class Exchange implements Dispatcher.DispatchHandler, TransportResponse {
  status = 0
  readonly #answered: (response: TransportResponse) => void
  readonly #failed: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #stopped = false
  #fields: IncomingHttpHeaders = {}
  #headers: Headers | undefined
  readonly #chunks: Buffer[] = []
  #size = 0
  #limit: number | undefined
  #decoder: Unzip | undefined
  #end: 'whole' | TransportBody['cut']
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

  read(limit: number): TransportBody | Promise<TransportBody> {
    if (this.#decoder !== undefined) return readChunks(this.#decoder, limit)
    this.#limit = limit
    // Also where it has come to its end by now.
    if (this.#size > limit) {
      this.stop()
      return this.#body('too_large')
    }
    if (this.#end !== undefined) return this.#body(this.#end)
    this.#controller?.resume()
    return new Promise((resolve) => (this.#ended = resolve))
  }

  stop(): void {
    this.#stopped = true
    this.#controller?.abort(new Error('stopped'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#stopped) this.stop()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    fields: IncomingHttpHeaders,
  ): void {
    // The answer is still to come.
    if (status < 200) return
    this.status = status
    this.#fields = fields
    // No encoding was asked for; an answer that has one all the same is decoded while it is read.
    if (fields['content-encoding'] !== undefined) {
      this.#decoder = createUnzip()
        .on('drain', () => {
          controller.resume()
        })
        // Whoever reads sees it; whoever does not read must not fall over it.
        .on('error', () => undefined)
        .on('close', () => {
          this.stop()
        })
    }
    this.#answered(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#decoder !== undefined) {
      if (!this.#decoder.write(chunk)) controller.pause()
      return
    }
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size <= (this.#limit ?? unasked)) return
    if (this.#limit === undefined) controller.pause()
    else this.#finish('too_large')
  }

  onResponseEnd(): void {
    this.#decoder?.end()
    this.#finish('whole')
  }

  onResponseError(_: unknown, error: Error): void {
    this.#failed(error)
    this.#decoder?.destroy(error)
    this.#finish('broken')
  }

  #finish(end: 'whole' | 'too_large' | 'broken'): void {
    if (this.#end !== undefined) return
    this.#end = end
    if (end === 'too_large') this.stop()
    this.#ended?.(this.#body(end))
  }

  #body(end: 'whole' | 'too_large' | 'broken'): TransportBody {
    const [first] = this.#chunks
    const whole =
      first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    return end === 'whole' ? { bytes: whole } : { bytes: whole.subarray(0, this.#limit), cut: end }
  }
}
