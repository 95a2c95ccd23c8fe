// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { Operation } from '../src/document/operation.js'
import * as schemas from './json-schemas.js'
import type { Methods } from './methods.js'

/** Every operation of the document, by its operationId. */
export const operations: Readonly<Record<string, Operation<keyof Methods>>> = {
  /** Put crypto destination address. */
  putCryptoDestinationAddress: {
    id: "putCryptoDestinationAddress",
    method: "PUT",
    path: "/v2/transfer/crypto-destination-address",
    scopes: ["transfer:write_crypto_destination_address"],
    idempotent: true,
    referenceField: undefined,
    identifier: ["address","id"],
    hasBody: true,
    parameters: undefined,
    request: schemas.PutCryptoDestinationAddressRequest,
    response: schemas.PutCryptoDestinationAddressResponse,
    undocumented: undefined,
  },
  /** Create stablecoin conversion. */
  createStablecoinConversion: {
    id: "createStablecoinConversion",
    method: "POST",
    path: "/v2/conversion/stablecoins",
    scopes: ["conversion:write_conversion_stablecoin"],
    idempotent: false,
    referenceField: "ref_id",
    identifier: ["id"],
    hasBody: true,
    parameters: undefined,
    request: schemas.CreateStablecoinConversionRequest,
    response: schemas.StablecoinConversion,
    undocumented: undefined,
  },
  /** Create issuer quote. */
  createIssuerQuote: {
    id: "createIssuerQuote",
    method: "POST",
    path: "/v2/issuer-quote",
    scopes: ["exchange:write_issuer_quote"],
    idempotent: false,
    referenceField: undefined,
    identifier: ["quote_id"],
    hasBody: true,
    parameters: undefined,
    request: schemas.CreateIssuerQuoteRequest,
    response: schemas.IssuerQuote,
    undocumented: undefined,
  },
}

/** Every scope that the document names. */
export const scopes: readonly string[] = ["transfer:write_crypto_destination_address","conversion:write_conversion_stablecoin","exchange:write_issuer_quote"]

/** Those that the major version began with: an upgrade never asks for one more by itself. */
export const defaultScopes: readonly string[] = ["transfer:write_crypto_destination_address","conversion:write_conversion_stablecoin","exchange:write_issuer_quote"]
