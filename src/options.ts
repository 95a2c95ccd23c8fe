import { type Auth, isToken } from './auth/access-token.js'
import type { CallContext, JournalState, Limits } from './call-context.js'
import type { Provider } from './document/provider.js'
import { type ClientEvent, emitTo, type Subject } from './events.js'
import type { Failure } from './failure.js'
import type { Operation, Reader } from './operation.js'
import {
  address,
  aFunction,
  checkOptions,
  flag,
  hasMethods,
  isLoopback,
  isSignal,
  milliseconds,
  type Needed,
  needed,
  type Optional,
  optional,
} from './shared/check-options.js'
import type { Stop } from './shared/deadline.js'
import { fieldName, type HeaderFields, readHeaders, secretsIn } from './shared/headers.js'
import { isObject } from './shared/json.js'
import { userAgent } from './shared/runtime.js'
import { fetchTransport } from './transport/fetch-transport.js'
import type { FetchLike, Transport } from './transport/transport.js'

/**
 * Headers by name, as an object or as `Headers`; an undefined value is left out. Headers that the client writes
 * itself are refused: Authorization, Content-Type, Content-Length, Host, Connection and the like.
 */
export type GivenHeaders = Readonly<Record<string, string | undefined>> | Headers

/** The facts of a call that `beforeSend` gets. */
interface Sending extends Subject {
  /** The body, exactly as the client will send it. */
  readonly body: string | undefined
  /** Milliseconds that the whole call may take: no part of it is sent later. */
  readonly totalTimeout: number
}

/** The wait of a client for a journal. What `onStop` gets returns `'not_sent'` as long as no earlier call was found. */
export type JournalWait = Pick<Stop, 'ended' | 'onStop' | 'lastError'>

/** The part of a journal that the client uses. `openJournal` of `stablecoin-issuer-api/journal` makes one. @internal */
export interface CallJournal {
  /** @throws TypeError where a call of so many milliseconds may outlast the lease of its row */
  assertLeased(totalTimeout: number, owner: string): void
  /**
   * Registers the look-up of a client under its base URL.
   * @throws TypeError where the journal needs a look-up and lacks it
   */
  join(base: string, reader: Reader | undefined): void
  /** Looks a call up by the journal's own option, and proves the answer; absent without that option. */
  lookUp?(call: CallContext): Promise<object | undefined>
  /** The reason why a reference cannot be recorded; undefined for a reference that can be. */
  problemOf(reference: string | undefined): string | undefined
  /**
   * Records the next attempt of a call to this base URL, whose look-ups `reader` makes. A claim that ends before it finds an
   * earlier call tells `wait` `'not_sent'`.
   * @throws the error of the database
   */
  claim(call: CallContext, base: string, reader: Reader, wait: JournalWait): Promise<Claim>
  /** Keeps the outcome of a call, with the `code` of its error, as long as the caller waits. */
  keep(
    call: CallContext,
    outcome: Exclude<JournalState, 'pending' | 'abandoned'>,
    code: string | undefined,
    wait?: JournalWait,
  ): Promise<Kept>
}

/** The result of a claim. */
export interface Claim {
  /** The reason why the attempt must not be made. */
  readonly failure?: Failure
  /** The text of the answer, where the call has succeeded before: the attempt is then not made. */
  readonly answer?: string | undefined
  /** Whether an earlier attempt with the reference may have taken effect, and this attempt repeats it under its key. */
  readonly isRepeat?: boolean
}

/** What a journal knows of a call at its end. */
export interface Kept {
  /** The text of the answer, where another process found it in the meantime. */
  readonly found?: string
  /** For a call that is looked up: the time from which an empty look-up proves that the call never came. */
  readonly retryAt?: Date
}

/** The limits of a call, for all of a client and for one. */
export const limits = {
  /** Milliseconds that one attempt may take, its body included. @default 10_000 */
  timeout: milliseconds(10_000),
  /** Milliseconds that the call may take: token, attempts and waits; up to 2,000 more where a journal keeps its outcome. @default 30_000 */
  totalTimeout: milliseconds(30_000),
  /**
   * How often the request may be sent again, and an `unknown` outcome be looked up again. The waits that a 429 asks for do not count. With 0 the request
   * is sent once: no wait for a 429, no new token after a 401. @default 2
   */
  maxRetries: optional<number, number>(
    (value) => Number.isInteger(value) && Number(value) >= 0,
    'a whole number, 0 or more',
    2,
  ),
}

