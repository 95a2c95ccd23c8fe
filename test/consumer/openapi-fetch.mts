/** The same calls by path, through openapi-fetch. Compiled against src/ and the installed package, never run. */
import type { IssuerQuote } from 'stablecoin-issuer-api'
import { type components, createPathClient, type paths } from 'stablecoin-issuer-api/openapi-fetch'

const options = { baseUrl: 'https://api.example.com', auth: 'token' } as const
export const side: components['schemas']['IssuerQuote']['side'] = 'A_SIDE_THAT_WAS_ADDED'

export async function use({ signal }: AbortController): Promise<keyof paths> {
  const client = createPathClient(options)
  const body = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
  const { data, response } = await client.POST('/v2/issuer-quote', { body, signal })
  const quote: components['schemas']['IssuerQuote'] | undefined = data
  const same: IssuerQuote | undefined = quote
  const status: number = response.status
  await client.PUT('/v2/transfer/crypto-destination-address', { body: { id: 'a' } })

  // @ts-expect-error a path that the document does not have
  await client.POST('/v2/quotes', { body })
  // @ts-expect-error a method that it does not have there
  await client.PUT('/v2/issuer-quote', { body })
  // @ts-expect-error a body is needed
  await client.POST('/v2/issuer-quote')
  // @ts-expect-error an option that does not exist
  createPathClient({ ...options, retries: 1 })
  return `${same?.price ?? ''}${status}` === '' ? '/v2/issuer-quote' : '/v2/conversion/stablecoins'
}
