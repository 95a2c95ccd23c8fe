// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { Operation } from '../src/document/operation.js'
import * as schemas from './json-schemas.js'

/** Put crypto destination address. */
export const putCryptoDestinationAddress: Operation<"putCryptoDestinationAddress"> = {
  id: "putCryptoDestinationAddress",
  method: "PUT",
  path: "/v2/transfer/crypto-destination-address",
  scopes: ["transfer:write_crypto_destination_address"],
  idempotent: true,
  referenceField: undefined,
  hasBody: true,
  parameters: undefined,
  request: schemas.PutCryptoDestinationAddressRequest,
  response: schemas.PutCryptoDestinationAddressResponse,
  undocumented: undefined,
}

/** Create stablecoin conversion. */
export const createStablecoinConversion: Operation<"createStablecoinConversion"> = {
  id: "createStablecoinConversion",
  method: "POST",
  path: "/v2/conversion/stablecoins",
  scopes: ["conversion:write_conversion_stablecoin"],
  idempotent: false,
  referenceField: "ref_id",
  hasBody: true,
  parameters: undefined,
  request: schemas.CreateStablecoinConversionRequest,
  response: schemas.StablecoinConversion,
  undocumented: undefined,
}

/** Create issuer quote. */
export const createIssuerQuote: Operation<"createIssuerQuote"> = {
  id: "createIssuerQuote",
  method: "POST",
  path: "/v2/issuer-quote",
  scopes: ["exchange:write_issuer_quote"],
  idempotent: false,
  referenceField: undefined,
  hasBody: true,
  parameters: undefined,
  request: schemas.CreateIssuerQuoteRequest,
  response: schemas.IssuerQuote,
  undocumented: undefined,
}
