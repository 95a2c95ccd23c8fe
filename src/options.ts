import { type Auth, isToken } from './auth.js'
import { InvalidRequestError, unsent } from './errors.js'
import type { ClientEvent } from './events.js'
import type { Operation } from './operation.js'
import type { Limits } from './state.js'
import type { Transport } from './transport.js'

/** What a client is made with. */
export interface ClientOptions extends Partial<Limits> {
  /** The base address that the service gave you: https, or plain http for loopback. */
  readonly baseUrl: string
  readonly auth: Auth
  /** Whether a conversion without `ref_id` gets one. @default true */
  readonly generateRefId?: boolean
  /** @default the global `fetch`, looked up at each call */
  readonly fetch?: typeof globalThis.fetch
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

type Rule = readonly [fits: (value: unknown) => boolean, expected: string]
export type Rules = Readonly<Record<string, Rule>>

const optional = (fits: (value: unknown) => boolean, expected: string): Rule => [
  (value) => value === undefined || fits(value),
  expected,
]
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isNumber = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= least

export const rules = {
  url: [
    fitsUrl,
    'an https URL (plain http for loopback only) without credentials, query or fragment',
  ],
  text: [isText, 'a text'],
  scopes: optional((value) => Array.isArray(value) && value.every(isText), 'a list of texts'),
  positive: optional(
    (value) => isNumber(value, Number.MIN_VALUE),
    'a positive number of milliseconds',
  ),
  count: optional(
    (value) => isNumber(value, 0) && Number.isInteger(value),
    'a whole number, 0 or more',
  ),
  flag: optional((value) => typeof value === 'boolean', 'true or false'),
  fn: optional((value) => typeof value === 'function', 'a function'),
} satisfies Rules

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

/** The own options, without a prototype that could be polluted. @throws TypeError */
export function checkOptions(owner: string, options: unknown, known: Rules): object {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${owner}: must be an object of options`)
  const own = Object.assign(Object.create(null) as Record<string, unknown>, options)
  for (const name of Object.keys(own))
    if (!Object.hasOwn(known, name))
      throw new TypeError(
        `${owner}: there is no option ${name.slice(0, 40)}; did you mean ${nearest(name, known)}?`,
      )
  for (const [name, [fits, expected]] of Object.entries(known))
    if (!fits(own[name])) throw new TypeError(`${owner}: ${name} must be ${expected}`)
  return own
}

/** The known name that shares most pairs of letters with another, for its length. */
function nearest(name: string, known: Rules): string {
  const pairs = (word: string): string[] =>
    Array.from({ length: Math.min(word.length, 40) }, (_, at) =>
      word.slice(at, at + 2).toLowerCase(),
    )
  const likeness = (word: string): number =>
    pairs(word).filter((pair) => pairs(name).includes(pair)).length / (word.length + name.length)
  return Object.keys(known).reduce((best, word) => (likeness(word) > likeness(best) ? word : best))
}

function fitsUrl(value: unknown): boolean {
  // What a URL parser would silently drop or turn round is refused.
  if (typeof value !== 'string' || /[\s\\\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || /[?#]/.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function isTokenSource(value: unknown): boolean {
  const { getToken, dropToken } = (value ?? {}) as Record<string, unknown>
  return typeof getToken === 'function' && typeof dropToken === 'function'
}
