import { vi } from 'vitest'
import type { ClientOptions, TokenSource } from '../../src/index.js'
import { answer, ended, quote, scripted, type Step } from './scripted.js'

export type Auth = ClientOptions['auth']
export const scope = 'exchange:write_issuer_quote'
export const fine = answer(200, { quote_id: 'q' })
export const refusedToken = answer(401, {}, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })

/** A quote asked for with an `auth`. */
export async function asked(
  auth: Auth,
  steps: readonly Step[] = [fine],
  options: Partial<ClientOptions> = {},
) {
  const { client, sent, events } = scripted(steps, { auth, ...options })
  const end = await ended(client.createIssuerQuote(quote))
  const bearers = sent.map(({ headers }) => headers['authorization'])
  const retries = events.filter(({ type }) => type === 'retry')
  return { end, bearers, retries }
}

/** A source of tokens t-1, t-2, … */
export function source(more: Pick<TokenSource, 'scopes' | 'heldToken'> = {}) {
  let made = 0
  const getToken = vi.fn(() => Promise.resolve({ value: `t-${++made}` }))
  const dropToken = vi.fn()
  return { getToken, dropToken, ...more }
}
export const giving = (getToken: TokenSource['getToken']): TokenSource => ({
  ...source(),
  getToken,
})
