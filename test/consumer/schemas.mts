/** What a form or a route may write with nothing but the entry for them. Compiled against src/ and the installed package, never run. */
import { type StandardSchema, enums, schemas, scopes } from 'stablecoin-issuer-api/schemas'
import type { CreateIssuerQuoteRequest, CryptoNetwork, Side } from 'stablecoin-issuer-api'

export const networks: readonly CryptoNetwork[] = enums.CryptoNetwork
export const sides: readonly Side[] = enums.Side
export const market: 'PAXGUSD' = enums['CreateIssuerQuoteRequest.market'][0]
export const asked: string[] = [...scopes.createIssuerQuote, ...scopes.createStablecoinConversion]
export const quote: StandardSchema<CreateIssuerQuoteRequest> = schemas.createIssuerQuote

export function check(form: unknown): CreateIssuerQuoteRequest | string {
  const result = quote['~standard'].validate(form)
  if (result.issues === undefined) return result.value
  return result.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')
}

// @ts-expect-error an operation that the document does not have
export const other = schemas.createQuote
// @ts-expect-error what is listed cannot be changed
enums.Side.push('HOLD')
