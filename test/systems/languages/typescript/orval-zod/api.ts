import type { ZodType } from 'zod'
import type { Answer } from './answer.js'
import {
  createIssuerQuoteBody,
  createIssuerQuoteResponse,
  createStablecoinConversionBody,
  createStablecoinConversionResponse,
  putCryptoDestinationAddressBody,
  putCryptoDestinationAddressResponse,
} from './schemas.js'

/** What the schemas make of a body is what is sent, and what they make of an answer is what is read. */
export function connect(baseUrl: string, token: string) {
  const call =
    (method: string, path: string, request: ZodType, response: ZodType) =>
    async (body: unknown): Promise<Answer> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const sent = JSON.stringify(request.parse(body))
      const answer = await fetch(baseUrl + path, { method, headers, body: sent })
      const { status } = answer
      return { status, data: answer.ok ? response.parse(await answer.json()) : undefined }
    }
  return {
    put: call(
      ...(['PUT', '/v2/transfer/crypto-destination-address'] as const),
      ...([putCryptoDestinationAddressBody, putCryptoDestinationAddressResponse] as const),
    ),
    convert: call(
      ...(['POST', '/v2/conversion/stablecoins'] as const),
      ...([createStablecoinConversionBody, createStablecoinConversionResponse] as const),
    ),
    quote: call('POST', '/v2/issuer-quote', createIssuerQuoteBody, createIssuerQuoteResponse),
  }
}
