import { inputOf, operationFinder } from '../document/find-operation.js'
import type { Provider } from '../document/provider.js'
import { findIssues } from '../document/schema-check.js'
import { clientCredentials, type TokenSource, type Transport } from '../index.js'
import { isObject, isText, parseJson } from '../shared/json.js'
import type { TransportRequest, TransportResponse } from '../transport/transport.js'
import { type NextAnswer, Queue, readAnswer, tokenRequests } from './faults.js'
import type { MadeCall } from './memory.js'
import { refuse, refuseUnfit } from './problem.js'
import { type MethodsOf, type OwnProvider, typedProvider } from './provider.js'
import {
  bearerIn,
  createService,
  hasBody,
  isJson,
  type MaybePromise,
  ofData,
  type Received,
  type Reply,
  replyInstead,
  type ServiceParts,
} from './service.js'

/** A request that reached the issuer, other than one for a token. */
export interface FakeRequest {
  /** The operationId; undefined for a request that the document does not have. */
  readonly operation: string | undefined
  readonly method: string
  /** The whole address, with its query. */
  readonly url: string
  /** The headers, by names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, parsed where it is JSON. */
  readonly body: unknown
  /** The client to which its token was issued; undefined where this issuer did not issue the token. */
  readonly client: string | undefined
}

/** Decides how a request is answered; undefined is the ordinary answer. */
type Decide = (request: FakeRequest) => MaybePromise<NextAnswer | undefined>

/** An issuer in memory. */
export interface FakeIssuer<Given extends Provider = OwnProvider> {
  /** Options for `createClient` or `createFetch`, alone or beside others. */
  readonly options: {
    /** An address on a host that cannot exist. */
    readonly baseUrl: string
    /** A source of tokens from `tokenUrl`, with every scope that the document names. */
    readonly auth: TokenSource
    /** A transport to the issuer, and nowhere else. */
    readonly transport: Transport
    /** The option `provider`, as it was given. */
    readonly provider: Given | undefined
  }
  /** Its token endpoint, for your own `clientCredentials`. */
  readonly tokenUrl: string
  /**
   * Queues answers for the next requests of an operation. A request that does not fit the document is refused, and takes
   * none of them. A call that is sent again makes more than one request. A function, which may be async, answers every
   * request for which nothing is queued, until another function takes its place. Where a function throws, or gives an
   * answer that is not valid, the connection breaks: the call is `unknown`, and its `cause` says why.
   * @throws TypeError for an answer that is not valid, such as a fault that does not exist
   */
  readonly next: (
    operation: keyof MethodsOf<Given> & string,
    ...answers: readonly (NextAnswer | Decide)[]
  ) => void
  /**
   * Changes fields of what was made, such as a status, by its identifier or reference. Later reads have them, and so has
   * `made` of the option `read`; a member that is undefined is gone. Of a part that a path below it reads, such as
   * `/conversions/{id}/settlement`, the name is the operationId of the read; `of` is the identifier or reference of what it
   * belongs to, where more than one was made.
   * @throws TypeError where none of what was made has this name, or more than one has, and for a field that no answer has
   */
  readonly update: (name: string, fields: Readonly<Record<string, unknown>>, of?: string) => void
  /** The requests in the order in which they came, also those with a fault except `refused`. */
  readonly requests: readonly FakeRequest[]
  /** The tokens that the issuer issued, and a way to end them. */
  readonly tokens: FakeTokens
}

/** A reserved host, which no request finds outside the fake (RFC 6761, section 6.4). */
const baseUrl = 'https://issuer.invalid'

/**
 * Makes an issuer in memory: no network, no server, and nothing to stop. It checks tokens, scopes and bodies against the
 * document, and answers with the fields that were sent, new identifiers and the current time.
 * @throws TypeError for a `provider` that `createClient` would refuse
 */
