// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { Call } from '../src/call/call-result.js'
import type { CallOptions } from '../src/options.js'
import type { CryptoDestinationAddressById, CryptoDestinationAddressByNetworkAddress, PutCryptoDestinationAddressResponse, CreateStablecoinConversionRequest, StablecoinConversion, CreateIssuerQuoteRequest, IssuerQuote } from './schemas.js'

/** A method for each operation of the document. */
export interface Methods {
  /**
    * Put crypto destination address.
    *
    * Registers a blockchain address as a transfer destination, or updates the nickname, the bookmark flag and the
    * travel-rule metadata of one that exists.
    *
    * Identify the address by exactly one of `id`, or `crypto_network` and `address` together. What an update does
    * with fields that are omitted, and whether a repeated request changes anything, is not documented.
    *
    * The response carries the approval `status` of the address, whose values are not documented.
    *
    * `PUT /v2/transfer/crypto-destination-address`
    *
    * Scope: `transfer:write_crypto_destination_address`.
    */
  putCryptoDestinationAddress(this: void, body: CryptoDestinationAddressById | CryptoDestinationAddressByNetworkAddress, options?: CallOptions): Call<PutCryptoDestinationAddressResponse>

  /**
    * Create stablecoin conversion.
    *
    * Requests the conversion of an amount of one asset into another under a profile.
    *
    * A 200 does not mean that the conversion settled: `settled_at` is present when it settled, `cancelled_at` when it
    * was cancelled. Keep its `id`, which the service's Get Stablecoin Conversion operation requires.
    *
    * Send your own `ref_id`, and store it first. It is not documented what a repeated `ref_id` does. After a lost
    * response, find out what happened to the conversion before you send it again. Without its answer you do not know
    * its `id`: ask your provider how to find it by its `ref_id`.
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
    * The quote expires at `expires_at`; how long a quote lives is not documented. `quote_amount` excludes `fee`,
    * whose currency and sign are not documented. A request carries no reference of yours, so you cannot identify
    * a quote whose response was lost.
    *
    * `POST /v2/issuer-quote`
    *
    * Scope: `exchange:write_issuer_quote`.
    */
  createIssuerQuote(this: void, body: CreateIssuerQuoteRequest, options?: CallOptions): Call<IssuerQuote>
}
