/** The same calls by path, through openapi-fetch. Compiled against the installed package, never run. */
import type { IssuerQuote } from 'stablecoin-issuer-api'
import { type components, createPathClient, type paths } from 'stablecoin-issuer-api/openapi-fetch'

type Path = keyof paths
type Quote = components['schemas']['IssuerQuote']

export async function use(stop: AbortController): Promise<Path> {
  const client = createPathClient({ baseUrl: 'https://api.example.com', auth: 'token' })
  const body = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
  const { signal } = stop
  const { data, response } = await client.POST('/v2/issuer-quote', { body, signal })
  const quote: Quote | undefined = data
  const same: IssuerQuote | undefined = quote
  const status: number = response.status
  await client.PUT('/v2/transfer/crypto-destination-address', { body: { id: 'a' } })

  // @ts-expect-error a path that the document does not have
  await client.POST('/v2/quotes', { body })
  // @ts-expect-error a method that it does not have there
  await client.GET('/v2/issuer-quote')
  // @ts-expect-error a body is needed
  await client.POST('/v2/issuer-quote')
  // @ts-expect-error a market that is not supported
  await client.POST('/v2/issuer-quote', { body: { ...body, market: 'BTCUSD' } })
  // @ts-expect-error an option that does not exist
  createPathClient({ baseUrl: 'https://api.example.com', auth: 'token', retries: 1 })
  return `${same?.price ?? ''}${status}` === '' ? '/v2/issuer-quote' : '/v2/conversion/stablecoins'
}
