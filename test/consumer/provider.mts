/** What a program may write with a provider's folder, and what it may not. Compiled beside `acme/`, never run. */
import {
  ApiError,
  type Call,
  type Client,
  clientCredentials,
  createClient,
  createFetch,
} from 'stablecoin-issuer-api'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'
import { createSchemas, type StandardSchema } from 'stablecoin-issuer-api/schemas'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import {
  type CreateParcelRequest,
  enums,
  type Parcel,
  type Parcels,
  type paths,
  type Problem,
  provider,
} from './acme/index.js'

const credentials = { tokenUrl: 'https://auth.example.com/token', clientId: 'treasury' }
const auth = clientCredentials({ ...credentials, clientSecret: 's', scopes: provider.scopes })
const options = { baseUrl: 'https://api.example.com', auth, provider }
const client = createClient(options)
export const fetch: typeof globalThis.fetch = createFetch(options)
const issuer = fakeIssuer({ provider })
issuer.next('getParcel', 'broken')
// @ts-expect-error an operation that the provider does not have
issuer.next('deleteParcel', 'broken')
export const fake: typeof client = createClient({ ...issuer.options, provider })

/** Without a provider, a client is of our own document. */
type Made = ReturnType<typeof createClient>
const own: Client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
const made: Made = own
export const clients: readonly Client[] = [made, createClient({ ...options, provider: undefined })]
// @ts-expect-error our own client has no such method
void own.getParcel

const parcel: CreateParcelRequest = {
  depot_id: 'p',
  weight: '1',
  from_town: 'Ulm',
  to_town: 'Bonn',
  purpose: 'TREASURY',
}
const { purpose, ...lacking } = parcel

export async function call(): Promise<string | undefined> {
  const made: Call<Parcel> = client.createParcel(parcel)
  const { id, status } = await client.getParcel({ id: (await made).id })
  const list: Parcels = await client.listParcels({ limit: 5 })
  const { parcels, next_cursor } = list
  await client.listParcels()
  const { data } = await client.cancelParcel({ id }, { timeout: 1 }).withResponse()
  const known: typeof status = enums['Parcel.status'][1]
  const isSettled = [data, ...parcels].some((one) => one.status === known)
  // @ts-expect-error a required field is missing
  await client.createParcel(lacking)
  // @ts-expect-error a misspelt field
  await client.createParcel({ ...parcel, refid: 'r-1' })
  // @ts-expect-error the client fills the key
  await client.createParcel({ ...parcel, 'Idempotency-Key': 'r-1' })
  // @ts-expect-error a parameter is required
  await client.getParcel({})
  // @ts-expect-error no parameter of this operation
  await client.listParcels({ depot_id: 'p' })
  // @ts-expect-error there is no such method
  await client.deleteParcel({ id })
  return isSettled ? purpose : next_cursor
}

export async function callByPath(): Promise<Problem | undefined> {
  const client = createPathClient(options)
  const template: keyof paths = '/v1/parcels/{id}'
  const path = { id: 'c-1' }
  const { data, error } = await client.GET(template, { params: { path } })
  const found: Parcel | undefined = data
  await client.POST('/v1/parcels', { body: parcel })
  await client.GET('/v1/parcels', { params: { query: { cursor: 'p-2' } } })
  // @ts-expect-error our own document has no such path
  await createPathClient({ ...options, provider: undefined }).GET('/v1/parcels')
  return found ? undefined : error
}

/** The operation and the status narrow the body. */
export function explain(error: unknown): string {
  if (!ApiError.isDocumented(error, provider)) return 'another failure'
  const body: Problem = error.body
  if (error.operation === 'getParcel') {
    const status: 404 = error.status
    return `${status} ${error.body.code} ${error.outcome}`
  }
  // @ts-expect-error an operation whose refusals are not documented
  if (error.operation === 'quotePostage') return ''
  // @ts-expect-error a status that is not documented
  if (error.operation === 'createParcel' && error.status === 410) return ''
  // @ts-expect-error no member of the body
  const why: unknown = error.body.why
  return `${body.detail ?? why}`
}

export const schema: StandardSchema<CreateParcelRequest> = createSchemas({ provider }).createParcel

// @ts-expect-error no folder of the command
createClient({ ...options, provider: {} })
