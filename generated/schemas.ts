// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
export type {
  PutCryptoDestinationAddressRequest,
  CryptoDestinationAddressById,
  CryptoDestinationAddressByNetworkAddress,
  CryptoNetwork,
  TravelRuleMetadata,
  PutCryptoDestinationAddressResponse,
  CryptoDestinationAddress,
  CreateStablecoinConversionRequest,
  StablecoinConversion,
  CreateIssuerQuoteRequest,
  Side,
  IssuerQuote,
} from './types.js'
