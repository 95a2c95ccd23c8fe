// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { Call } from '../src/call-context.js'
import type { CallOptions } from '../src/options.js'
import type { Operation } from '../src/operation.js'
import type { ExampleAnswer } from '../src/testing/example-answer.js'
import type { Provider } from '../src/document/provider.js'
import type { StandardSchema } from '../src/document/standard-schema.js'
import type { CryptoDestinationAddressByNetworkAddress, CryptoDestinationAddressById, PutCryptoDestinationAddressResponse, CreateStablecoinConversionRequest, StablecoinConversion, CreateIssuerQuoteRequest, IssuerQuote, PutCryptoDestinationAddressRequest } from './schemas.js'
import type { paths } from './types.js'

export type * from './schemas.js'
export type { paths } from './types.js'

/** Every operation of the document, by its operationId. */
export const operations: Readonly<Record<string, Operation<keyof Methods>>> = {
  putCryptoDestinationAddress: {
    id: "putCryptoDestinationAddress",
    method: "PUT",
    path: "/v2/transfer/crypto-destination-address",
    scopes: ["transfer:write_crypto_destination_address"],
    idempotent: true,
    referenceField: undefined,
    identifier: ["address","id"],
    answer: {"repeats":[["crypto_network","address"],["id"]],"needs":["id","crypto_network","address","nickname","status","created_at","bookmarked"],"names":["id","crypto_network","address","nickname","status","created_at","bookmarked"]},
    hasBody: true,
    request: {"type":"object","oneOf":[{"type":"object","additionalProperties":false,"required":["crypto_network","address"],"properties":{"crypto_network":{"type":"string","enum":["BITCOIN","ETHEREUM","BITCOIN_CASH","LITECOIN","SOLANA","POLYGON_POS","BASE","ARBITRUM_ONE","STELLAR","INK","XLAYER"]},"address":{"type":"string"},"nickname":{"type":"string"},"bookmarked_status":{"type":"boolean"},"travelrule_metadata":{"type":"object","additionalProperties":true,"properties":{"beneficiary":{"type":"object","additionalProperties":true},"vasp":{"type":"object","additionalProperties":true,"properties":{"id":{"type":"string"}}}}},"id":false}},{"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"type":"string"},"nickname":{"type":"string"},"bookmarked_status":{"type":"boolean"},"travelrule_metadata":{"type":"object","additionalProperties":true,"properties":{"beneficiary":{"type":"object","additionalProperties":true},"vasp":{"type":"object","additionalProperties":true,"properties":{"id":{"type":"string"}}}}},"crypto_network":false,"address":false}}],"expected":"an object with exactly one of (crypto_network, address) or (id)"},
    response: {"additionalProperties":false,"type":"object","required":["address"],"properties":{"address":{"additionalProperties":false,"type":"object","required":["id","crypto_network","address","nickname","status","created_at","bookmarked"],"properties":{"id":{"type":"string"},"crypto_network":{"type":"string","enum":["BITCOIN","ETHEREUM","BITCOIN_CASH","LITECOIN","SOLANA","POLYGON_POS","BASE","ARBITRUM_ONE","STELLAR","INK","XLAYER"]},"address":{"type":"string"},"nickname":{"type":"string"},"status":{"type":"string"},"created_at":{"type":"string","format":"date-time"},"bookmarked":{"type":"boolean"}}}}},
    errors: {},
  },
  createStablecoinConversion: {
    id: "createStablecoinConversion",
    method: "POST",
    path: "/v2/conversion/stablecoins",
    scopes: ["conversion:write_conversion_stablecoin"],
    idempotent: false,
    referenceField: "ref_id",
    identifier: ["id"],
    answer: {"repeats":[["profile_id","amount","source_asset","target_asset"]],"needs":["id","profile_id","amount","source_asset","target_asset","status","created_at","updated_at"],"names":["id","profile_id","amount","source_asset","target_asset","status","ref_id","identity_id","account_id","created_at","updated_at","settled_at","cancelled_at","metadata","recipient_profile_id"]},
    hasBody: true,
    account: [
      ["profile_id"],
      ["identity_id"],
      ["account_id"],
    ],
    request: {"type":"object","additionalProperties":false,"required":["profile_id","amount","source_asset","target_asset"],"properties":{"profile_id":{"type":"string"},"amount":{"type":"string","pattern":"^(?:[0-9]+|[0-9]*\\.[0-9]+)$","expected":"a decimal string such as 12.50"},"source_asset":{"type":"string"},"target_asset":{"type":"string"},"ref_id":{"type":"string"},"identity_id":{"type":"string"},"account_id":{"type":"string"},"metadata":{"type":"object","additionalProperties":true},"recipient_profile_id":{"type":"string"}}},
    response: {"additionalProperties":false,"type":"object","required":["id","profile_id","amount","source_asset","target_asset","status","created_at","updated_at"],"properties":{"id":{"type":"string","format":"uuid"},"profile_id":{"type":"string"},"amount":{"type":"string"},"source_asset":{"type":"string"},"target_asset":{"type":"string"},"status":{"type":"string"},"ref_id":{"type":"string"},"identity_id":{"type":"string"},"account_id":{"type":"string"},"created_at":{"type":"string","format":"date-time"},"updated_at":{"type":"string","format":"date-time"},"settled_at":{"type":"string","format":"date-time"},"cancelled_at":{"type":"string","format":"date-time"},"metadata":{"type":"object","additionalProperties":true},"recipient_profile_id":{"type":"string"}}},
    errors: {},
  },
  createIssuerQuote: {
    id: "createIssuerQuote",
    method: "POST",
    path: "/v2/issuer-quote",
    scopes: ["exchange:write_issuer_quote"],
    idempotent: false,
    referenceField: undefined,
    identifier: ["quote_id"],
    answer: {"repeats":[["profile_id","market","side","base_amount"]],"needs":["quote_id","market","side","quantity","price","fee","quote_amount","expires_at"],"names":["quote_id","market","side","quantity","price","fee","quote_amount","expires_at"]},
    hasBody: true,
    request: {"type":"object","additionalProperties":false,"required":["profile_id","market","side","base_amount"],"properties":{"profile_id":{"type":"string"},"market":{"type":"string","enum":["PAXGUSD"]},"side":{"type":"string","enum":["BUY","SELL"]},"base_amount":{"type":"string","expected":"a decimal string such as 2.5"}}},
    response: {"additionalProperties":false,"type":"object","required":["quote_id","market","side","quantity","price","fee","quote_amount","expires_at"],"properties":{"quote_id":{"type":"string"},"market":{"type":"string"},"side":{"type":"string","enum":["BUY","SELL"]},"quantity":{"type":"string"},"price":{"type":"string"},"fee":{"type":"string"},"quote_amount":{"type":"string"},"expires_at":{"type":"string","format":"date-time"}}},
    errors: {},
  },
}

/** Every scope that the document names. */
export const scopes: readonly string[] = ["transfer:write_crypto_destination_address","conversion:write_conversion_stablecoin","exchange:write_issuer_quote"]

/** The scopes that each operation needs. */
export const operationScopes = {
  /** PUT /v2/transfer/crypto-destination-address */
  putCryptoDestinationAddress: ["transfer:write_crypto_destination_address"],
  /** POST /v2/conversion/stablecoins */
  createStablecoinConversion: ["conversion:write_conversion_stablecoin"],
  /** POST /v2/issuer-quote */
  createIssuerQuote: ["exchange:write_issuer_quote"],
} as const

/** How each operation is answered where there is no service. */
export const exampleAnswers: Readonly<Record<string, ExampleAnswer>> = {
  putCryptoDestinationAddress: {
    status: 200,
    examples: [
      {"request":{"crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Treasury vault","travelrule_metadata":{"vasp":{"id":"vasp-4410"}}},"response":{"address":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Treasury vault","status":"PENDING","created_at":"2026-03-02T09:15:30.123456Z","bookmarked":false}}},
      {"request":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","nickname":"Cold vault","bookmarked_status":true},"response":{"address":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Cold vault","status":"PENDING","created_at":"2026-03-02T09:15:30.123456Z","bookmarked":true}}},
    ],
    base: {"address":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Treasury vault","status":"PENDING","created_at":"2026-03-02T09:15:30.123456Z","bookmarked":false}},
    members: [
      {"path":["address","id"],"required":true,"source":{"newId":true}},
      {"path":["address","crypto_network"],"required":true,"source":{"sent":"crypto_network"}},
      {"path":["address","address"],"required":true,"source":{"sent":"address"}},
      {"path":["address","nickname"],"required":true,"source":{"newId":true}},
      {"path":["address","created_at"],"required":true,"source":{"now":0}},
      {"path":["address","bookmarked"],"required":true,"source":{"sent":"bookmarked_status"}},
    ],
    resource: {"kind":"CryptoDestinationAddress","path":["address"],"isMade":true,"filters":{}},
  },
  createStablecoinConversion: {
    status: 200,
    examples: [
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"10005.25","source_asset":"USDC","target_asset":"USDG","ref_id":"treasury-2026-03-02-0001"},"response":{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"10005.25","source_asset":"USDC","target_asset":"USDG","status":"CREATED","ref_id":"treasury-2026-03-02-0001","created_at":"2026-03-02T09:16:02.481930Z","updated_at":"2026-03-02T09:16:02.481930Z"}},
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"250.5","source_asset":"USDC","target_asset":"USDG","ref_id":"treasury-2026-03-02-0002","identity_id":"c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10","account_id":"9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d","metadata":{"invoice":"INV-2041"},"recipient_profile_id":"e4d909c2-90d0-4b1c-a068-ffaddf22cbd0"},"response":{"id":"8d5f0a52-3c1b-4d1e-b1f7-2f0b6f8f9a42","profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"250.5","source_asset":"USDC","target_asset":"USDG","status":"SETTLED","ref_id":"treasury-2026-03-02-0002","identity_id":"c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10","account_id":"9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d","created_at":"2026-03-02T09:16:40.118204Z","updated_at":"2026-03-02T09:16:43.900311Z","settled_at":"2026-03-02T09:16:43.900311Z","metadata":{"invoice":"INV-2041"},"recipient_profile_id":"e4d909c2-90d0-4b1c-a068-ffaddf22cbd0"}},
    ],
    base: {"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"10005.25","source_asset":"USDC","target_asset":"USDG","status":"CREATED","ref_id":"treasury-2026-03-02-0001","created_at":"2026-03-02T09:16:02.481930Z","updated_at":"2026-03-02T09:16:02.481930Z"},
    members: [
      {"path":["id"],"required":true,"source":{"newId":true}},
      {"path":["profile_id"],"required":true,"source":{"sent":"profile_id"}},
      {"path":["amount"],"required":true,"source":{"sent":"amount"}},
      {"path":["source_asset"],"required":true,"source":{"sent":"source_asset"}},
      {"path":["target_asset"],"required":true,"source":{"sent":"target_asset"}},
      {"path":["ref_id"],"required":false,"source":{"sent":"ref_id"}},
      {"path":["identity_id"],"required":false,"source":{"sent":"identity_id"}},
      {"path":["account_id"],"required":false,"source":{"sent":"account_id"}},
      {"path":["created_at"],"required":true,"source":{"now":0}},
      {"path":["updated_at"],"required":true,"source":{"now":0}},
      {"path":["settled_at"],"required":false,"source":{"now":0}},
      {"path":["cancelled_at"],"required":false,"source":{"now":0}},
      {"path":["metadata"],"required":false,"source":{"sent":"metadata"}},
      {"path":["recipient_profile_id"],"required":false,"source":{"sent":"recipient_profile_id"}},
    ],
    resource: {"kind":"StablecoinConversion","path":[],"isMade":true,"filters":{}},
  },
  createIssuerQuote: {
    status: 200,
    examples: [
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","market":"PAXGUSD","side":"BUY","base_amount":"2.5"},"response":{"quote_id":"5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08","market":"PAXGUSD","side":"BUY","quantity":"2.5","price":"4000.10","fee":"5.00","quote_amount":"10000.25","expires_at":"2026-03-02T09:18:40.750000Z"}},
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","market":"PAXGUSD","side":"SELL","base_amount":"1"},"response":{"quote_id":"1c9e6b1d-0f4b-4f1b-9c62-7a6a3b5d8e20","market":"PAXGUSD","side":"SELL","quantity":"1","price":"3998.40","fee":"2.00","quote_amount":"3998.40","expires_at":"2026-03-02T09:25:10.200000Z"}},
    ],
    base: {"quote_id":"5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08","market":"PAXGUSD","side":"BUY","quantity":"2.5","price":"4000.10","fee":"5.00","quote_amount":"10000.25","expires_at":"2026-03-02T09:18:40.750000Z"},
    members: [
      {"path":["quote_id"],"required":true,"source":{"newId":true}},
      {"path":["market"],"required":true,"source":{"sent":"market"}},
      {"path":["side"],"required":true,"source":{"sent":"side"}},
      {"path":["quantity"],"required":true,"source":{"sent":"base_amount"}},
      {"path":["quote_amount"],"required":true,"source":{"product":["quantity","price"]}},
      {"path":["expires_at"],"required":true,"source":{"now":60}},
    ],
    resource: {"kind":"IssuerQuote","path":[],"isMade":true,"filters":{}},
  },
}

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

/** A method for each operation of the document. */
export interface Methods {
  /**
    * Put crypto destination address.
    *
    * Registers a blockchain address as a transfer destination, or updates the nickname, the bookmark flag and the
    * travel-rule metadata of one that exists.
    *
    * Identify the address by exactly one of `id`, or `crypto_network` and `address` together. The service's own
    * documentation does not say what an update does with fields that are omitted, or whether a repeated request
    * changes anything.
    *
    * The response carries the approval `status` of the address.
    *
    * `PUT /v2/transfer/crypto-destination-address`
    *
    * Scope: `transfer:write_crypto_destination_address`.
    */
  putCryptoDestinationAddress(this: void, body: CryptoDestinationAddressByNetworkAddress | CryptoDestinationAddressById, options?: CallOptions): Call<PutCryptoDestinationAddressResponse>

  /**
    * Create stablecoin conversion.
    *
    * Requests the conversion of an amount of one asset into another under a profile.
    *
    * A 200 does not mean that the conversion settled: `settled_at` is present when it settled, `cancelled_at` when it
    * was cancelled. Keep its `id`, which the service's Get Stablecoin Conversion operation requires.
    *
    * Send your own `ref_id`, and store it first. The service's own documentation does not say what a repeated
    * `ref_id` does. After a lost response, find out what happened to the conversion before you send it again. Without
    * its answer you do not know its `id`: find it by its `ref_id`, as your provider says.
    *
    * `POST /v2/conversion/stablecoins`
    *
    * Scope: `conversion:write_conversion_stablecoin`.
    */
  createStablecoinConversion(this: void, body: CreateStablecoinConversionRequest, options?: CallOptions): Call<StablecoinConversion>

  /**
    * Create issuer quote.
    *
    * Requests a held quote to buy (mint) or sell (redeem) an amount of a crypto asset under a profile.
    *
    * The quote expires at `expires_at`, and `quote_amount` excludes `fee`. The service's own documentation says neither
    * how long a quote lives, nor the currency and sign of its `fee`. A request carries no reference of yours, so you
    * cannot identify a quote whose response was lost.
    *
    * `POST /v2/issuer-quote`
    *
    * Scope: `exchange:write_issuer_quote`.
    */
  createIssuerQuote(this: void, body: CreateIssuerQuoteRequest, options?: CallOptions): Call<IssuerQuote>
}

/** The documented bodies of refusals, by the operation and the status. */
export interface ErrorBodies {

}

/** What each method takes, as a Standard Schema. */
export interface Schemas {
  /** What `putCryptoDestinationAddress` takes. */
  readonly putCryptoDestinationAddress: StandardSchema<PutCryptoDestinationAddressRequest>
  /** What `createStablecoinConversion` takes. */
  readonly createStablecoinConversion: StandardSchema<CreateStablecoinConversionRequest>
  /** What `createIssuerQuote` takes. */
  readonly createIssuerQuote: StandardSchema<CreateIssuerQuoteRequest>
}

/** Only for the compiler. */
export interface Types {
  /** What each method takes and gives. */
  readonly methods: Methods
  /** In the shape of openapi-typescript. */
  readonly paths: paths
  /** The documented bodies of refusals. */
  readonly errors: ErrorBodies
  /** What each method takes, as a Standard Schema. */
  readonly schemas: Schemas
}

/** The document, for the option `provider`. */
export const provider: Provider<Types> = { operations, scopes, exampleAnswers }
