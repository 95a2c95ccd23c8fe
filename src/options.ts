import { type Auth, isToken } from './auth/token-source.js'
import type { Limits } from './call/call.js'
import { InvalidRequestError } from './errors.js'
import type { ClientEvent } from './events.js'
import {
  address,
  checkOptions,
  isSignal,
  optional,
  type Rules,
  rules,
} from './shared/check-options.js'
import { fieldName, type HeaderFields, readHeaders } from './shared/headers.js'
import type { Origin } from './shared/outcome.js'
import type { FetchLike, Transport } from './transport/transport.js'

/** Milliseconds and counts that may be left out. */
export type SomeLimits = { readonly [Name in keyof Limits]?: Limits[Name] | undefined }

/**
 * Headers by name, as an object or as `Headers`; what is undefined is left out. Those that the client writes
 * itself are refused: Authorization, Content-Type, Content-Length, Host, Connection and the like.
 */
export type GivenHeaders = Readonly<Record<string, string | undefined>> | Headers

/** What `beforeSend` is told of a call. */
export interface Sending {
  /** The operationId. */
  readonly operation: string
  /** The conversion's `ref_id`. */
  readonly refId: string | undefined
  /** The call's id, the same on its events and errors. A record of the same id is of this very call. */
  readonly call: string
  /** Which attempt of the call is about to be made: 1 for the first. */
  readonly attempt: number
  /** The body, exactly as it will be sent. */
  readonly body: string | undefined
  /** Milliseconds that the whole call may take: nothing of it is sent later. */
  readonly totalTimeout: number
}

/** What `beforeSend` gives: nothing, for the attempt to be made. */
// `void` and not `undefined`, so that a function without a return value is one.
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type
export type Recorded = void | 'sent_before'

/** What a client is made with. */
export interface ClientOptions extends SomeLimits {
  /** The base address that the service gave you: https, or plain http for loopback. */
  readonly baseUrl: string
  /** An access token, a function that gives one for each call, or `clientCredentials({...})`. */
  readonly auth: Auth
  /** Whether a conversion without `ref_id` gets one. @default true */
  readonly generateRefId?: boolean | undefined
  /** @default the global `fetch`, looked up at each call */
  readonly fetch?: FetchLike | undefined
  /** What sends in the place of fetch. */
  readonly transport?: Transport | undefined
  /** Sees what the client does, for logs, metrics and traces. What it throws is ignored. */
  readonly onEvent?: ((event: ClientEvent) => unknown) | undefined
  /** Sent with every request; the same header of a call takes its place. `User-Agent` may be replaced. */
  readonly headers?: GivenHeaders | undefined
  /** Which header of an answer names the request for the service's support. @default 'x-request-id' */
  readonly requestIdHeader?: string | undefined
  /**
   * Awaited before every attempt, after the check and the token: the place to record what is about to be
   * sent. What it throws means that the attempt is not sent (`BeforeSendError`, with what was thrown as
   * `cause`), and so does a hang past `totalTimeout` (`TimeoutError`). Where it gives `'sent_before'`,
   * because a call of another id with the same reference may have been sent, the call ends with
   * `SentBeforeError`, whose outcome is `unknown`.
   */
  readonly beforeSend?: ((sending: Sending) => Recorded | Promise<Recorded>) | undefined
  /**
   * Whether `baseUrl` may be plain http for any host, as between containers or to a sidecar. Whoever is on
   * the way then reads the token and the body. @default false
   */
  readonly dangerouslyAllowPlainHttp?: boolean | undefined
}

/** What can be set for one call. */
export interface CallOptions extends SomeLimits {
  /** Ends the call; it then rejects at once. */
  readonly signal?: AbortSignal | null | undefined
  /** Sent with this call's requests, in the place of the client's of the same name. */
  readonly headers?: GivenHeaders | undefined
}

type Read<Options> = Omit<Options, 'headers'> & { readonly headers: HeaderFields | undefined }

/** The options of a client, read once, with the defaults of those that were not given. */
export type ReadClientOptions = Read<ClientOptions> & Readonly<typeof defaults>

type ReadCallOptions = Read<CallOptions> & Limits

/** What holds where an option is not given. */
const defaults = {
  timeout: 10_000,
  totalTimeout: 30_000,
  maxRetries: 2,
  generateRefId: true,
  requestIdHeader: 'x-request-id',
}

const limitRules: Rules = {
  timeout: rules.positive,
  totalTimeout: rules.positive,
  maxRetries: rules.count,
}

/** Headers are checked by `readHeaders`, whose sentences name the header that is wrong. */
const anything = optional(() => true, 'anything')

const clientRules: Rules = {
  baseUrl: address(/[?#]/, ', query or fragment'),
  auth: [
    (value) => isToken(value) || typeof value === 'function' || isTokenSource(value),
    'a token, a function that returns one, or clientCredentials({...})',
  ],
  ...limitRules,
  generateRefId: rules.flag,
  fetch: rules.fn,
  transport: rules.fn,
  onEvent: rules.fn,
  headers: anything,
  requestIdHeader: optional(
    (value) => typeof value === 'string' && fieldName.test(value),
    "a header's name",
  ),
  beforeSend: rules.fn,
  dangerouslyAllowPlainHttp: rules.flag,
}

const callRules: Rules = {
  ...limitRules,
  signal: optional((value) => value === null || isSignal(value), 'an AbortSignal'),
  headers: anything,
}

/** @throws TypeError in one sentence that never shows the option's value. */
export function readClientOptions(owner: string, options: unknown): ReadClientOptions {
  const own = read(owner, options, clientRules, defaults)
  if (own['fetch'] && own['transport'])
    throw new TypeError(`${owner}: give fetch or transport, not both`)
  // The rules say so.
  return own as unknown as ReadClientOptions
}

/**
 * The options of a call, with the limits of the client where it has none of its own.
 * @throws InvalidRequestError: a failure of a call is never a synchronous throw
 */
export function readCallOptions(
  state: Origin & { readonly limits: Limits },
  options: unknown,
): ReadCallOptions | undefined {
  if (options === undefined) return undefined
  const { timeout, totalTimeout, maxRetries } = state.limits
  const limits = { timeout, totalTimeout, maxRetries }
  try {
    return read('the options of a call', options, callRules, limits) as unknown as ReadCallOptions
  } catch (error) {
    const issue = { path: '$', message: (error as TypeError).message }
    throw new InvalidRequestError(state, [issue])
  }
}

/** Never copied by `{...own}`: the copy would inherit from Object.prototype again, which may be polluted. */
function read(owner: string, options: unknown, known: Rules, otherwise: object) {
  const own = checkOptions(owner, options, known) as Record<string, unknown>
  for (const [name, value] of Object.entries(otherwise)) own[name] ??= value
  own['headers'] = readHeaders(owner, own['headers'])
  return own
}

function isTokenSource(value: unknown): boolean {
  const { getToken, dropToken } = (value ?? {}) as Record<string, unknown>
  return typeof getToken === 'function' && typeof dropToken === 'function'
}
