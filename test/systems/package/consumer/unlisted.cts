/** What the document lacks, declared from CommonJS. Compiled, never run. */
import { createClient } from 'stablecoin-issuer-api'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'

declare module 'stablecoin-issuer-api' {
  interface Unlisted {
    CreateIssuerQuoteRequest: { purpose?: string; market: 'XAUUSD' }
  }
}

const unlisted = { fields: ['purpose'], values: { market: ['XAUUSD'] } }
const options = { baseUrl: 'https://api.example.com', auth: 'token', unlisted }
const order = { profile_id: 'p', side: 'BUY', base_amount: '1', purpose: 'x' } as const

export async function use(): Promise<void> {
  const body = { ...order, market: 'XAUUSD' } as const
  await createClient(options).createIssuerQuote(body)
  await createPathClient(options).POST('/v2/issuer-quote', { body })
  // @ts-expect-error a misspelt field
  await createClient(options).createIssuerQuote({ ...body, purpos: 'x' })
}