export function fakeIssuer<Given extends Provider = OwnProvider>({
  read,
  provider: ofCaller,
  ...granting
}: FakeIssuerOptions<Given> = {}): FakeIssuer<Given> {
  const provider = typedProvider(ofCaller, 'fakeIssuer')
  const requests: FakeRequest[] = []
  const tokenUrl = `${baseUrl}/oauth2/token`
  const queue = new Queue(provider)
  const { issued, issue, scopesOf, revoke } = createTokens(granting, queue, provider.scopes)
  const find = operationFinder(provider.operations, baseUrl)
  const requestOf = (received: Received): FakeRequest => {
    const { method, url, headers, body } = received
    const match = find(method, url)
    const operation = 'why' in match ? undefined : match.operation.id
    const client = issued.find(({ value }) => value === bearerIn(received))?.clientId
    const json = parseJson(body)
    return { operation, method, url, headers, body: json === undefined ? body : json, client }
  }
  const decisions = new Map<string, Decide>()
  const take: ServiceParts['take'] = async (operation, received) => {
    const queued = queue.take(operation)
    const answer = queued ? undefined : await decisions.get(operation)?.(requestOf(received))
    return answer === undefined ? queued : readAnswer(answer, operation)
  }
  const { reply: answer, update } = createService({
    base: baseUrl,
    take,
    scopesOf,
    check,
    // The bodies were checked, and the answers were made for them.
    read: read && ((received, made) => read(requestOf(received), made as MadeCall<Given>[])),
    provider,
  })

  const transport: Transport = async (request) => {
    const { url, method, body = '' } = request
    const headers = Object.fromEntries(new Headers(request.headers))
    const received = { url, method, headers, body }
    if (url === tokenUrl && method === 'POST') return transportResponse(issue(received), request)
    const recorded = requestOf(received)
    requests.push(recorded)
    const reply = await answer(received)
    if (reply.queued?.fault === 'refused') requests.splice(requests.indexOf(recorded), 1)
    return transportResponse(method === 'HEAD' ? { ...reply, text: '' } : reply, request)
  }
  const auth = clientCredentials({
    tokenUrl,
    clientId: granting.clientId ?? 'fake-client',
    clientSecret: granting.clientSecret ?? 'fake-secret',
    // By default, a client does not request the scopes of operations that came later.
    scopes: provider.scopes,
    // The secret is no real one, so a page may hold it.
    dangerouslyAllowBrowser: true,
  })
  return {
    options: { baseUrl, auth, transport, provider: ofCaller },
    tokenUrl,
    next: (operation, ...answers) => {
      const queued = answers.filter((answer) => typeof answer !== 'function')
      queue.add(operation, queued)
      for (const answer of answers)
        if (typeof answer === 'function') decisions.set(operation, answer)
    },
    update,
    requests,
    tokens: { issued, revoke, next: (...answers) => queue.add(tokenRequests, answers) },
  }
}

/** The generated checks refuse every request that Prism refuses, and say why in the words of the client. */
const check: ServiceParts['check'] = (received, { operation, readParameters }, body) => {
  const takesBody = hasBody(operation, received)
  if (takesBody && received.headers['content-type'] && !isJson(received))
    return refuse(415, 'Supported content types: application/json')
  if (takesBody && !(isObject(body) && isJson(received)))
    return refuseUnfit([{ message: 'the body must be a JSON object' }])
  const written = readParameters(received.headers)
  if (typeof written === 'string') return refuseUnfit([{ message: written }])
  const { request = true, parameters = [] } = operation
  const issues = findIssues(request, inputOf(operation, written, body as object))
  const validation = issues.map(({ path, message }) => {
    const place = parameters.find(({ name }) => name === path[0])?.in ?? 'body'
    return { location: [place, ...path], severity: 'Error', message }
  })
  return validation.length > 0 ? refuseUnfit(validation) : undefined
}

/** A reply as a transport gives it, or the failure that was queued in its place. */
async function transportResponse(
  { status, headers, text, queued = {} }: Reply,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { fault, milliseconds } = queued
  if (fault === 'refused') throw systemError('connect', 'ECONNREFUSED')
  if (fault === 'broken') throw systemError('read', 'ECONNRESET')
  // The client ends the wait by itself.
  if (fault === 'no_answer') await new Promise(() => undefined)
  if (fault === 'slow') await waiting(request, milliseconds)
  const isCut = fault === 'cut'
  const whole = new TextEncoder().encode(text)
  const bytes = isCut ? whole.subarray(0, whole.length / 2) : whole
  return {
    status,
    headers: new Headers(headers),
    read: () => ({ bytes, cut: isCut ? 'broken' : undefined }),
  }
}

/** An error with the code that Node.js gives. */
function systemError(syscall: string, code: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { syscall, code })
}

/** A wait that ends with the attempt: a timer that is left would keep a test runner from ending. */
function waiting({ stop }: TransportRequest, milliseconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    stop.onStop(() => clearTimeout(timer))
  })
}

/** A token that the issuer issued. */
export interface FakeToken {
  /** The text after `Bearer`. */
  readonly value: string
  /** The scopes that it was granted. */
  readonly scopes: readonly string[]
  /** The client to which it was issued. */
  readonly clientId: string
}

