import type {
  CreateIssuerQuoteRequest,
  CreateStablecoinConversionRequest,
  PutCryptoDestinationAddressRequest,
} from './types.js'

export interface Answer {
  readonly status: number
  readonly answer: unknown
}

/** The three calls, with the bodies that the generated types have for them. */
export interface Api {
  putCryptoDestinationAddress(body: PutCryptoDestinationAddressRequest): Promise<Answer>
  createStablecoinConversion(body: CreateStablecoinConversionRequest): Promise<Answer>
  createIssuerQuote(body: CreateIssuerQuoteRequest): Promise<Answer>
}
