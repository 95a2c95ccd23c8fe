/** The same calls by path, through openapi-fetch. Compiled against src/ and the installed package, never run. */
import type * as openapiFetch from 'openapi-fetch'
import {
  type Client,
  type components,
  createClient,
  type IssuerQuote,
  type paths,
} from 'stablecoin-issuer-api'

const options = { baseUrl: 'https://api.example.com', auth: 'token' } as const
export const side: components['schemas']['IssuerQuote']['side'] = 'A_SIDE_THAT_WAS_ADDED'

/** What takes a client of openapi-fetch takes this one, and so do the types that it has for clients. */
export const plain: openapiFetch.Client<paths> = createClient(options)
export type Answer = openapiFetch.MethodResponse<Client, 'post', '/v2/issuer-quote'>

export async function use({ signal }: AbortController): Promise<keyof paths> {
  const client = createClient(options)
  const body = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
  const limits = { timeout: 5_000, totalTimeout: 9_000, maxRetries: 0, signal }
  const { data, response } = await client.POST('/v2/issuer-quote', { body, ...limits })
  const quote: components['schemas']['IssuerQuote'] | undefined = data
  const same: IssuerQuote | Answer | undefined = quote
  const status: number = response.status
  await client.PUT('/v2/transfer/crypto-destination-address', { body: { id: 'a' } })
  client.use({ onRequest: ({ request }) => request.headers.set('X-Trace', 't') })

  // @ts-expect-error a path that the document does not have
  await client.POST('/v2/quotes', { body })
  // @ts-expect-error a method that it does not have there
  await client.PUT('/v2/issuer-quote', { body })
  // @ts-expect-error a body is needed
  await client.POST('/v2/issuer-quote')
  // @ts-expect-error a number for an amount
  await client.POST('/v2/issuer-quote', { body: { ...body, base_amount: 2.5 } })
  return `${same?.price ?? ''}${status}` === '' ? '/v2/issuer-quote' : '/v2/conversion/stablecoins'
}
