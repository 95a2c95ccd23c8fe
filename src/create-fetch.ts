import { operations } from '../generated/operations.js'
import { refusedText } from './call/answer.js'
import { type Answer, type CallState, interrupted } from './call/call.js'
import { openCall, runCall, setUp } from './call/run-call.js'
import { operationFinder, typed } from './document/find-operation.js'
import type { Operation } from './document/operation.js'
import { ClientError, InvalidRequestError } from './errors.js'
import { type ClientOptions, type FetchOptions, fetchOptions } from './options.js'
import { checkOptions, isSignal } from './shared/check-options.js'
import { Interruption, within } from './shared/deadline.js'
import { type HeaderFields, passedOn } from './shared/headers.js'
import { readJson } from './shared/json.js'
import { redact } from './shared/redact.js'
import type { FetchLike } from './transport/transport.js'

/**
 * Makes a `fetch` for any client that takes one: what it is asked for is found in the document by
 * method and path, checked, and sent as a method of `createClient` sends it, with the token, the limits
 * and the retries of these options. A URL that begins with `/` stands below `baseUrl`.
 *
 * A success, and what the service refused (`outcome` `rejected`), become a `Response`. Anything else
 * rejects with a `ClientError`, whose `outcome` is `not_sent` or `unknown`: so do a 405 and a 409 after a
 * POST, as an `ApiError`, since neither proves that nothing was done. What the document does not
 * have, and a body that is no JSON object, is an `InvalidRequestError`.
 *
 * The headers that are given go along, but Authorization, Content-* and those of the connection. Of the
 * other settings only `signal` counts; a redirect is never followed.
 * @throws TypeError when an option is wrong.
 */
export function createFetch(
  options: ClientOptions,
  more: FetchOptions = {},
): typeof globalThis.fetch {
  const { undocumentedReads } = checkOptions('createFetch', more, fetchOptions)
  // If someone makes this fetch the global one, its own requests must go to the original, or they
  // would loop for ever.
  const original = globalThis.fetch
  const sent = new WeakSet()
  const passOn: FetchLike = (input, init) => {
    sent.add(init)
    return globalThis.fetch(input, init)
  }
  const setup = setUp('createFetch', options, passOn)
  const find = operationFinder(operations, setup.options.baseUrl, undocumentedReads)
  /** A `Request` must live as long as its signal: once it is garbage-collected, the signal no longer aborts. */
  const requests = new WeakMap<AbortSignal, unknown>()

  const open = async (state: CallState, input: unknown, init: unknown): Promise<void> => {
    const asked = understand(state, input, init)
    const { headers, signal } = asked
    state.operation = nameless(state.operation, asked)
    const found = find(asked.method, asked.url)
    if ('why' in found) throw refused(state, found.why)
    if (signal !== undefined) requests.set(signal, input)
    const operation = (state.operation = found.operation)
    const written = found.read(headers)
    if (typeof written === 'string') throw refused(state, written)
    const body = await readBody(asked, state)
    const { parameters } = operation
    const stray = parameters?.list.find(({ name }) => Object.hasOwn(body ?? {}, name))
    if (stray) throw refused(state, `${stray.name} is a parameter, not a field of the body`)
    const given = parameters ? typed(operation, written, body) : body
    openCall(setup, state, operation, given, { signal }, headers)
  }
  return async (input, init) => {
    if (init && sent.has(init)) return original(input, init)
    let call: CallState | undefined
    try {
      return toResponse(await runCall(setup, (state) => open((call = state), input, init)), false)
    } catch (reason) {
      if (!(call && reason instanceof ClientError && reason.outcome === 'rejected')) throw reason
      return toResponse(call, true)
    }
  }
}

/** What a fetch was asked for. */
interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: HeaderFields
  readonly signal: AbortSignal | undefined
  /** Absent where there is none; of a `Request`, nobody can tell before it is read. */
  readonly body: string | (() => Promise<ArrayBuffer>) | undefined
}

/** Reads what fetch takes: a `Request` of any make, or an address, and what it is to be overridden by. */
function understand(state: CallState, input: unknown, init: unknown): Asked {
  const request =
    typeof input === 'object' && !(input instanceof URL) ? (input as Request) : undefined
  const own = init as RequestInit | undefined
  try {
    const body = own?.body ?? undefined
    const signal = own?.signal === null ? undefined : (own?.signal ?? request?.signal)
    return {
      method: text(own?.method ?? request?.method ?? 'GET').toUpperCase(),
      url: text(request === undefined ? input : request.url),
      headers: passedOn(new Headers(own?.headers ?? request?.headers)),
      signal: isSignal(signal) ? signal : undefined,
      body: typeof body === 'string' ? body : bytesOf(body, request),
    }
  } catch {
    throw refused(state, 'the URL, the headers or the settings cannot be read')
  }
}

function text(value: unknown): string {
  return typeof value === 'string' || value instanceof URL ? String(value) : ''
}

function bytesOf(body: unknown, request: Request | undefined): Asked['body'] {
  if (body !== undefined) return () => new Response(body as BodyInit).arrayBuffer()
  return request && (() => request.arrayBuffer())
}

/** In an error, the method and the path that were asked for, instead of an operation that the document may lack. */
function nameless(operation: Operation, { method, url }: Asked): Operation {
  const whole = URL.canParse(url) ? new URL(url).pathname : url.replace(/[?#].*/s, '')
  const path = whole.slice(0, 200)
  const verb = method.slice(0, 20)
  return { ...operation, id: `${verb} ${path}`, method: verb, path }
}

function refused(state: CallState, message: string): InvalidRequestError {
  return new InvalidRequestError(state, [{ path: '$', message }])
}

/** The object in the body, where the operation takes one. */
async function readBody({ body, signal }: Asked, state: CallState): Promise<object | undefined> {
  const { operation, limits } = state
  try {
    const given =
      typeof body === 'function'
        ? utf8.decode(await within(limits.totalTimeout, signal, body))
        : body
    if (given === undefined || given === '') {
      if (operation.hasBody) throw new SyntaxError('is missing')
      return undefined
    }
    if (!operation.hasBody) throw new SyntaxError('is not allowed: the operation takes none')
    return readJson(given)
  } catch (reason) {
    if (reason instanceof SyntaxError) throw refused(state, `the body ${reason.message}`)
    if (!(reason instanceof Interruption)) throw refused(state, 'the body cannot be read')
    throw interrupted(reason, 'the body did not arrive in time', state, 'not_sent')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Headers that are no longer true of a body that was decoded and read whole. */
const ofTheTransfer = ['content-encoding', 'content-length', 'transfer-encoding']

/** The last answer as a `Response`; a refusal is redacted, in case it repeats the token. */
function toResponse(state: CallState, isRefusal: boolean): Response {
  const { secrets } = state
  // A call that succeeded or was refused has an answer.
  const answer = state.answer as Answer
  const { status, headers: answered } = answer.response
  const headers = new Headers()
  for (const [name, value] of answered)
    if (!ofTheTransfer.includes(name))
      headers.append(name, isRefusal ? redact(value, secrets) : value)
  const body = isRefusal ? refusedText(answer, secrets) : (answer.bytes as Uint8Array<ArrayBuffer>)
  // The constructor throws for a body with these statuses (the fetch standard, null body status).
  return new Response(status === 204 || status === 205 ? null : body, { status, headers })
}
