// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { Call } from '../src/call/call.js'
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
    * Identify the address either by its `id`, or by `crypto_network` and `address` together; never by both. PUT is
    * idempotent (RFC 9110, section 9.2.2): the same request may be sent again after a lost answer.
    *
    * Read `status` in the response before you rely on the address: it is the approval status, and its values are
    * not documented.
    *
    * `PUT /v2/transfer/crypto-destination-address`
    *
    * Scope: `transfer:write_crypto_destination_address`.
    */
  putCryptoDestinationAddress(this: void, body: CryptoDestinationAddressById | CryptoDestinationAddressByNetworkAddress, options?: CallOptions): Call<PutCryptoDestinationAddressResponse>

  /**
    * Create stablecoin conversion.
    *
    * Requests that an amount of one asset is converted into another under a profile. It moves money.
    *
    * A 200 does not say that the conversion settled: `settled_at` or `cancelled_at` is present once it settled or was
    * cancelled. Keep its `id`, by which the service's Get Stablecoin Conversion operation finds it.
    *
    * Send a `ref_id` of your own and store it first. What a repeated `ref_id` does is not documented, so after a
    * lost answer look the conversion up before you send it again.
    *
    * `POST /v2/conversion/stablecoins`
    *
    * Scope: `conversion:write_conversion_stablecoin`.
    */
  createStablecoinConversion(this: void, body: CreateStablecoinConversionRequest, options?: CallOptions): Call<StablecoinConversion>

  /**
    * Create issuer quote.
    *
    * Holds a price at which the issuer sells (you mint) or takes back (you redeem) an amount of a crypto asset
    * under a profile.
    *
    * The quote is held until `expires_at`; how long that is, is not documented. `quote_amount` excludes `fee`.
    * A repeat takes another quote at another price: there is no reference of your own to look a quote up by.
    *
    * `POST /v2/issuer-quote`
    *
    * Scope: `exchange:write_issuer_quote`.
    */
  createIssuerQuote(this: void, body: CreateIssuerQuoteRequest, options?: CallOptions): Call<IssuerQuote>
}
