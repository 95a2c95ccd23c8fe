import { newTurn } from '../shared/deadline.js'
import { BodyOnce, sentAgain } from './body-once.js'
import { bodyRules } from './body-rules.js'
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
