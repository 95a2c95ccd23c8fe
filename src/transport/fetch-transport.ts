import { newTurn } from '../shared/deadline.js'
import { type BodyRules, bodyRules } from './body-rules.js'
import { fetchRefusal } from './connection-errors.js'
import { readBody } from './read-body.js'
import {
  type FetchAnswer,
  type FetchInit,
  type FetchLike,
  MayBeSentError,
  NotSentError,
  type RequestStop,
  type Transport,
} from './transport.js'

/**
 * Sends by the given fetch, or by the fetch that is global at each call. A body is a stream where the runtime takes one, which
 * proves that nothing was sent, and keeps the runtime from sending the body twice: Deno and Bun repeat a text, of a POST too, when a
 * reused connection breaks, and Node repeats one after 421 (fetch standard, HTTP-network-or-cache fetch, step 15). A stream cannot be
 * read again.
 */
export function fetchTransport(ownFetch?: FetchLike): Transport {
  const noStore = noStoreSettings()
  const rules = bodyRules()
  return async ({ url, method, headers, body, stop }) => {
    const fetch = ownFetch ?? globalThis.fetch
    // Copies come last: adding a name to a copy takes many times as long.
    const init = { method, headers, signal: stop.signal, redirect: 'manual', ...noStore } as const
    const answer =
      body === undefined || !rules
        ? await sendWhole(fetch, url, { body: body ?? null, ...init }, stop)
        : await sendOnce(fetch, url, init, new BodyOnce(body, stop, rules))
    // Another library's fetch returns headers that have the same methods.
    const answered = answer.headers as Headers
    const { status, statusText, body: stream } = answer
    return { status, statusText, headers: answered, read: (limit) => readBody(stream, limit) }
  }
}

/**
 * The settings that keep answers out of every cache, such as the disk cache of Next.js, and cookies out of requests. A
 * setting that the runtime's `Request` lacks is left out: workerd would throw.
 */
function noStoreSettings(): Pick<FetchInit, 'cache' | 'credentials'> {
  const { prototype: settings = {} } =
    (globalThis as { Request?: { prototype: object } }).Request ?? {}
  return {
    ...('cache' in settings && { cache: 'no-store' }),
    ...('credentials' in settings && { credentials: 'omit' }),
  }
}

/**
 * Sends a text, or no body. The deadline is checked right before `fetch` is called, in a turn of its own, so that no function
 * of the caller but the fetch itself runs in between.
 */
async function sendWhole(fetch: FetchLike, url: string, init: FetchInit, stop: RequestStop) {
  let isBegun = false
  stop.onStop(() => (isBegun ? undefined : 'not_sent'))
  await newTurn()
  if (stop.stopped) throw new NotSentError('the attempt is over')
  isBegun = true
  return fetch(url, init)
}

/** Sends a stream, whose pulls tell whether it may have been sent. */
async function sendOnce(
  fetch: FetchLike,
  url: string,
  init: Omit<FetchInit, 'body' | 'duplex'>,
  body: BodyOnce,
): Promise<FetchAnswer> {
  body.stop.onStop(() => (body.isRead ? undefined : 'not_sent'))
  const headers = { ...body.headers, ...init.headers }
  try {
    const answer = await fetch(url, { body: body.open(), duplex: 'half', ...init, headers })
    body.end = 'answered'
    if (!body.isSentAgain) return answer
  } catch (cause) {
    // A later reader gets nothing, since the caller hears of this failure.
    body.end = 'failed'
    if (!body.isSentAgain) throw body.isRead ? body.failure(cause) : notSent(cause)
  }
  throw new MayBeSentError(sentAgain)
}

const notSent = (cause: unknown): Error =>
  NotSentError.is(cause) ? (cause as Error) : new NotSentError('the connection failed', { cause })

type ByteStream = Extract<FetchInit['body'], object>

const sentAgain =
  'a function below the client read the body, which is sent once, so that the next reader got nothing; beforeSend has the text'

/**
 * A body that can be read once: by the pull after the empty ones, by an iterator, or as a text by `String()`. A second reader, such
 * as a retry below fetch, gets nothing, and the outcome is unknown.
 */
class BodyOnce {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Whether the bytes were asked for. Until then, nothing was sent. */
  isRead = false
  /** Whether a second reader asked for them. */
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

  /**
   * The stream of the body. Of a clone, an iterator gets the body that is sent, and a reader, such as a log, a copy. Node 26 clones
   * without this `tee`.
   */
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

  async #read(isCopy: boolean): Promise<Uint8Array> {
    await newTurn()
    this.#begin(isCopy)
    return this.bytes
  }

  /** Notes a reader of the bytes. @throws Error where they were sent before, or the attempt is over: no byte leaves. */
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
