// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { Operation } from '../src/document/operation.js'
import type { Methods } from './methods.js'
import { putCryptoDestinationAddress, createStablecoinConversion, createIssuerQuote } from './named-operations.js'

/** Every operation of the document, by its operationId. */
export const operations: Readonly<Record<string, Operation<keyof Methods>>> = { putCryptoDestinationAddress, createStablecoinConversion, createIssuerQuote }

/** Every scope that the document names. */
export const scopes: readonly string[] = ["transfer:write_crypto_destination_address","conversion:write_conversion_stablecoin","exchange:write_issuer_quote"]

/** Those that the major version began with: an upgrade never asks for one more by itself. */
export const defaultScopes: readonly string[] = ["transfer:write_crypto_destination_address","conversion:write_conversion_stablecoin","exchange:write_issuer_quote"]
