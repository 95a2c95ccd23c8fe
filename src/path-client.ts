import type { Client, Middleware } from 'openapi-fetch' with { 'resolution-mode': 'import' }
import createOpenapiFetch from 'openapi-fetch'
import type { Setup } from './options.js'
import { PathCall } from './path-call.js'
import type { PathClient } from './path-methods.js'

/** The methods of openapi-fetch's client. */
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']

/** Makes openapi-fetch's client, whose fetch carries out the operation that the caller names by method and path. */
export function createPathClient(setup: Setup): PathClient<object> {
  const { base: baseUrl, options } = setup
  let client: Client<object> | undefined
  // It reads the global `Request`, for which Node.js loads its undici: a program that calls by method needs neither.
  const openapiFetch = () =>
    (client ??= createOpenapiFetch({ baseUrl, headers: options.headers ?? {} }))
  let hasMiddleware = false
  const request = (name: string, path: string, init?: unknown): Promise<unknown> =>
    new PathCall(setup, name.toUpperCase(), path).run(openapiFetch(), hasMiddleware, init)
  const use = (...middleware: Middleware[]): void => {
    openapiFetch().use(...middleware)
    hasMiddleware = true
  }
  const eject = (...middleware: Middleware[]): void => openapiFetch().eject(...middleware)
  const named = methods.map((method) => [method, request.bind(undefined, method)])
  // The compiler cannot see that the list has each method of the type.
  return { request, use, eject, ...Object.fromEntries(named) } as PathClient<object>
}
