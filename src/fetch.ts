import { operations } from '../generated/index.js'
import { ClientCall } from './call/client-call.js'
import { joinJournal } from './call/join-journal.js'
import { type CallContext, remainingOf } from './call-context.js'
import { inputOf, type Match, type NoMatch, operationFinder } from './document/find-operation.js'
import { Failed, interrupted, invalid, toFailure } from './failure.js'
import { isRefusal, readText, refusalResponse, successResponse } from './fetch-call.js'
import { type Operation, unknownOperation } from './operation.js'
import { type ClientOptions, type Setup, setUp } from './options.js'
import { isSignal } from './shared/check-options.js'
import { Interruption, within } from './shared/deadline.js'
import { passedOn } from './shared/headers.js'
import type { FetchLike } from './transport/transport.js'

/**
 * Makes a `fetch` for any client that takes one. It finds the operation in the document by method and
 * path, checks the request and sends it as a method of `createClient` does, with the token, the limits
 * and the retries of these options. A URL that begins with `/` stands below `baseUrl`.
 *
 * A success, and a refusal (`outcome` `rejected`), become a `Response`. Any other outcome rejects with a
 * `ClientError`, whose `outcome` is `not_sent` or `unknown`: a 405 and a 409 after a POST too, as an
 * `ApiError`, since neither proves that nothing was done. A request that the document does not have, and
 * a body that is no JSON object, is an `InvalidRequestError`.
 *
 * Your headers are sent, except Authorization, Content-*, headers of the connection, headers that name
 * another method, host or path (`X-HTTP-Method-Override`, `X-Original-URL`) or tell a proxy to retry
 * (`X-Envoy-*`), and headers of an earlier sender (Cookie, Origin, Referer, Forwarded, `X-Forwarded-*`);
 * Set-Cookie does not come back. Of the other settings only `signal` counts; a redirect is never
 * followed.
 * @throws TypeError when an option is wrong.
 */
export function createFetch(options: ClientOptions): typeof globalThis.fetch {
  // If an app makes this fetch the global one, its own requests must go to the original, or they
  // would loop for ever.
  const original = globalThis.fetch
  const sent = new WeakSet()
  const passOn: FetchLike = (input, init) => {
    sent.add(init)
    return globalThis.fetch(input, init)
  }
  const setup = setUp('createFetch', options, operations, passOn)
  joinJournal(setup)
  const send = fetchOver(setup)
  return async (input, init) => (init && sent.has(init) ? original(input, init) : send(input, init))
}

/** A fetch that carries calls out as methods do. */
function fetchOver(setup: Setup) {
  const find = operationFinder(setup.operations, setup.options.baseUrl)
  /** A `Request` must live as long as its signal: once it is garbage-collected, the signal no longer aborts. */
  const requests = new WeakMap<AbortSignal, unknown>()

  return async (input: unknown, init?: unknown): Promise<Response> => {
    const settings = readSettings(input, init)
    const match = settings && find(settings.method, settings.url)
    const operation = match && 'operation' in match ? match.operation : nameless(settings)
    const call = new ClientCall(setup, operation)
    const values = await readInput(call.context, settings, match).catch((reason: unknown) => {
      throw call.end(toFailure(reason, call.context))
    })
    // Settings that cannot be read give no input.
    const { signal, headers } = settings as Settings
    if (signal !== undefined) requests.set(signal, input)
    try {
      await call.run(values, { signal }, headers)
      return successResponse(call)
    } catch (reason) {
      if (!isRefusal(reason)) throw reason
      return refusalResponse(call)
    }
  }
}

type Settings = NonNullable<ReturnType<typeof readSettings>>

/** Reads the input and the options of a method. @throws Failed; nothing was sent */
async function readInput(call: CallContext, settings?: Settings, match?: Match | NoMatch) {
  const refused = (message: string): Failed => new Failed(invalid(message))
  if (settings === undefined || match === undefined)
    throw refused('the URL, the headers or the settings cannot be read')
  if ('why' in match) throw refused(match.why)
  const { operation } = match
  const parameters = match.readParameters(settings.headers)
  if (typeof parameters === 'string') throw refused(parameters)
  const text = await textOf(settings, call).catch((reason: unknown) => {
    if (!(reason instanceof Interruption)) throw refused('the body cannot be read')
    throw new Failed(interrupted(reason, 'the body did not arrive in time', 'not_sent'))
  })
  const body = readText(text, operation)
  if (typeof body === 'string') throw refused(body)
  return operation.parameters ? inputOf(operation, parameters, body) : body
}

/** Reads the arguments of fetch: a `Request` of any make, or an address, and its overrides. Undefined for others. */
function readSettings(input: unknown, init: unknown) {
  const request =
    typeof input === 'object' && !(input instanceof URL) ? (input as Request) : undefined
  const own = init as RequestInit | undefined
  try {
    const signal = own?.signal === null ? undefined : (own?.signal ?? request?.signal)
    return {
      method: text(own?.method ?? request?.method ?? 'GET').toUpperCase(),
      url: text(request === undefined ? input : request.url),
      headers: passedOn(new Headers(own?.headers ?? request?.headers)),
      signal: isSignal(signal) ? signal : undefined,
      // Undefined without a body. The `Request` of Firefox has no member `body`.
      body: own?.body ?? (request?.body === null ? undefined : request),
    }
  } catch {
    return undefined
  }
}

function text(value: unknown): string {
  return typeof value === 'string' || value instanceof URL ? String(value) : ''
}

/**
 * The method and the path, for the message of an error, of a request that may be no operation of the document. All such
 * requests have one name, or each would be a series of its own in a metric. A URL that cannot be parsed is not shown: it
 * may hold a password.
 */
function nameless(settings?: Settings): Operation {
  if (settings === undefined) return unknownOperation
  const { method, url } = settings
  const base = url.startsWith('/') ? 'https://host' : undefined
  const { protocol, pathname } = URL.canParse(url, base) ? new URL(url, base) : new URL('none:')
  const path = /^https?:$/.test(protocol) ? pathname : 'URL that cannot be read'
  return { ...unknownOperation, method: method.slice(0, 20), path }
}

/** The text of a body, in the time that the call has. */
async function textOf({ body, signal }: Settings, call: CallContext): Promise<string> {
  if (typeof body === 'string' || !body) return body ?? ''
  const source = 'arrayBuffer' in body ? body : new Response(body)
  const bytes = await within(remainingOf(call), signal, () => source.arrayBuffer())
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