/** The tokens of an issuer in memory. */
export interface FakeTokens {
  /** The tokens, in the order in which they were issued. */
  readonly issued: readonly FakeToken[]
  /** Ends a token, or all of them: the next request with it is answered 401, as after a restart of the service. */
  readonly revoke: (value?: string) => void
  /**
   * Queues answers for the next requests that would get a token; a refused request takes none of them. After `broken`,
   * `cut` and `no_answer` the token was issued.
   * @throws TypeError for an answer that is not valid, and for `drift`
   */
  readonly next: (...answers: readonly Exclude<NextAnswer, 'drift'>[]) => void
}

/** The clients, tokens and reads of an issuer in memory. */
export interface FakeIssuerOptions<Given extends Provider = OwnProvider> {
  /** @default every scope that the document names */
  readonly scopes?: readonly string[] | undefined
  /** Seconds that a token lives. @default 3600 */
  readonly lifetime?: number | undefined
  /** The one client that gets tokens. @default every client gets them */
  readonly clientId?: string | undefined
  /** The secret in the form (`client_secret_post`) or in the header (`client_secret_basic`). @default any, or none */
  readonly clientSecret?: string | undefined
  /**
   * Answers a GET or HEAD that the document lacks, such as your look-up: the value becomes the JSON of a 200, and
   * undefined a 404. May be async. `made` has the calls that were carried out, also if the answer was lost, the oldest
   * first.
   * @default such a request is answered 404, or 405 where the path has another method
   */
  readonly read?: ((request: FakeRequest, made: readonly MadeCall<Given>[]) => unknown) | undefined
  /** Your provider's document, from the folder that `stablecoin-issuer-overlay` writes. @default our own */
  readonly provider?: Given | undefined
}

/**
 * A token endpoint for the client credentials grant (RFC 6749, section 4.4) that accepts every client, unless the options
 * name one.
 */
function createTokens(
  granting: Omit<FakeIssuerOptions, 'read' | 'provider'>,
  queue: Queue,
  allScopes: readonly string[],
) {
  const { scopes: allowed = allScopes, lifetime = 3_600 } = granting
  for (const name of ['clientId', 'clientSecret'] as const)
    if (granting[name] !== undefined && !isText(granting[name]))
      throw new TypeError(`fakeIssuer: ${name} must be a string that is not empty`)
  const issued: FakeToken[] = []
  const ends = new Map<string, number>()

  const issue = ({ headers, body }: Received): Reply => {
    const form = new URLSearchParams(body)
    const inForm = [form.get('client_id'), form.get('client_secret')]
    const [clientId, clientSecret] = basicIn(headers['authorization']) ?? inForm
    if (form.get('grant_type') !== 'client_credentials')
      return ofData(400, { error: 'unsupported_grant_type' })
    const { clientId: knownId = clientId, clientSecret: knownSecret = clientSecret } = granting
    if (!clientId || clientId !== knownId || clientSecret !== knownSecret)
      return ofData(401, { error: 'invalid_client' })
    const requested = form.get('scope')?.split(' ').filter(Boolean) ?? allowed
    const scopes = requested.filter((scope) => allowed.includes(scope))
    const isUnknown = requested.some((scope) => ![...allScopes, ...allowed].includes(scope))
    if (isUnknown || scopes.length === 0) return ofData(400, { error: 'invalid_scope' })
    const queued = queue.take(tokenRequests)
    const instead = replyInstead(queued)
    if (instead !== undefined) return instead
    const value = `fake-token-${crypto.randomUUID()}`
    issued.push({ value, scopes, clientId })
    ends.set(value, performance.now() + lifetime * 1_000)
    const grant = { access_token: value, token_type: 'Bearer', expires_in: lifetime }
    return { ...ofData(200, { ...grant, scope: scopes.join(' ') }), queued }
  }
  const scopesOf = (value: string): readonly string[] | undefined =>
    performance.now() < (ends.get(value) ?? 0)
      ? issued.find((token) => token.value === value)?.scopes
      : undefined
  const revoke = (value?: string): void => {
    if (value === undefined) ends.clear()
    else ends.delete(value)
  }
  return { issued, issue, scopesOf, revoke }
}

/** The id and the secret of a client in a header (RFC 6749, section 2.3.1). */
function basicIn(authorization = ''): readonly string[] | undefined {
  const [, credentials = ''] = /^Basic (\S+)$/i.exec(authorization) ?? []
  try {
    const pair = /^([^:]*):(.*)$/s.exec(atob(credentials))?.slice(1)
    return pair?.map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  } catch {
    return undefined
  }
}
