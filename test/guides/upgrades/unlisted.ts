import { type ClientOptions, createClient } from 'stablecoin-issuer-api'

declare module 'stablecoin-issuer-api' {
  interface Unlisted {
    TravelRuleMetadata: { vasp?: { custom_vasp_name?: string } }
    CryptoNetwork: 'TRON'
  }
}

export const unlisted = {
  fields: ['travelrule_metadata.vasp.custom_vasp_name'],
  values: { crypto_network: ['TRON'] },
}

export async function register(options: ClientOptions, address: string, vasp: string) {
  const client = createClient({ ...options, unlisted })
  return client.putCryptoDestinationAddress({
    crypto_network: 'TRON',
    address,
    travelrule_metadata: { vasp: { custom_vasp_name: vasp } },
  })
}
