/** What a program may write with a provider's folder, and what it may not. Compiled beside `acme/`, never run. */
import {
  ApiError,
  type Call,
  type Client,
  clientCredentials,
  createClient,
  createFetch,
} from 'stablecoin-issuer-api'
import { createSchemas, type StandardSchema } from 'stablecoin-issuer-api/schemas'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import {
  type ConversionPage,
  type CreateStablecoinConversionRequest,
  enums,
  type paths,
  type Problem,
  provider,
  type StablecoinConversion,
} from './acme/index.js'

const credentials = { tokenUrl: 'https://auth.example.com/token', clientId: 'treasury' }
const auth = clientCredentials({ ...credentials, clientSecret: 's', scopes: provider.scopes })
const options = { baseUrl: 'https://api.example.com', auth, provider }
const client = createClient(options)
export const fetch: typeof globalThis.fetch = createFetch(options)
const issuer = fakeIssuer({ provider })
issuer.next('getConversion', 'broken')
// @ts-expect-error an operation that the provider does not have
issuer.next('deleteConversion', 'broken')
export const fake: typeof client = createClient({ ...issuer.options, provider })

/** Without a provider, a client is of our own document. */
type Made = ReturnType<typeof createClient>
const own: Client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
const made: Made = own
export const clients: readonly Client[] = [made, createClient({ ...options, provider: undefined })]
// @ts-expect-error our own client has no such method
void own.getConversion

const conversion: CreateStablecoinConversionRequest = {
  profile_id: 'p',
  amount: '12.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
  purpose: 'TREASURY',
}
const { purpose, ...lacking } = conversion

export async function call(): Promise<string | undefined> {
  const made: Call<StablecoinConversion> = client.createStablecoinConversion(conversion)
  const { id, status } = await client.getConversion({ id: (await made).id })
  const list: ConversionPage = await client.listConversions({ limit: 5 })
  const { conversions, next_cursor } = list
  await client.listConversions()
  for await (const one of client.listConversions.all({ limit: 5 }, { timeout: 1 })) {
    const listed: StablecoinConversion = one
    // @ts-expect-error no field of it
    void listed.next_cursor
  }
  // @ts-expect-error its answer is no list in pages
  void client.getConversion.all
  const { data } = await client.cancelConversion({ id }, { timeout: 1 }).withResponse()
  const known: typeof status = enums['StablecoinConversion.status'][1]
  const isSettled = [data, ...conversions].some((one) => one.status === known)
  // @ts-expect-error a required field is missing
  await client.createStablecoinConversion(lacking)
  // @ts-expect-error a misspelt field
  await client.createStablecoinConversion({ ...conversion, refid: 'r-1' })
  // The client fills the key where it is not given.
  await client.createStablecoinConversion({ ...conversion, 'Idempotency-Key': 'r-1' })
  // @ts-expect-error a key is a text
  await client.createStablecoinConversion({ ...conversion, 'Idempotency-Key': 1 })
  // @ts-expect-error a parameter is required
  await client.getConversion({})
  // @ts-expect-error no parameter of this operation
  await client.listConversions({ profile_id: 'p' })
  // @ts-expect-error there is no such method
  await client.deleteConversion({ id })
  return isSettled ? purpose : next_cursor
}

export async function callByPath(): Promise<Problem | undefined> {
  const template: keyof paths = '/v2/acme/conversions/{id}'
  const path = { id: 'c-1' }
  const { data, error } = await client.GET(template, { params: { path } })
  const found: StablecoinConversion | undefined = data
  await client.POST('/v2/conversion/stablecoins', { body: conversion })
  await client.GET('/v2/acme/conversions', { params: { query: { cursor: 'p-2' } } })
  // @ts-expect-error our own document has no such path
  await createClient({ ...options, provider: undefined }).GET('/v2/acme/conversions')
  return found ? undefined : error
}

/** The operation and the status narrow the body. */
export function explain(error: unknown): string {
  if (!ApiError.isDocumented(error, provider)) return 'another failure'
  const body: Problem = error.body
  if (error.operation === 'getConversion') {
    const status: 404 = error.status
    return `${status} ${error.body.code} ${error.outcome}`
  }
  // @ts-expect-error an operation whose refusals are not documented
  if (error.operation === 'createIssuerQuote') return ''
  // @ts-expect-error a status that is not documented
  if (error.operation === 'createStablecoinConversion' && error.status === 410) return ''
  // @ts-expect-error no member of the body
  const why: unknown = error.body.why
  return `${body.detail ?? why}`
}

const schemas = createSchemas({ provider })
export const schema: StandardSchema<CreateStablecoinConversionRequest> =
  schemas.createStablecoinConversion

// @ts-expect-error no folder of the command
createClient({ ...options, provider: {} })
