import { scopes as allScopes } from '../../generated/operations.js'
import { type Received, type Reply, ofJson, refusal } from './service.js'

/** A token that was issued. */
export interface FakeToken {
  /** What stands after `Bearer`. */
  readonly value: string
  /** What it was granted. */
  readonly scopes: readonly string[]
  /** Who asked for it. */
  readonly clientId: string
}

/** The tokens of an issuer in memory. */
export interface FakeTokens {
  /** Those that were issued, in their order. */
  readonly issued: readonly FakeToken[]
  /** Ends a token, or all of them: the next request with it is answered 401, as after a restart of the service. */
  readonly revoke: (value?: string) => void
}

/** What is granted, and for how long. */
export interface Granting {
  /** @default every scope that the document names */
  readonly scopes?: readonly string[] | undefined
  /** Seconds that a token lives. @default 3600 */
  readonly lifetime?: number | undefined
}

/** A token endpoint for the client credentials grant (RFC 6749, section 4.4) that believes every client. */
export function createTokens({ scopes: granted = allScopes, lifetime = 3_600 }: Granting) {
  const issued: FakeToken[] = []
  const ends = new Map<string, number>()

  const issue = ({ headers, body }: Received): Reply => {
    const form = new URLSearchParams(body)
    const clientId = form.get('client_id') ?? nameIn(headers['authorization'])
    if (form.get('grant_type') !== 'client_credentials')
      return oauthError(400, 'unsupported_grant_type')
    if (!clientId) return oauthError(401, 'invalid_client')
    const asked = form.get('scope')?.split(' ').filter(Boolean) ?? granted
    const scopes = asked.filter((scope) => granted.includes(scope))
    if (scopes.length === 0) return oauthError(400, 'invalid_scope')
    const value = `fake-token-${crypto.randomUUID()}`
    issued.push({ value, scopes, clientId })
    ends.set(value, performance.now() + lifetime * 1_000)
    const grant = { access_token: value, token_type: 'Bearer', expires_in: lifetime }
    return json(200, { ...grant, scope: scopes.join(' ') })
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

function nameIn(authorization = ''): string | undefined {
  const [, credentials] = /^Basic (\S+)$/i.exec(authorization) ?? []
  if (credentials === undefined) return undefined
  try {
    return decodeURIComponent(atob(credentials).replace(/:.*/s, ''))
  } catch {
    return undefined
  }
}

function oauthError(status: number, error: string): Reply {
  return json(status, { error })
}

function json(status: number, value: object): Reply {
  return {
    ...refusal(status, { ...ofJson, 'Cache-Control': 'no-store' }),
    text: JSON.stringify(value),
  }
}
