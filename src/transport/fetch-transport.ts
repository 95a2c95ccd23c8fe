import { newTurn } from '../shared/deadline.js'
import { inBrowser, isBun, isDeno, isNode } from '../shared/runtime.js'
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
 * Sends by fetch: the given one, or the global one as it is at each call; and so that the runtime cannot send a request
 * twice. The body is a stream where that is needed, because a stream cannot be read again. Deno and Bun repeat
 * a request by themselves, even a POST, when a reused connection breaks; Node repeats a text after 421, as the fetch
 * standard has it (HTTP-network-or-cache fetch, step 15). workerd gets the text: it reads a stream before it connects,
 * and sends one that fails as an empty body. A page gets the text too: Chromium sends streams over HTTP/2 and 3 only.
 */
export function fetchTransport(ownFetch?: FetchLike): Transport {
  const isStream = !inBrowser() && (isNode || isDeno || isBun)
  const noStore = noStoreSettings()
  return async ({ url, method, headers, body, stop }) => {
    const fetch = ownFetch ?? globalThis.fetch
    // Copies come last: adding a name to a copy takes many times as long.
    const init = { method, headers, signal: stop.signal, redirect: 'manual', ...noStore } as const
    const answer =
      body === undefined || !isStream
        ? await sendAtOnce(fetch, url, { body: body ?? null, ...init }, stop)
        : await sendOnce(fetch, url, init, { body, stop })
    // Another library's fetch returns headers that have the same methods.
    const answered = answer.headers as Headers
    const { status, body: stream } = answer
    return { status, headers: answered, read: (limit) => readStream(stream, limit) }
  }
}

type ByteStream = Extract<FetchInit['body'], object>

/**
 * The settings that keep answers out of every cache, such as that of Next.js on disk, and cookies out of requests; only
 * those that the runtime's `Request` has: workerd throws when it is given another.
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
 * Sends what nobody asks for later: the time is looked at right before `fetch` is called, in a turn of its own, so that
 * no function of the caller's but the fetch itself runs in between.
 */
async function sendAtOnce(fetch: FetchLike, url: string, init: FetchInit, stop: RequestStop) {
  let isBegun = false
  stop.onStop(() => (isBegun ? undefined : 'not_sent'))
  await newTurn()
  if (stop.stopped) throw new NotSentError('the attempt is over')
  isBegun = true
  return fetch(url, init)
}

/**
 * Sends a body that can be sent once, and knows whether it was read. Runtimes pull a stream early, before there is a
 * connection, and so does each `Request` that is made around it, as dd-trace and MSW do. So the first pulls get
 * nothing, and the one after them, which comes when a connection takes the body, gets the bytes. Node iterates a stream,
 * or the second half of one that it cloned, only then: an iterator gets the bytes at once. `String()` of the stream gives
 * the text and counts as sending. Whoever sends once more, such as a retry below fetch, also by a clone, gets nothing,
 * and the outcome is unknown. A reader of a clone, such as a log, gets a copy.
 */
async function sendOnce(
  fetch: FetchLike,
  url: string,
  init: Omit<FetchInit, 'body' | 'duplex'>,
  { body, stop }: { readonly body: string; readonly stop: RequestStop },
): Promise<FetchAnswer> {
  const bytes = utf8.encode(body)
  let isPulled = false
  let isRead = false
  let sends = 0
  let isAnswered = false
  let isOver = false
  const isUnsent = (): boolean => !(isDeno ? isPulled : isRead)
  /** @throws Error where the body was sent before, or the time is over: then no byte of it leaves. */
  const beginToSend = (isCopy = false): void => {
    if (!isRead && (isOver || stop.stopped)) throw new NotSentError('the attempt is over')
    isRead = true
    if (!isCopy && ++sends > 1) throw new MayBeSentError(sentAgain)
  }
  const text = (): string => {
    // Tests look at a request after it was answered.
    if (!isAnswered) beginToSend()
    return body
  }
  // It would be `{}`, and be sent.
  const json = (): never => {
    throw new NotSentError('the fetch made JSON of the body, which is a stream')
  }
  const open = (isClone = false): ByteStream => {
    let pulls = 0
    let isCopy = false
    const pieces = async function* () {
      await newTurn()
      beginToSend(isCopy)
      yield bytes
    }
    let source: ReturnType<typeof pieces> | undefined
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      isPulled = true
      const isEarly = ++pulls <= emptyPulls
      const { value } = isEarly ? { value: new Uint8Array() } : await (source ??= pieces()).next()
      if (value) controller.enqueue(value)
      else controller.close()
    }
    // The stream of a Blob will not do: Bun finds the Blob and sends it again. Deno and Bun read a stream by iterating
    // it; pages do not use the iterator.
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 }) as ByteStream
    const getReader = (): unknown => {
      isCopy = isClone
      return ReadableStream.prototype.getReader.call(stream)
    }
    const tee = (): ByteStream[] => [open(true), open(true)]
    const ofNode = { tee, getReader, [Symbol.asyncIterator]: pieces }
    return Object.assign(stream, { toString: text, toJSON: json }, isNode && ofNode)
  }
  // With its length known, it is sent like a text. Only Node lets it be set.
  const headers = isNode ? { 'content-length': `${bytes.length}`, ...init.headers } : init.headers
  stop.onStop(() => (isUnsent() ? 'not_sent' : undefined))
  try {
    const answer = await fetch(url, { body: open(), duplex: 'half', ...init, headers })
    isAnswered = true
    if (sends < 2) return answer
  } catch (cause) {
    // A later reader gets nothing: the caller was told of the failure.
    isOver = true
    if (sends < 2) {
      // Deno pulls everything at once, also where no connection can be made: there the error has to tell.
      if (isUnsent() ? NotSentError.is(cause) : isDeno) throw cause
      throw new (isUnsent() ? NotSentError : MayBeSentError)('the connection failed', { cause })
    }
  }
  throw new MayBeSentError(sentAgain)
}

const sentAgain = 'something below the client asked for the body a second time, and got nothing'

const utf8 = new TextEncoder()

/** Measured on Node 20 to 26: one of its own, and one for each of up to three `Request`s around each other. */
const emptyPulls = 4

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

export async function readStream(
  stream: FetchAnswer['body'],
  limit: number,
): Promise<TransportBody> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Not every runtime can iterate a stream of the web.
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
