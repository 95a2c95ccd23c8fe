import { clientCredentials, createClient, type ErrorCode } from 'stablecoin-issuer-api'
import type { FakeIssuer } from 'stablecoin-issuer-api/testing'

const quote = {
  profile_id: 'treasury',
  market: 'PAXGUSD',
  side: 'BUY',
  base_amount: '2.5',
} as const
const assets = { source_asset: 'USDC', target_asset: 'USDG' }
const conversion = { profile_id: 'treasury', ...assets, amount: '12.50', ref_id: 'r-1' }

/** A call that fails with each code, against the issuer in memory. */
export const examples: Record<ErrorCode, (issuer: FakeIssuer) => Promise<unknown>> = {
  ERR_INVALID_REQUEST({ options }) {
    // #region ERR_INVALID_REQUEST
    const client = createClient(options)
    return client.createStablecoinConversion({ ...conversion, amount: '-1' })
    // #endregion
  },
  ERR_MISSING_SCOPE({ options, tokenUrl }) {
    // #region ERR_MISSING_SCOPE
    const auth = clientCredentials({
      ...{ tokenUrl, clientId: 'treasury', clientSecret: 'secret' },
      scopes: ['conversion:write_conversion_stablecoin'],
    })
    return createClient({ ...options, auth }).createIssuerQuote(quote)
    // #endregion
  },
  ERR_AUTHENTICATION({ options }) {
    // #region ERR_AUTHENTICATION
    const client = createClient({ ...options, auth: 'a-token-that-was-revoked' })
    return client.createIssuerQuote(quote)
    // #endregion
  },
  ERR_BEFORE_SEND({ options }) {
    // #region ERR_BEFORE_SEND
    const beforeSend = () => {
      throw new Error('the journal cannot be reached')
    }
    return createClient({ ...options, beforeSend }).createStablecoinConversion(conversion)
    // #endregion
  },
  ERR_SENT_BEFORE({ options }) {
    // #region ERR_SENT_BEFORE
    const beforeSend = () => 'sent_before' as const // the journal has this ref_id already
    return createClient({ ...options, beforeSend }).createStablecoinConversion(conversion)
    // #endregion
  },
  ERR_CONNECTION(issuer) {
    // #region ERR_CONNECTION
    issuer.next('createStablecoinConversion', 'broken')
    return createClient(issuer.options).createStablecoinConversion(conversion)
    // #endregion
  },
  ERR_TIMEOUT(issuer) {
    // #region ERR_TIMEOUT
    issuer.next('createStablecoinConversion', 'no_answer')
    const client = createClient({ ...issuer.options, timeout: 50 })
    return client.createStablecoinConversion(conversion)
    // #endregion
  },
  ERR_ABORTED({ options }) {
    // #region ERR_ABORTED
    const signal = AbortSignal.abort() // the user left before anything was sent
    return createClient(options).createStablecoinConversion(conversion, { signal })
    // #endregion
  },
  ERR_API(issuer) {
    // #region ERR_API
    issuer.next('createStablecoinConversion', { status: 503 })
    return createClient(issuer.options).createStablecoinConversion(conversion)
    // #endregion
  },
  ERR_INVALID_RESPONSE(issuer) {
    // #region ERR_INVALID_RESPONSE
    const headers = { 'content-type': 'text/html' }
    issuer.next('createStablecoinConversion', { status: 200, headers, body: '<p>Welcome</p>' })
    return createClient(issuer.options).createStablecoinConversion(conversion)
    // #endregion
  },
}
