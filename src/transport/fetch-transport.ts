import { newTurn } from '../shared/deadline.js'
import { inBrowser, isBun, isDeno, isNode } from '../shared/runtime.js'
import { refusalOf } from './connection-errors.js'
import {
  type FetchAnswer,
  type FetchInit,
  type FetchLike,
  MayBeSentError,
  NotSentError,
  type RequestStop,
  type Transport,
  type TransportBody,
} from './transport.js'

/**
 * Sends by the given fetch, or by the fetch that is global at each call. Each runtime has a strategy that proves that
 * nothing was sent, and keeps every runtime but a page's from sending a body twice:
 *
 * | Runtime               | Pulls before a connection | with n `Request`s | Proof of `not_sent`           |
 * | --------------------- | ------------------------- | ----------------- | ----------------------------- |
 * | Node.js 20, 22, 24    | 1, by its `tee`           | n + 1             | no iterator and no fifth pull |
 * | Node.js 26            | 0                         | n                 | no iterator and no fifth pull |
 * | Bun 1.4               | 0                         | n - 1             | no fifth pull                 |
 * | Deno 2.9              | all                       | all               | no pull, or the error         |
 * | workerd, pages, other | none: it gets a text      | none              | the error                     |
 * | any, without a body   | none                      | none              | the error                     |
 *
 * The pulls are those of a refused connection; a connection that takes the body pulls to the end. dd-trace 5.132, MSW's passthrough
 * and logging wrappers put one `Request` around the body.
 *
 * Deno and Bun repeat a text, of a POST too, when a reused connection breaks, and Node repeats one after 421 (fetch
 * standard, HTTP-network-or-cache fetch, step 15). A stream cannot be read again. workerd reads a stream before it
 * connects, and sends a stream that fails as an empty body. Chromium takes streams over HTTP/2 and 3 only, and repeats a text.
 */
export function fetchTransport(ownFetch?: FetchLike): Transport {
  const noStore = noStoreSettings()
  const Body = bodyOfRuntime()
  return async ({ url, method, headers, body, stop }) => {
    const fetch = ownFetch ?? globalThis.fetch
    // Copies come last: adding a name to a copy takes many times as long.
    const init = { method, headers, signal: stop.signal, redirect: 'manual', ...noStore } as const
    const answer =
      body === undefined || !Body
        ? await sendWhole(fetch, url, { body: body ?? null, ...init }, stop)
        : await sendOnce(fetch, url, init, new Body(body, stop))
    // Another library's fetch returns headers that have the same methods.
    const answered = answer.headers as Headers
    const { status, statusText, body: stream } = answer
    return { status, statusText, headers: answered, read: (limit) => readStream(stream, limit) }
  }
}

/** The class of a streamed body; undefined where a text is sent. */
function bodyOfRuntime(): typeof PulledBody | undefined {
  if (inBrowser()) return undefined
  if (isNode) return NodeBody
  if (isDeno) return DenoBody
  return isBun ? PulledBody : undefined
}

type ByteStream = Extract<FetchInit['body'], object>

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
  body: PulledBody,
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

const sentAgain =
  'a function below the client read the body, which is sent once, so that the next reader got nothing; beforeSend has the text'

/**
 * A body that can be read once: by the pull after the empty ones, or as a text by `String()`. A second reader, such as a
 * retry below fetch, gets nothing, and the outcome is unknown.
 */
class PulledBody {
  /** Pulls that get an empty chunk, since they may come before a connection: those of three `Request`s in Node 20. */
  protected readonly emptyPulls: number = 4
  readonly headers: Readonly<Record<string, string>> = {}
  readonly bytes: Uint8Array
  /** Whether the bytes were asked for. Until then, nothing was sent. */
  isRead = false
  isSentAgain = false
  end: 'answered' | 'failed' | undefined
  #isSent = false

  constructor(
    readonly text: string,
    readonly stop: RequestStop,
  ) {
    this.bytes = new TextEncoder().encode(text)
  }

  /** The error of a fetch that failed after the bytes were asked for. */
  failure(cause: unknown): Error {
    // A fetch refuses a body that was read before.
    const what = refusalOf(cause) === undefined ? 'the connection failed' : sentAgain
    return new MayBeSentError(what, { cause })
  }

  open(): ByteStream {
    return this.stream(() => this.read())
  }

  /** @throws Error where the body was sent before, or the attempt is over: no byte leaves. */
  protected async read(isCopy = false): Promise<Uint8Array> {
    await newTurn()
    this.#begin(isCopy)
    return this.bytes
  }

  protected stream(read: () => Promise<Uint8Array>): ByteStream {
    let pulls = 0
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      const isEarly = ++pulls <= this.emptyPulls
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

  #begin(isCopy = false): void {
    const isOver = this.end === 'failed' || this.stop.stopped
    if (!this.isRead && isOver) throw new NotSentError('the attempt is over')
    this.isRead = true
    if (isCopy) return
    this.isSentAgain = this.#isSent
    this.#isSent = true
    if (this.isSentAgain) throw new MayBeSentError(sentAgain)
  }
}

/**
 * Node iterates a stream, or the second half of its clone, only once a connection takes it: the iterator gives
 * the bytes at once. The reader of a clone, such as a log, gets a copy. Node 26 clones without asking the stream.
 */
class NodeBody extends PulledBody {
  /** A body of known length is sent like a text. Only Node lets this header be set. */
  override readonly headers = { 'content-length': `${this.bytes.length}` }

  override open(isClone = false): ByteStream {
    let isCopy = false
    const read = () => this.read(isCopy)
    const stream = this.stream(read)
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
}

/** Deno pulls everything before there is a connection: a pull proves nothing, so the error decides. */
class DenoBody extends PulledBody {
  protected override readonly emptyPulls = 0

  override failure(cause: unknown): Error {
    return cause as Error
  }
}

/** The chunks of a body as one. */
export function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks
  // Most answers are one chunk. A stream of texts has other chunks than bytes.
  if (first instanceof Uint8Array && first.length === length) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function readStream(stream: FetchAnswer['body'], limit: number): Promise<TransportBody> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Not every runtime can iterate a web stream.
  const reader = stream && ('getReader' in stream ? stream.getReader() : iterating(stream))
  try {
    for (;;) {
      const next = await reader?.read()
      if (!next || next.done === true) return { bytes: join(chunks, length) }
      const chunk = next.value as Uint8Array
      if (length + chunk.length > limit) break
      chunks.push(chunk)
      length += chunk.length
    }
  } catch {
    return { bytes: join(chunks, length), cut: 'broken' }
  }
  reader?.cancel()?.catch(() => undefined)
  return { bytes: join(chunks, length), cut: 'too_large' }
}

function iterating(stream: AsyncIterable<unknown>) {
  const pieces = stream[Symbol.asyncIterator]()
  return { read: () => pieces.next(), cancel: () => pieces.return?.() }
}
