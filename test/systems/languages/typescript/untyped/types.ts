/** What is judged at run time alone has no type. */
export type PutCryptoDestinationAddressRequest = unknown
export type CreateStablecoinConversionRequest = unknown
export type CreateIssuerQuoteRequest = unknown
