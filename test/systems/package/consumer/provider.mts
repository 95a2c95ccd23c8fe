/** What a program may write with a provider's folder, and what it may not. Compiled, never run. */
import { ApiError, type Client, clientCredentials, createClient } from 'stablecoin-issuer-api'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'
import { createSchemas } from 'stablecoin-issuer-api/schemas'
import { callOf, fakeIssuer } from 'stablecoin-issuer-api/testing'
import {
  type Conversions,
  enums,
  type paths,
  provider,
  type StablecoinConversion,
} from './acme/index.js'

const place = { tokenUrl: 'https://auth.example.com/token', clientId: 'treasury' }
const auth = clientCredentials({ ...place, clientSecret: 's', scopes: provider.scopes })
const options = { baseUrl: 'https://api.example.com', auth, provider }
const client: Client<typeof provider> = createClient(options)
export const fake: typeof client = createClient({ ...fakeIssuer({ provider }).options, provider })
const ours: ReturnType<typeof createClient> = createClient({ ...options, provider: undefined })
// @ts-expect-error our own document has no such operation
void ours.getStablecoinConversion

const order = { profile_id: 'p', amount: '1', source_asset: 'USDC', target_asset: 'USDG' }

export async function convert(): Promise<StablecoinConversion | undefined> {
  const { id, status } = await client.createStablecoinConversion({ ...order, purpose: 'x' })
  // @ts-expect-error the provider requires `purpose`
  await client.createStablecoinConversion(order)
  // @ts-expect-error a read needs its id
  await client.getStablecoinConversion({})
  const known: typeof status = 'SETTLED'
  const read: StablecoinConversion = await client.getStablecoinConversion({ id })
  const { conversions }: Conversions = await client.listStablecoinConversions({ ref_id: 'r' })
  const { data } = await client.cancelStablecoinConversion({ id }).withResponse()
  return [read, data, ...conversions].find((one) => one.status === known)
}

export function explain(error: unknown): string {
  if (!ApiError.isDocumented(error, provider)) return 'undocumented'
  // @ts-expect-error a field that no documented body has
  void error.body.reason
  return error.operation === 'getStablecoinConversion' ? error.body.code : 'another'
}

export async function read(form: unknown): Promise<string | undefined> {
  const schemas = createSchemas({ provider })
  const checked = await schemas.getStablecoinConversion['~standard'].validate(form)
  if (checked.issues !== undefined) return undefined
  const template: keyof paths = '/v2/conversion/stablecoins/{id}'
  const { data } = await createPathClient(options).GET(template, {
    params: { path: checked.value },
  })
  return data === undefined ? enums['StablecoinConversion.status'][0] : (await callOf(data)).status
}
