/** The same calls by path, through openapi-fetch. Compiled against src/ and the installed package, never run. */
import type * as openapiFetch from 'openapi-fetch'
import { type components, createClient, type IssuerQuote, type paths } from 'stablecoin-issuer-api'

const options = { baseUrl: 'https://api.example.com', auth: 'token' } as const
export const side: components['schemas']['IssuerQuote']['side'] = 'A_SIDE_THAT_WAS_ADDED'

/** What takes a client of openapi-fetch takes this one, but for the type `MethodResponse`. */
export const plain: openapiFetch.Client<paths> = createClient(options)
export type Answer = openapiFetch.MethodResponse<typeof plain, 'post', '/v2/issuer-quote'>
/** It finds the paths in the client, as openapi-react-query and swr-openapi do. */
const pathsOf = <Paths extends object>(client: openapiFetch.Client<Paths>): keyof Paths =>
  client as never
export const found: keyof paths = pathsOf(createClient(options))

export async function use({ signal }: AbortController): Promise<keyof paths> {
  const client = createClient(options)
  const body = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
  const limits = { timeout: 5_000, totalTimeout: 9_000, maxRetries: 0, signal }
  const { data, response } = await client.POST('/v2/issuer-quote', { body, ...limits })
  const quote: components['schemas']['IssuerQuote'] | undefined = data
  const same: IssuerQuote | Answer | undefined = quote
  const status: number = response.status
  await client.PUT('/v2/transfer/crypto-destination-address', { body: { id: 'a' } })
  const text = await client.POST('/v2/issuer-quote', { body, parseAs: 'text' })
  const parsed: string | undefined = text.data
  const { POST } = client
  await POST('/v2/issuer-quote', { body, headers: { 'X-Tenant': null, 'X-List': ['a', 1] } })
  client.use({ onRequest: ({ request }) => request.headers.set('X-Trace', 't') })

  // @ts-expect-error a path that the document does not have
  await client.POST('/v2/quotes', { body })
  // @ts-expect-error a method that it does not have there
  await client.PUT('/v2/issuer-quote', { body })
  // @ts-expect-error a body is needed
  await client.POST('/v2/issuer-quote')
  // @ts-expect-error a number for an amount
  await client.POST('/v2/issuer-quote', { body: { ...body, base_amount: 2.5 } })
  // @ts-expect-error an option that there is not
  await client.POST('/v2/issuer-quote', { body, timout: 5_000 })
  // @ts-expect-error parameters are written as the document says
  await client.POST('/v2/issuer-quote', { body, querySerializer: () => '' })
  // @ts-expect-error another base address
  await client.POST('/v2/issuer-quote', { body, baseUrl: 'https://other.example.com' })
  // @ts-expect-error a setting of fetch
  await POST('/v2/issuer-quote', { body, credentials: 'include' })
  return `${same?.price ?? ''}${status}${parsed}` === ''
    ? '/v2/issuer-quote'
    : '/v2/conversion/stablecoins'
}
