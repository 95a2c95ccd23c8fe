import type { ZodType } from 'zod'
import * as schemas from './schemas.js'

/** The schema's form of a body is sent, and its form of an answer is read. */
export function connect(baseUrl: string, token: string) {
  const call =
    (method: string, path: string, request: ZodType, response: ZodType) =>
    async (body: unknown) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const sent = JSON.stringify(request.parse(body))
      const answer = await fetch(baseUrl + path, { method, headers, body: sent })
      const { status } = answer
      return { status, answer: answer.ok ? response.parse(await answer.json()) : undefined }
    }
  const { putCryptoDestinationAddressBody, putCryptoDestinationAddressResponse } = schemas
  const { createStablecoinConversionBody, createStablecoinConversionResponse } = schemas
  const { createIssuerQuoteBody, createIssuerQuoteResponse } = schemas
  return {
    putCryptoDestinationAddress: call(
      'PUT',
      '/v2/transfer/crypto-destination-address',
      putCryptoDestinationAddressBody,
      putCryptoDestinationAddressResponse,
    ),
    createStablecoinConversion: call(
      'POST',
      '/v2/conversion/stablecoins',
      createStablecoinConversionBody,
      createStablecoinConversionResponse,
    ),
    createIssuerQuote: call(
      'POST',
      '/v2/issuer-quote',
      createIssuerQuoteBody,
      createIssuerQuoteResponse,
    ),
  }
}
