/** A provider's folder from CommonJS. Compiled beside `acme/`, never run. */
import { ApiError, createClient } from 'stablecoin-issuer-api'
import { provider, type StablecoinConversion } from './acme/index.js'

const options = { baseUrl: 'https://api.example.com', auth: 'token', provider }

export async function find(id: string): Promise<StablecoinConversion | undefined> {
  const path = '/v2/acme/conversions/{id}'
  const client = createClient(options)
  const { data } = await client.GET(path, { params: { path: { id } } })
  return data ?? client.getConversion({ id })
}

export async function idsOf(): Promise<string[]> {
  const ids = []
  for await (const { id } of createClient(options).listConversions.all()) ids.push(id)
  return ids
}

export function codeOf(error: unknown): string | undefined {
  return ApiError.isDocumented(error, provider) ? error.body.code : undefined
}

// @ts-expect-error there is no such method
void createClient(options).deleteConversion({ id: 'c' })
