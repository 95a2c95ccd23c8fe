import { type Rules, checkOptions, optional, rules } from './ground/option-rules.js'
import { type Auth, isToken } from './auth/token-source.js'
import { InvalidRequestError, unsent } from './errors.js'
import type { ClientEvent } from './events.js'
import type { Operation } from './operation.js'
import type { Limits } from './call-state.js'
import type { FetchLike } from './transport/fetch-like.js'
import type { Transport } from './transport/transport.js'

/** What a client is made with. */
export interface ClientOptions extends Partial<Limits> {
  /** The base address that the service gave you: https, or plain http for loopback. */
  readonly baseUrl: string
  readonly auth: Auth
  /** Whether a conversion without `ref_id` gets one. @default true */
  readonly generateRefId?: boolean
  /** @default the global `fetch`, looked up at each call */
  readonly fetch?: FetchLike
  /** What sends in the place of fetch. */
  readonly transport?: Transport
  /** Sees what the client does, for logs, metrics and traces. What it throws is ignored. */
  readonly onEvent?: (event: ClientEvent) => unknown
}

/** What can be set for one call. */
export interface CallOptions extends Partial<Limits> {
  /** Ends the call; it then rejects at once. */
  readonly signal?: AbortSignal
}

const limitRules: Rules = {
  timeout: rules.positive,
  totalTimeout: rules.positive,
  maxRetries: rules.count,
}

const clientRules: Rules = {
  baseUrl: rules.url,
  auth: [
    (value) => isToken(value) || typeof value === 'function' || isTokenSource(value),
    'a token, a function that returns one, or clientCredentials({...})',
  ],
  ...limitRules,
  generateRefId: rules.flag,
  fetch: rules.fn,
  transport: rules.fn,
  onEvent: rules.fn,
}

const callRules: Rules = {
  ...limitRules,
  signal: optional((value) => value instanceof AbortSignal, 'an AbortSignal'),
}

/** @throws TypeError in one sentence that never shows the option's value. */
export function readClientOptions(owner: string, options: unknown): ClientOptions {
  const own = checkOptions(owner, options, clientRules) as ClientOptions
  if (own.fetch && own.transport) throw new TypeError(`${owner}: give fetch or transport, not both`)
  return own
}

/** @throws InvalidRequestError: a failure of a call is never a synchronous throw */
export function readCallOptions(operation: Operation, options: unknown): CallOptions | undefined {
  if (options === undefined) return undefined
  try {
    return checkOptions('the options of a call', options, callRules)
  } catch (error) {
    const issue = { path: '$', message: (error as TypeError).message }
    throw new InvalidRequestError(unsent(operation), [issue])
  }
}

function isTokenSource(value: unknown): boolean {
  const { getToken, dropToken } = (value ?? {}) as Record<string, unknown>
  return typeof getToken === 'function' && typeof dropToken === 'function'
}
