import type { components } from './schema.js'

type Schemas = components['schemas']
export type PutCryptoDestinationAddressRequest = Schemas['PutCryptoDestinationAddressRequest']
export type CreateStablecoinConversionRequest = Schemas['CreateStablecoinConversionRequest']
export type CreateIssuerQuoteRequest = Schemas['CreateIssuerQuoteRequest']
