import type {
  CreateStablecoinConversionRequest,
  CryptoDestinationAddressByNetworkAddress,
  CryptoNetwork,
} from 'stablecoin-issuer-api'

export class ConversionDto implements CreateStablecoinConversionRequest {
  profile_id!: string
  amount!: string
  source_asset!: string
  target_asset!: string
  ref_id!: string
}

/** A class cannot implement `PutCryptoDestinationAddressRequest`, a union: it implements one of its alternatives. */
export class AddressDto implements CryptoDestinationAddressByNetworkAddress {
  crypto_network!: CryptoNetwork
  address!: string
  nickname?: string
}
