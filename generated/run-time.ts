// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { StandardSchema } from '../src/document/standard-schema.js'
import type { PutCryptoDestinationAddressRequest, CreateStablecoinConversionRequest, CreateIssuerQuoteRequest } from './schemas.js'

/**
 * The values that the document lists, by the name of their type; by the type and the field where they have no name
 * of their own. An answer may carry others.
 */
export const enums = {
  /** A crypto network. */
  "CryptoNetwork": ["BITCOIN","ETHEREUM","BITCOIN_CASH","LITECOIN","SOLANA","POLYGON_POS","BASE","ARBITRUM_ONE","STELLAR","INK","XLAYER"],
  /** Trading pair. Only PAXGUSD is supported. */
  "CreateIssuerQuoteRequest.market": ["PAXGUSD"],
  /** BUY mints the crypto asset, SELL redeems it. */
  "Side": ["BUY","SELL"],
} as const

/** The scopes that each operation needs. */
export const scopes = {
  /** PUT /v2/transfer/crypto-destination-address */
  putCryptoDestinationAddress: ["transfer:write_crypto_destination_address"],
  /** POST /v2/conversion/stablecoins */
  createStablecoinConversion: ["conversion:write_conversion_stablecoin"],
  /** POST /v2/issuer-quote */
  createIssuerQuote: ["exchange:write_issuer_quote"],
} as const

/** What each method takes, as a Standard Schema. */
export interface Schemas {
  /** What `putCryptoDestinationAddress` takes. */
  readonly putCryptoDestinationAddress: StandardSchema<PutCryptoDestinationAddressRequest>
  /** What `createStablecoinConversion` takes. */
  readonly createStablecoinConversion: StandardSchema<CreateStablecoinConversionRequest>
  /** What `createIssuerQuote` takes. */
  readonly createIssuerQuote: StandardSchema<CreateIssuerQuoteRequest>
}
