/** What a program may write once it declares more than the document has. Compiled against src/ and the installed package, never run. */
import { createClient, type TravelRuleMetadata } from 'stablecoin-issuer-api'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'
import { createSchemas } from 'stablecoin-issuer-api/schemas'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'

declare module 'stablecoin-issuer-api' {
  interface Unlisted {
    TravelRuleMetadata: { vasp?: { custom_vasp_name?: string } }
    CryptoNetwork: 'TRON'
    CreateIssuerQuoteRequest: { purpose?: { code: number }; market: 'XAUUSD' }
  }
}

const unlisted = {
  fields: ['travelrule_metadata.vasp.custom_vasp_name', 'purpose'],
  values: { crypto_network: ['TRON'], market: ['XAUUSD'] },
} as const
export const schemas = createSchemas({ unlisted })

const travelrule_metadata: TravelRuleMetadata = { vasp: { id: 'v', custom_vasp_name: 'Acme' } }
const place = { crypto_network: 'TRON', address: 'T1', travelrule_metadata } as const
const order = { profile_id: 'p', side: 'BUY', base_amount: '1' } as const
const quote = { ...order, market: 'XAUUSD', purpose: { code: 7 } } as const

export async function use(): Promise<void> {
  const { options } = fakeIssuer({ unlisted })
  const client = createClient(options)
  await client.putCryptoDestinationAddress(place)
  await client.createIssuerQuote(quote)
  await client.createIssuerQuote({ ...order, market: 'PAXGUSD' })
  const paths = createPathClient({ baseUrl: options.baseUrl, auth: 'token', unlisted })
  await paths.PUT('/v2/transfer/crypto-destination-address', { body: place })
  await paths.POST('/v2/issuer-quote', { body: quote })

  // @ts-expect-error a field that is declared for another type
  await client.putCryptoDestinationAddress({ ...place, purpose: { code: 7 } })
  // @ts-expect-error a misspelt field
  await client.createIssuerQuote({ ...quote, purpos: 'x' })
  // @ts-expect-error another type
  await client.createIssuerQuote({ ...quote, purpose: 'x' })
  // @ts-expect-error a market that is neither listed nor declared
  await client.createIssuerQuote({ ...quote, market: 'XAGUSD' })
  // @ts-expect-error a required field is missing
  await client.createIssuerQuote({ market: 'XAUUSD', purpose: { code: 7 } })
  const body = { ...place, crypto_network: 'DOGECOIN' } as const
  // @ts-expect-error a network that is neither listed nor declared
  await paths.PUT('/v2/transfer/crypto-destination-address', { body })
  // @ts-expect-error paths of fields are a list
  createClient({ ...options, unlisted: { fields: 'purpose' } })
}
