import type { Middleware } from 'openapi-fetch'
import type { ClientOptions } from '../../src/index.js'
import { scripted, type Step } from './scripted.js'

export type ByPath = Record<
  'POST' | 'GET' | 'TRACE',
  (path: string, init?: unknown) => Promise<unknown>
>

/** A client whose calls by path the compiler does not check, with its events. */
export function untyped(
  steps: readonly Step[],
  options: Partial<ClientOptions> = {},
  ...middleware: readonly Middleware[]
) {
  const { client, ...others } = scripted(steps, options)
  if (middleware.length > 0) client.use(...middleware)
  return { client: client as object as ByPath, ...others }
}

/** The error or the result that a call ends with. */
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((reason: unknown) => reason)
