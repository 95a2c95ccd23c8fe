// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import { createCheck } from '../src/document/create-check.js'
import type { Operation } from '../src/document/operation.js'
import * as schemas from './json-schemas.js'

/** Every operation of the document, by its operationId. */
export const operations: Readonly<Record<string, Operation>> = {
  putCryptoDestinationAddress: {
    id: "putCryptoDestinationAddress",
    method: "PUT",
    path: "/v2/transfer/crypto-destination-address",
    scopes: ["transfer:write_crypto_destination_address"],
    idempotent: true,
    hasBody: true,
    pathParameters: [],
    queryParameters: [],
    headerParameters: [],
    request: /* @__PURE__ */ createCheck(schemas.PutCryptoDestinationAddressRequest),
    response: /* @__PURE__ */ createCheck(schemas.PutCryptoDestinationAddressResponse),
  },
  createStablecoinConversion: {
    id: "createStablecoinConversion",
    method: "POST",
    path: "/v2/conversion/stablecoins",
    scopes: ["conversion:write_conversion_stablecoin"],
    idempotent: false,
    referenceField: "ref_id",
    hasBody: true,
    pathParameters: [],
    queryParameters: [],
    headerParameters: [],
    request: /* @__PURE__ */ createCheck(schemas.CreateStablecoinConversionRequest),
    response: /* @__PURE__ */ createCheck(schemas.StablecoinConversion),
  },
  createIssuerQuote: {
    id: "createIssuerQuote",
    method: "POST",
    path: "/v2/issuer-quote",
    scopes: ["exchange:write_issuer_quote"],
    idempotent: false,
    hasBody: true,
    pathParameters: [],
    queryParameters: [],
    headerParameters: [],
    request: /* @__PURE__ */ createCheck(schemas.CreateIssuerQuoteRequest),
    response: /* @__PURE__ */ createCheck(schemas.IssuerQuote),
  },
}

/** Every scope that the document names. */
export const scopes: readonly string[] = ["transfer:write_crypto_destination_address","conversion:write_conversion_stablecoin","exchange:write_issuer_quote"]

/** Those that the major version began with: an upgrade never asks for one more by itself. */
export const defaultScopes: readonly string[] = ["transfer:write_crypto_destination_address","conversion:write_conversion_stablecoin","exchange:write_issuer_quote"]
