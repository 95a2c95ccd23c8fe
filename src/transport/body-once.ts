import { newTurn } from '../shared/deadline.js'
import type { BodyRules } from './body-rules.js'
import { fetchRefusal } from './connection-errors.js'
import { type FetchInit, MayBeSentError, NotSentError, type RequestStop } from './transport.js'

type ByteStream = Extract<FetchInit['body'], object>

export const sentAgain =
  'a function below the client read the body, which is sent once, so that the next reader got nothing; beforeSend has the text'

/**
 * A body that can be read once: by the pull after the empty ones, by an iterator, or as a text by `String()`. A second reader, such
 * as a retry below fetch, gets nothing, and the outcome is unknown.
 */
export class BodyOnce {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Whether the bytes were asked for. Until then, nothing was sent. */
  isRead = false
  isSentAgain = false
  end: 'answered' | 'failed' | undefined
  #isSent = false

  constructor(
    readonly text: string,
    readonly stop: RequestStop,
    readonly rules: BodyRules,
  ) {
    this.bytes = new TextEncoder().encode(text)
    // A body of known length is sent like a text.
    this.headers = rules.isIterated ? { 'content-length': `${this.bytes.length}` } : {}
  }

  /** The reader of a clone, such as a log, gets a copy. Node 26 clones without asking the stream. */
  open(isClone = false): ByteStream {
    let isCopy = false
    const read = () => this.#read(isCopy)
    const stream = this.#stream(read)
    if (!this.rules.isIterated) return stream
    const getReader = (): unknown => {
      isCopy = isClone
      return ReadableStream.prototype.getReader.call(stream)
    }
    const tee = (): ByteStream[] => [this.open(true), this.open(true)]
    const iterate = async function* () {
      yield read()
    }
    return Object.assign(stream, { tee, getReader, [Symbol.asyncIterator]: iterate })
  }

  #stream(read: () => Promise<Uint8Array>): ByteStream {
    let pulls = 0
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      const isEarly = ++pulls <= this.rules.emptyPulls
      controller.enqueue(isEarly ? new Uint8Array() : await read())
      if (!isEarly) controller.close()
    }
    const toString = (): string => {
      // Tests may read the body of a request that was answered.
      if (this.end !== 'answered') this.#begin()
      return this.text
    }
    // @vercel/fetch makes JSON of a body. It would be `{}`, and be sent.
    const toJSON = (): never => {
      throw new NotSentError('the fetch made JSON of the body, which is a stream')
    }
    // The stream of a Blob will not do: Bun finds the Blob and sends it again.
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 }) as ByteStream
    return Object.assign(stream, { toString, toJSON })
  }

  /** @throws Error where the body was sent before, or the attempt is over: no byte leaves. */
  async #read(isCopy: boolean): Promise<Uint8Array> {
    await newTurn()
    this.#begin(isCopy)
    return this.bytes
  }

  #begin(isCopy = false): void {
    const isOver = this.end === 'failed' || this.stop.stopped
    if (!this.isRead && isOver) throw new NotSentError('the attempt is over')
    this.isRead = true
    if (isCopy) return
    this.isSentAgain = this.#isSent
    this.#isSent = true
    if (this.isSentAgain) throw new MayBeSentError(sentAgain)
  }

  /** The error of a fetch that failed after the bytes were asked for. */
  failure(cause: unknown): Error {
    if (!this.rules.isPullProof) return cause as Error
    // A fetch refuses a body that was read before.
    const what = fetchRefusal(cause) === undefined ? 'the connection failed' : sentAgain
    return new MayBeSentError(what, { cause })
  }
}
