import { operations } from '../generated/operations.js'
import { type Begun, type Opening, createEngine } from './call/run-call.js'
import { ClientError, InvalidRequestError } from './errors.js'
import { type Origin, unsent } from './shared/outcome.js'
import { type Asked, readAsked, readJson } from './fetch-request.js'
import { refusedText } from './call/answer.js'
import { Interruption, within } from './shared/deadline.js'
import { interrupted } from './interrupted.js'
import type { Operation } from './document/operation.js'
import type { ClientOptions } from './options.js'
import { redact } from './shared/redact.js'
import type { CallState } from './call-state.js'
import type { FetchLike } from './transport/fetch-like.js'
import { operationFinder, parametersOf, typed } from './document/url.js'

/**
 * Makes a `fetch` for any client that takes one: what it is asked for is found in the document by
 * method and path, checked, and sent as a method of `createClient` sends it, with the token, the limits
 * and the retries of these options. A URL that begins with `/` stands below `baseUrl`.
 *
 * A success, and what the service refused (`outcome` `rejected`), become a `Response`. Anything else
 * rejects with a `ClientError`, whose `outcome` is `not_sent` or `unknown`: so do a 405 and a 409 after a
 * POST, as an `ApiError`, since neither proves that nothing was done. What the document does not
 * have, and a body that is no JSON object, is an `InvalidRequestError`; where there is no operation, its
 * `operation` is the method and the path that were asked for.
 *
 * The headers that are given go along, but Authorization, Content-* and those of the connection. Of the
 * other settings only `signal` counts; a redirect is never followed.
 * @throws TypeError when an option is wrong.
 */
export function createFetch(options: ClientOptions): typeof globalThis.fetch {
  // If someone makes this fetch the global one, its own requests must go to the original, or they
  // would loop for ever.
  const original = globalThis.fetch
  const sent = new WeakSet()
  const passOn: FetchLike = (input, init) => {
    sent.add(init)
    return globalThis.fetch(input, init)
  }
  const { baseUrl, limits, begin, carryOut } = createEngine('createFetch', options, passOn)
  const find = operationFinder(operations, baseUrl)
  /**
   * Keeps a `Request` alive as long as its signal: once it is garbage-collected, the signal no
   * longer aborts.
   */
  const requests = new WeakMap<AbortSignal, unknown>()

  const start = async (opening: Opening, input: unknown, init: unknown): Promise<Begun> => {
    const { call } = opening
    const asked = understand(call, input, init)
    const { method, url, headers, signal } = asked
    const found = find(method, url)
    if ('why' in found) throw refused(unsent(nameless(asked), call), found.why)
    if (signal !== undefined) requests.set(signal, input)
    const { operation } = found
    const written = found.read(headers)
    const origin = unsent(operation, call)
    if (typeof written === 'string') throw refused(origin, written)
    const body = await readBody(asked, operation, origin, limits.totalTimeout)
    const parameters = parametersOf(operation)
    const stray = parameters.find(({ name }) => Object.hasOwn(body ?? {}, name))
    if (stray) throw refused(origin, `${stray.name} is a parameter, and not of the body`)
    const given = parameters.length === 0 ? body : typed(operation, written, body)
    return begin(opening, operation, given, { signal }, headers)
  }
  return async (input, init) => {
    if (init && sent.has(init)) return original(input, init)
    let begun: Begun | undefined
    try {
      await carryOut(async (opening) => (begun = await start(opening, input, init)))
    } catch (reason) {
      if (begun && reason instanceof ClientError && reason.outcome === 'rejected')
        return toResponse(begun.state, true)
      throw reason
    }
    return toResponse(begun?.state, false)
  }
}

function understand(call: string, input: unknown, init: unknown): Asked {
  try {
    return readAsked(input, init)
  } catch {
    const nothing = { id: 'fetch', method: 'fetch', path: 'of nothing', idempotent: false }
    throw refused(unsent(nothing, call), 'the address, the headers or the settings cannot be read')
  }
}

/**
 * Used as the operation in errors if the document has none: method and path as they were asked for,
 * without the query.
 */
function nameless({ method, url }: Asked): Origin['operation'] {
  const path = (URL.canParse(url) ? new URL(url).pathname : url.replace(/[?#].*/s, '')).slice(
    0,
    200,
  )
  const verb = method.slice(0, 20)
  return { id: `${verb} ${path}`, method: verb, path, idempotent: false }
}

function refused(origin: Origin, message: string): InvalidRequestError {
  return new InvalidRequestError(origin, [{ path: '$', message }])
}

/** The object in the body, where the operation takes one. */
async function readBody(
  { body, signal }: Asked,
  operation: Operation,
  origin: Origin,
  milliseconds: number,
): Promise<object | undefined> {
  try {
    const text =
      typeof body === 'function' ? decode(await within(milliseconds, signal, body)) : body
    if (text === undefined || text === '') {
      if (operation.hasBody) throw new SyntaxError('is missing')
      return undefined
    }
    if (!operation.hasBody) throw new SyntaxError('is one too many: the operation takes none')
    return readJson(text)
  } catch (reason) {
    if (reason instanceof SyntaxError) throw refused(origin, `the body ${reason.message}`)
    if (!(reason instanceof Interruption)) throw refused(origin, 'the body cannot be read')
    throw interrupted(reason, 'the body was not given in time', origin, 'not_sent')
  }
}

function decode(bytes: ArrayBuffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Headers that are no longer true of a body that was decoded and read whole. */
const ofTheTransfer = ['content-encoding', 'content-length', 'transfer-encoding']

/** The last answer as a `Response`; a refusal is redacted, in case it repeats the token. */
function toResponse(state: CallState | undefined, isRefusal: boolean): Response {
  const { answer, secrets } = state as CallState & {
    readonly answer: NonNullable<CallState['answer']>
  }
  const { status, headers: answered } = answer.response
  const headers = new Headers()
  for (const [name, value] of answered)
    if (!ofTheTransfer.includes(name))
      headers.append(name, isRefusal ? redact(value, secrets) : value)
  const body = isRefusal ? refusedText(answer, secrets) : (answer.bytes as Uint8Array<ArrayBuffer>)
  // The constructor throws for a body with these statuses (the fetch standard, null body status).
  return new Response(status === 204 || status === 205 ? null : body, { status, headers })
}
