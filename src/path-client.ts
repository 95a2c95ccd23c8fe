// Our types are those of CommonJS, where openapi-fetch has other ones: no two of them go together.
import type { Client, Middleware } from 'openapi-fetch' with { 'resolution-mode': 'import' }
import createOpenapiFetch from 'openapi-fetch'
import { checkInput } from './document/prepare-input.js'
import { fetchOver, type Given } from './fetch.js'
import { limits, type Setup } from './options.js'
import { isObject, parseJson } from './shared/json.js'

/** Openapi-fetch's client of a document's paths. */
export interface PathClient<Paths extends object> extends Client<Paths> {
  /** Registers middleware for calls by path. No call by method goes through it. */
  use(...middleware: Middleware[]): void
}

/** Makes openapi-fetch's client over a fetch that is our engine. */
export function createPathClient(setup: Setup): PathClient<object> {
  const send = fetchOver(setup)
  const given = new WeakMap<Request, Given>()
  /** Keeps the facts that a `Request` cannot carry: the limits of the call, and the members that JSON drops. */
  function makeRequest(url: string, { body, ...settings }: RequestInit): Request {
    const { json, issues, dropped } = isObject(body) ? readBody(body) : { json: body }
    const request = new Request(url, { ...settings, body: json ?? null })
    const own = Object.entries(settings).filter(([name]) => Object.hasOwn(limits, name))
    given.set(request, { issues, dropped, limits: Object.fromEntries(own) })
    return request
  }
  // Openapi-fetch tests the result of middleware by `instanceof`: any `Request` fits.
  const isRequest = (value: unknown): boolean => value instanceof Request
  Object.defineProperty(makeRequest, Symbol.hasInstance, { value: isRequest })
  return createOpenapiFetch<object>({
    baseUrl: setup.base,
    fetch: async (request) => withReason(await send(request, undefined, given.get(request))),
    // `new` gives the object that the function returns.
    Request: makeRequest as unknown as typeof Request,
    bodySerializer: (body: unknown) => body,
  })
}

/** Reads a body at once, so that a later change of the caller's object changes nothing. */
function readBody(body: object) {
  const dropped = Object.entries(body).filter(([, value]) => value === undefined)
  return { ...checkInput({ hasBody: true }, body), dropped: Object.fromEntries(dropped) }
}

/** A refusal with a truthy reason, so that `if (error)` sees it: openapi-fetch may give none, or `false`. */
async function withReason(response: Response): Promise<Response> {
  const { ok, status, headers } = response
  if (ok) return response
  const text = await response.clone().text()
  const value = parseJson(text)
  return (value === undefined ? text : value)
    ? response
    : new Response(`${status}, without a reason`, { status, headers })
}
