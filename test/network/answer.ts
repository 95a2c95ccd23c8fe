import { constants } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Act, type Exchange, factsOf } from './act.js'

/** The answer to one request, and how it breaks. */
export class Answer {
  readonly #status
  readonly #headers
  readonly #bytes

  constructor(
    private readonly exchange: Exchange,
    private readonly act: Act,
    success: string,
    private readonly breaksStreams: boolean,
  ) {
    const { status = 200, headers, by } = act
    this.#status = status
    this.#headers = { 'Content-Type': 'application/json', ...headers }
    const whole = status < 300 && status !== 204 ? success : ''
    const isCut = by !== undefined && factsOf(act).answer === 'cut'
    const body = act.body ?? (isCut ? whole.slice(0, -3) : whole)
    this.#bytes = Buffer.from(body)
  }

  async give(): Promise<void> {
    const { act, exchange } = this
    const { request, response } = exchange
    const { by, raw, goAway, before, drips, delay } = act
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
    else if (drips) await this.#drip()
    else if (by === undefined || act.where === 'behind the answer') await this.#giveWhole()
    else if (factsOf(act).answer === 'cut' && before === undefined) this.#begin()
    if (by === undefined) return
    // What was written is to arrive first.
    if (raw !== undefined || before !== undefined || response.headersSent) await sleep(20)
    this.#breakOff(by)
  }

  async #giveWhole(): Promise<void> {
    const { request, response } = this.exchange
    const { again } = this.act
    const bytes = this.#bytes
    const isClosed = new Promise((resolve) => response.once('close', resolve))
    const length = { 'Content-Length': bytes.length }
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}`
    const second = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes])
    response.writeHead(this.#status, { ...this.#headers, ...(this.#status !== 204 && length) })
    // In one piece they are seen together, and the second is dropped. In two, it may answer the next call.
    response.end(again === 'at once' ? Buffer.concat([bytes, second]) : bytes)
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
    else if (stream !== undefined && this.breaksStreams)
      stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    else if (stream !== undefined) stream.session?.destroy()
    else if (by === 'reset' && !('encrypted' in socket)) socket.resetAndDestroy()
    else socket.destroy()
  }

  async #drip(): Promise<void> {
    const { request, response } = this.exchange
    response.writeHead(this.#status, this.#headers)
    for (const byte of this.#bytes) {
      if (request.socket.destroyed) return
      response.write(Buffer.of(byte))
      await sleep(1_000)
    }
  }
}
