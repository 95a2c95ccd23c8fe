import { clientCredentials, createClient, type ErrorCode } from 'stablecoin-issuer-api'
import { openJournal } from 'stablecoin-issuer-api/journal'
import { conversion, quote } from '../orders.js'
import { database, issuer } from './issuer.js'

/** A call that fails with each code, against the issuer in memory. */
export const examples: Record<ErrorCode, () => Promise<unknown>> = {
  async ERR_INVALID_REQUEST() {
    // #region ERR_INVALID_REQUEST
    const client = createClient(issuer.options)
    await client.createStablecoinConversion({ ...conversion, amount: '-1' })
    // #endregion
  },
  async ERR_MISSING_SCOPE() {
    // #region ERR_MISSING_SCOPE
    const auth = clientCredentials({
      tokenUrl: issuer.tokenUrl,
      clientId: 'treasury',
      clientSecret: 'secret',
      scopes: ['conversion:write_conversion_stablecoin'],
    })
    await createClient({ ...issuer.options, auth }).createIssuerQuote(quote)
    // #endregion
  },
  async ERR_AUTHENTICATION() {
    // #region ERR_AUTHENTICATION
    const client = createClient({ ...issuer.options, auth: 'a-token-that-was-revoked' })
    await client.createIssuerQuote(quote)
    // #endregion
  },
  async ERR_BEFORE_SEND() {
    // #region ERR_BEFORE_SEND
    const beforeSend = () => {
      throw new Error('the journal cannot be reached')
    }
    await createClient({ ...issuer.options, beforeSend }).createStablecoinConversion(conversion)
    // #endregion
  },
  async ERR_SENT_BEFORE() {
    // #region ERR_SENT_BEFORE
    const beforeSend = () => 'sent_before' as const // the journal has this ref_id already
    await createClient({ ...issuer.options, beforeSend }).createStablecoinConversion(conversion)
    // #endregion
  },
  async ERR_REFERENCE_REUSED() {
    // #region ERR_REFERENCE_REUSED
    const journal = await openJournal(database(), { partition: 'acme-us' })
    const client = createClient({ ...issuer.options, journal })
    await client.createStablecoinConversion(conversion)
    const other = { ...conversion, amount: '2' } // under the same ref_id
    await client.createStablecoinConversion(other)
    // #endregion
  },
  async ERR_CONNECTION() {
    // #region ERR_CONNECTION
    issuer.next('createStablecoinConversion', 'broken')
    await createClient(issuer.options).createStablecoinConversion(conversion)
    // #endregion
  },
  async ERR_TIMEOUT() {
    // #region ERR_TIMEOUT
    issuer.next('createStablecoinConversion', 'no_answer')
    const client = createClient({ ...issuer.options, timeout: 50 })
    await client.createStablecoinConversion(conversion)
    // #endregion
  },
  async ERR_ABORTED() {
    // #region ERR_ABORTED
    const signal = AbortSignal.abort() // the user left before anything was sent
    await createClient(issuer.options).createStablecoinConversion(conversion, { signal })
    // #endregion
  },
  async ERR_API() {
    // #region ERR_API
    issuer.next('createStablecoinConversion', { status: 503 })
    await createClient(issuer.options).createStablecoinConversion(conversion)
    // #endregion
  },
  async ERR_INVALID_RESPONSE() {
    // #region ERR_INVALID_RESPONSE
    const headers = { 'content-type': 'text/html' }
    issuer.next('createStablecoinConversion', { status: 200, headers, body: '<p>Welcome</p>' })
    await createClient(issuer.options).createStablecoinConversion(conversion)
    // #endregion
  },
}