/** `readHeaders` checks these: its sentences name the header that is wrong. */
const givenHeaders = optional<GivenHeaders>(() => true, 'anything')

/**
 * Each option in one place: its description, its rule and its default. The types are made from these.
 */
export const clientOptions = {
  /** The base address that the service gave you: https, or plain http for loopback. */
  baseUrl: address(/[?#]/, ', query or fragment'),
  /** A token, a function that returns one for each call, or `clientCredentials({...})`. */
  auth: needed<Auth>(
    (value) =>
      isToken(value) || typeof value === 'function' || hasMethods(value, 'getToken', 'dropToken'),
    'a token, a function that returns one, or clientCredentials({...})',
  ),
  ...limits,
  /** Sends calls and token requests. @default the global `fetch`, looked up at each call */
  fetch: aFunction<FetchLike>(),
  /** Sends instead of `fetch`: `undiciTransport()`, for example with a proxy or certificates. */
  transport: aFunction<Transport>(),
  /** Gets an event for each step, for logs, metrics and traces: no secret, no body. Its errors are ignored. */
  onEvent: aFunction<(event: ClientEvent) => unknown>(),
  /** Sent with every request; a call's own `headers` win. `User-Agent` may be replaced. */
  headers: givenHeaders,
  /** The response header with the id of the request, for the service's support. @default 'x-request-id' */
  requestIdHeader: optional<string, string>(
    (value) => typeof value === 'string' && fieldName.test(value),
    "a header's name",
    'x-request-id',
  ),
  /**
   * Awaited before every attempt, so that you can record the request before it is sent. It runs after the check and
   * the token. If it throws, the attempt is not sent (`BeforeSendError`, with the thrown error as `cause`). The
   * same holds if it hangs past `totalTimeout` (`TimeoutError`).
   */
  beforeSend: aFunction<(sending: Sending) => void | Promise<void>>(),
  /**
   * Makes a call with a reference once, also across crashes: `await openJournal(…)` of `stablecoin-issuer-api/journal`. It
   * records the calls whose operation has a reference, before `beforeSend`.
   */
  journal: optional<CallJournal>(
    (value) => hasMethods(value, 'claim'),
    'what openJournal resolves to',
  ),
  /**
   * Your provider's document, from the folder that `stablecoin-issuer-overlay` writes: its operations, fields, refusals and
   * repeats. @default our own
   */
  provider: optional<Provider>(
    (value) => isObject((value as Partial<Provider> | null)?.operations),
    'what stablecoin-issuer-overlay writes',
  ),
  /**
   * Whether answers are taken whose values are others than were sent, as those of a mock that answers by the examples of the
   * document, such as plain Prism. A `drift` event tells them. On loopback alone. @default false
   */
  exampleAnswers: flag(false),
  /**
   * Whether `baseUrl` may be plain http for any host, as between containers or to a sidecar. Anyone on the
   * network can then read the token and the body. @default false
   */
  dangerouslyAllowPlainHttp: flag(false),
}

/** Options of a client. */
export interface ClientOptions<Given extends Provider = Provider>
  extends Needed<typeof clientOptions>, Optional<typeof clientOptions> {
  /** Your provider's document, from the folder that `stablecoin-issuer-overlay` writes. @default our own */
  readonly provider?: Given | undefined
}

export const callOptions = {
  ...limits,
  /** Aborts the call, which then rejects immediately: with the outcome `unknown` where the request may have been sent. */
  signal: optional<AbortSignal | null>(
    (value) => value === null || isSignal(value),
    'an AbortSignal',
  ),
  /** Sent with this call's requests, in the place of the client's headers of the same name. */
  headers: givenHeaders,
}

const places = ['path', 'query', 'header']

/** The options of a call by path: those of openapi-fetch that this client honours, beside its own. */
export const pathOptions = {
  ...callOptions,
  params: optional<object>(
    (value) => isObject(value) && Object.keys(value).every((one) => places.includes(one)),
    'an object of path, query and header',
  ),
  body: optional<unknown>(() => true, 'anything'),
  parseAs: optional<string>(
    (value) => ['json', 'text', 'blob', 'arrayBuffer', 'stream'].includes(value as string),
    'json, text, blob, arrayBuffer or stream',
  ),
  bodySerializer: aFunction<(body: unknown, headers: Headers) => unknown>(),
  middleware: optional<readonly unknown[]>(Array.isArray, 'a list'),
  fetch: aFunction<(request: Request) => Promise<Response>>(),
}

/** Options of one call. */
export interface CallOptions extends Needed<typeof callOptions>, Optional<typeof callOptions> {}

/** The options of a call, with the client's limits where the call sets none; a sentence says why they cannot be read. */
export function readCallOptions(
  { timeout, totalTimeout, maxRetries }: Limits,
  options: unknown,
  journal?: CallJournal,
) {
  const ofClient = { timeout, totalTimeout, maxRetries }
  const owner = 'the options of a call'
  try {
    const own = checkOptions(owner, options, callOptions, ofClient)
    journal?.assertLeased(own.totalTimeout, owner)
    return { ...own, headers: readHeaders(owner, own.headers) }
  } catch (error) {
    return (error as TypeError).message
  }
}

export type Setup = ReturnType<typeof setUp>

/**
 * Reads the options of a client; `fallback` sends where they have no `fetch` and no `transport`.
 * @throws TypeError when an option is wrong, in a sentence that begins with the owner's name and never shows its value.
 */
export function setUp(
  owner: string,
  input: unknown,
  ofDocument: Readonly<Record<string, Operation>>,
  fallback?: FetchLike,
) {
  const own = checkOptions(owner, input, clientOptions)
  // Fetch resolves `..` and escapes letters; undici does neither.
  const baseUrl = new URL(own.baseUrl).href
  own.journal?.assertLeased(own.totalTimeout, owner)
  const options = { ...own, baseUrl, headers: readHeaders(owner, own.headers) }
  const transport = options.transport ?? fetchTransport(options.fetch ?? fallback)
  const token = typeof options.auth === 'string' ? [options.auth] : []
  // The folder has our types; only `Provider` does not show them.
  const ofProvider = options.provider?.operations as typeof ofDocument | undefined
  const operations = ofProvider ?? ofDocument
  const { hostname, pathname } = new URL(baseUrl)
  if (own.exampleAnswers && !isLoopback(hostname))
    throw new TypeError(
      `${owner}: exampleAnswers is for a mock: baseUrl must be localhost, 127.0.0.1 or [::1]`,
    )
  const version = commonSegment(operations)
  if (version !== undefined && pathname.replace(/\/$/, '').endsWith(version))
    throw new TypeError(
      `${owner}: baseUrl ends with ${version}, with which every path of the document begins: leave it out`,
    )
  if (options.journal && !Object.values(operations).some((one) => one.referenceField))
    throw new TypeError(`${owner}: journal: no operation of provider has a reference`)
  return {
    options,
    transport,
    ...headersOf(options.headers),
    /** The operations of the caller's provider, or of our document. */
    operations,
    /** The base address without a slash at its end. */
    base: options.baseUrl.replace(/\/$/, ''),
    emit: emitTo(options.onEvent),
    exampleAnswers: isLoopback(hostname) ? own.exampleAnswers : undefined,
    secrets: [...token, ...secretsIn(options.headers ?? {})],
  }
}

/** The headers of a request without a body, and of a request with a body; the token is added to them. */
function headersOf(ofClient: HeaderFields | undefined) {
  const headers: HeaderFields = {
    accept: json,
    ...(userAgent && { 'user-agent': userAgent }),
    ...ofClient,
    authorization: '',
  }
  return { headers, headersWithBody: { ...headers, 'content-type': json } as HeaderFields }
}

/** The setup, with other headers of the client. */
export function withClientHeaders(setup: Setup, headers: HeaderFields): Setup {
  return { ...setup, ...headersOf(headers), options: { ...setup.options, headers } }
}

/** The first segment of every path, such as `/v2`; undefined where they begin in different ways. */
function commonSegment(operations: Readonly<Record<string, Operation>>): string | undefined {
  const segments = Object.values(operations).map(({ path }) => /^\/[^/{}]+(?=\/)/.exec(path)?.[0])
  return new Set(segments).size === 1 ? segments[0] : undefined
}

const json = 'application/json'
