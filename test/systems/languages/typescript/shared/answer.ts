import type {
  CreateIssuerQuoteRequest,
  CreateStablecoinConversionRequest,
  PutCryptoDestinationAddressRequest,
} from './types.js'

/** What the program needs of an answer. */
export interface Answer {
  readonly status: number
  readonly data: unknown
}

/** The three calls, with the bodies that the generated types have for them. */
export interface Api {
  readonly put: (body: PutCryptoDestinationAddressRequest) => Promise<Answer>
  readonly convert: (body: CreateStablecoinConversionRequest) => Promise<Answer>
  readonly quote: (body: CreateIssuerQuoteRequest) => Promise<Answer>
}
