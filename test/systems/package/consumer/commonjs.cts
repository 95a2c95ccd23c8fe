/** Every entry from CommonJS: what each gives goes together with the others. Compiled, never run. */
import api = require('stablecoin-issuer-api')
import { ClientError, VERSION } from 'stablecoin-issuer-api'
import { enums, schemas } from 'stablecoin-issuer-api/schemas'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

const auth = api.clientCredentials({
  tokenUrl: 'https://auth.example.com/oauth2/token',
  clientId: 'treasury',
  clientAuthentication: (_server, client, form) => form.set('client_id', client.client_id),
})
const options: api.ClientOptions = { baseUrl: 'https://api.example.com', auth }

export const client: api.Client = api.createClient({ ...options, transport: undiciTransport() })
export const fake: api.Client = api.createClient(fakeIssuer().options)
export const networks: readonly api.CryptoNetwork[] = enums.CryptoNetwork

export async function take(form: unknown): Promise<api.IssuerQuote | undefined> {
  const checked = await schemas.createIssuerQuote['~standard'].validate(form)
  if (checked.issues !== undefined) return undefined
  const { data } = await client.POST('/v2/issuer-quote', { body: checked.value })
  const quote: api.Call<api.IssuerQuote> = client.createIssuerQuote(checked.value)
  return data ?? quote
}

export function explain(error: unknown): string {
  if (error instanceof api.ApiError) return `${error.status} ${error.outcome}`
  return ClientError.is(error) ? error.code : VERSION
}

// @ts-expect-error a network that is not listed
void client.putCryptoDestinationAddress({ crypto_network: 'DOGECOIN', address: 'D1' })
