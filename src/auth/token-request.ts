import type { Stop } from '../shared/deadline.js'
import { kindOf } from '../shared/outcome.js'
import { redact } from '../shared/redact.js'
import { userAgent } from '../shared/runtime.js'
import { overFetch } from '../transport/over-fetch.js'
import type { FetchLike, Transport, TransportRequest } from '../transport/transport.js'
import { codesOf, describe } from '../transport/unsent.js'
import { type ClientAuthentication, secretsOf } from './client-authentication.js'
import { maxBytes, readGrant } from './token-answer.js'
import type { Grant } from './token-cache.js'
import { TokenError } from './token-source.js'

/** Where tokens are asked for, by whom and for what. */
interface TokenEndpoint {
  readonly tokenUrl: string
  readonly clientId: string
  readonly issuer?: string | undefined
  readonly parameters?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly ignoreGrantedScopes?: boolean | undefined
  readonly fetch?: FetchLike | undefined
  readonly transport?: Transport | undefined
}

/** How one token is asked for. */
interface TokenAttempt {
  readonly method: string | ClientAuthentication
  readonly authenticate: ClientAuthentication
  readonly transport: Transport | undefined
  /** Called with the name of what is being waited for, for the sentence of a timeout. */
  readonly onWait: (whom: string) => void
  readonly stop: Stop
}

/**
 * Asks a token endpoint for one token by the client credentials grant (RFC 6749, section 4.4).
 * @throws TokenError in words that hold no secret
 */
export type RequestToken = (attempt: TokenAttempt) => Promise<Grant>

export function tokenRequests(
  { tokenUrl, clientId, issuer = tokenUrl, parameters = {}, ...more }: TokenEndpoint,
  scopes: readonly string[],
): RequestToken {
  const { fetch, transport: given, ignoreGrantedScopes = false } = more
  const endpointUrl = new URL(tokenUrl)
  const { href, host, pathname } = endpointUrl
  const endpoint = `the token endpoint ${host}${pathname}`
  const own = given ?? (fetch && overFetch(fetch))
  const byDefault = overFetch()
  const fixed = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  )
  return async ({ method, authenticate, transport = byDefault, onWait, stop }) => {
    onWait('clientAuthentication')
    const form = new URLSearchParams([['grant_type', 'client_credentials'], ...fixed])
    if (scopes.length > 0) form.set('scope', scopes.join(' '))
    const headers = new Headers({ accept: 'application/json', 'content-type': formType })
    if (userAgent !== undefined) headers.set('user-agent', userAgent)
    const given = new Headers(headers)
    try {
      const server = { issuer, token_endpoint: tokenUrl }
      await authenticate(server, { client_id: clientId }, form, headers)
    } catch (reason) {
      throw new TokenError(`clientAuthentication failed with ${kindOf(reason)}`)
    }
    // The time ended during `authenticate`, and nobody waits for the token any more: send nothing.
    if (stop.stopped) throw new TokenError('the token request timed out')
    onWait(endpoint)
    const through = own ?? transport
    const body = form.toString()
    const request = { url: href, method: 'POST', headers: Object.fromEntries(headers), body }
    const secrets = secretsOf(form, headers, given, endpointUrl)
    const { answer, cut } = await exchange(through, request, stop).catch((reason: unknown) => {
      // What a transport throws may hold the request, so only its codes are reported, and a clean copy is kept.
      const what = redact(`${endpoint} could not be reached${codesOf(reason)}`, secrets)
      const cause = describe(reason, secrets)
      throw new TokenError(what, {
        unreachable: true,
        network: isLasting(cause) ? 'lasting' : 'passing',
        cause,
      })
    })
    if (cut === 'broken')
      throw new TokenError(`${endpoint} sent an incomplete response`, {
        unreachable: true,
        network: 'passing',
      })
    if (cut !== undefined) throw new TokenError(`${endpoint} sent a response that cannot be read`)
    const granted = readGrant(answer, {
      endpoint,
      method: typeof method === 'string' ? method : assertion(form),
      scopes,
      secrets,
    })
    const covered = ignoreGrantedScopes ? scopes : (granted.scopes ?? scopes)
    return { ...granted, scopes: covered }
  }
}

/** How the caller's own function authenticated, for a sentence. */
function assertion(form: URLSearchParams): string {
  return form.has('client_assertion') ? 'a client_assertion' : 'clientAuthentication'
}

const formType = 'application/x-www-form-urlencoded;charset=UTF-8'

/**
 * Faults that last until someone mends them: a name that does not exist, a certificate that is refused, a
 * proxy that wants a password.
 */
function isLasting({ code, message }: Error & { readonly code?: unknown }): boolean {
  const named = typeof code === 'string' && /^ENOTFOUND$|CERT|VERIFY|UNKNOWN_CA/.test(code)
  return named || /certificate|\bunknown ca\b|\(407\)/i.test(message)
}

async function exchange(transport: Transport, request: Omit<TransportRequest, 'stop'>, stop: Stop) {
  const response = await transport({ ...request, stop })
  const { status, headers } = response
  const { bytes, cut } = await response.read(maxBytes)
  return { answer: { status, headers, text: new TextDecoder().decode(bytes) }, cut }
}
