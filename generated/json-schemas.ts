// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.

export const CryptoNetwork = { type: "string", enum: ["BITCOIN","ETHEREUM","BITCOIN_CASH","LITECOIN","SOLANA","POLYGON_POS","BASE","ARBITRUM_ONE","STELLAR","INK","XLAYER"] }

export const TravelRuleMetadata = { type: "object", additionalProperties: false, properties: {
  "beneficiary": { type: "object", additionalProperties: true },
  "vasp": { type: "object", additionalProperties: false, properties: {
    "id": { type: "string" },
  } },
} }

export const CryptoDestinationAddressByNetworkAddress = { type: "object", additionalProperties: false, required: ["crypto_network","address"], properties: {
  "crypto_network": CryptoNetwork,
  "address": { type: "string" },
  "nickname": { type: "string" },
  "bookmarked_status": { type: "boolean" },
  "travelrule_metadata": TravelRuleMetadata,
  "id": false,
} }

export const CryptoDestinationAddressById = { type: "object", additionalProperties: false, required: ["id"], properties: {
  "id": { type: "string" },
  "nickname": { type: "string" },
  "bookmarked_status": { type: "boolean" },
  "travelrule_metadata": TravelRuleMetadata,
  "crypto_network": false,
  "address": false,
} }

export const PutCryptoDestinationAddressRequest = { type: "object", oneOf: [CryptoDestinationAddressByNetworkAddress, CryptoDestinationAddressById] }

export const CreateStablecoinConversionRequest = { type: "object", additionalProperties: false, required: ["profile_id","amount","source_asset","target_asset"], properties: {
  "profile_id": { type: "string" },
  "amount": { type: "string", pattern: "^(?:[0-9]+|[0-9]*\\.[0-9]+)$", expected: "a decimal string such as 12.50" },
  "source_asset": { type: "string" },
  "target_asset": { type: "string" },
  "ref_id": { type: "string" },
  "identity_id": { type: "string" },
  "account_id": { type: "string" },
  "metadata": { type: "object", additionalProperties: true },
  "recipient_profile_id": { type: "string" },
} }

export const Side = { type: "string", enum: ["BUY","SELL"] }

export const CreateIssuerQuoteRequest = { type: "object", additionalProperties: false, required: ["profile_id","market","side","base_amount"], properties: {
  "profile_id": { type: "string" },
  "market": { type: "string", enum: ["PAXGUSD"] },
  "side": Side,
  "base_amount": { type: "string", expected: "a decimal string such as 2.5" },
} }

export const CryptoDestinationAddress = { additionalProperties: false, type: "object", required: ["id","crypto_network","address","nickname","status","created_at","bookmarked"], properties: {
  "id": { type: "string" },
  "crypto_network": CryptoNetwork,
  "address": { type: "string" },
  "nickname": { type: "string" },
  "status": { type: "string" },
  "created_at": { type: "string", format: "date-time" },
  "bookmarked": { type: "boolean" },
} }

export const PutCryptoDestinationAddressResponse = { additionalProperties: false, type: "object", required: ["address"], properties: {
  "address": CryptoDestinationAddress,
} }

export const StablecoinConversion = { additionalProperties: false, type: "object", required: ["id","profile_id","amount","source_asset","target_asset","status","created_at","updated_at"], properties: {
  "id": { type: "string", format: "uuid" },
  "profile_id": { type: "string" },
  "amount": { type: "string" },
  "source_asset": { type: "string" },
  "target_asset": { type: "string" },
  "status": { type: "string" },
  "ref_id": { type: "string" },
  "identity_id": { type: "string" },
  "account_id": { type: "string" },
  "created_at": { type: "string", format: "date-time" },
  "updated_at": { type: "string", format: "date-time" },
  "settled_at": { type: "string", format: "date-time" },
  "cancelled_at": { type: "string", format: "date-time" },
  "metadata": { type: "object", additionalProperties: true },
  "recipient_profile_id": { type: "string" },
} }

export const IssuerQuote = { additionalProperties: false, type: "object", required: ["quote_id","market","side","quantity","price","fee","quote_amount","expires_at"], properties: {
  "quote_id": { type: "string" },
  "market": { type: "string" },
  "side": Side,
  "quantity": { type: "string" },
  "price": { type: "string" },
  "fee": { type: "string" },
  "quote_amount": { type: "string" },
  "expires_at": { type: "string", format: "date-time" },
} }
