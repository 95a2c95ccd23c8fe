import type { Methods } from '../../generated/methods.js'
import { type TokenSource, type Transport, clientCredentials } from '../index.js'
import { scopes } from '../../generated/operations.js'
import { typed } from '../document/url.js'
import { type FakeTokens, type Granting, createTokens } from './fake-tokens.js'
import type { NextAnswer } from './faults.js'
import { play } from './play.js'
import { createQueue } from './queue.js'
import { type Parts, createService, isJson, refusal } from './service.js'

/** A request that reached the issuer; those for tokens are not among them. */
export interface FakeRequest {
  /** The operationId; undefined for what the document does not have. */
  readonly operation: string | undefined
  /** In capital letters. */
  readonly method: string
  /** The whole address, with its query. */
  readonly url: string
  /** Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed where it is JSON. */
  readonly body: unknown
}

/** An issuer in memory. */
export interface FakeIssuer {
  /** For `createClient`, `createFetch` or `createPathClient`, alone or beside others. */
  readonly options: {
    /** On a host that there never is. */
    readonly baseUrl: string
    /** Gets its tokens from `tokenUrl`, and asks for every scope that the document names. */
    readonly auth: TokenSource
    /** Leads to the issuer, and nowhere else. */
    readonly transport: Transport
  }
  /** Its token endpoint, for `clientCredentials` of one's own: it believes every client. */
  readonly tokenUrl: string
  /**
   * Says how the next requests of an operation are answered, in their order; those that do not fit the document
   * are refused and do not count. A call that is sent again makes more than one request.
   * @throws TypeError for an answer that is none
   */
  readonly next: (operation: keyof Methods, ...answers: readonly NextAnswer[]) => void
  /** What came, in its order; also what was answered by a fault, but for `refused`. */
  readonly requests: readonly FakeRequest[]
  /** The tokens that it gave, and how they end. */
  readonly tokens: FakeTokens
}

/** Reserved: no request that leaves the fake would find it (RFC 6761, section 6.4). */
const baseUrl = 'https://issuer.invalid'

/**
 * Makes an issuer that lives in the test: no network, no server, and nothing to stop. It checks tokens, scopes and
 * bodies as the document has them, and answers with what was sent, new identifiers and the time it is.
 */
export function fakeIssuer(granting: Granting = {}): FakeIssuer {
  const requests: FakeRequest[] = []
  const tokenUrl = `${baseUrl}/oauth2/token`
  const { issued, issue, scopesOf, revoke } = createTokens(granting)
  const queue = createQueue()
  const service = createService({ base: baseUrl, queue, scopesOf, check })

  const transport: Transport = async (request) => {
    const { url, method, body = '' } = request
    const headers = Object.fromEntries(new Headers(request.headers))
    const received = { url, method, headers, body }
    if (url === tokenUrl && method === 'POST') return play(issue(received), request)
    const reply = await service(received)
    if (reply.planned?.fault !== 'refused')
      requests.push({ operation: reply.operation?.id, method, url, headers, body: read(body) })
    return play(reply, request)
  }
  const auth = clientCredentials({
    ...{ tokenUrl, clientId: 'fake-client', clientSecret: 'fake-secret' },
    // All of them: for the real service, a client has to name the scopes of operations that came
    // later.
    scopes,
    // The secret is no real one, so a page may hold it.
    dangerouslyAllowBrowser: true,
  })
  return {
    options: { baseUrl, auth, transport },
    tokenUrl,
    next: (operation, ...answers) => {
      queue.add(operation, answers)
    },
    requests,
    tokens: { issued, revoke },
  }
}

/** By the generated checks, which refuse what Prism refuses. */
const check: Parts['check'] = (received, { operation, read: readParameters }, body) => {
  if (operation.hasBody && received.headers['content-type'] && !isJson(received))
    return refusal(415)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (operation.hasBody && !(isObject && isJson(received))) return refusal(422)
  const written = readParameters(received.headers)
  if (typeof written === 'string') return refusal(422)
  const given = typed(operation, written, body as object)
  return operation.request?.validate(given) === false ? refusal(422) : undefined
}

function read(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body
  }
}
