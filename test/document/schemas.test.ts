import { readFileSync } from 'node:fs'
import { FieldApi, FormApi, type StandardSchemaV1 } from '@tanstack/form-core'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  createClient,
  type CreateStablecoinConversionRequest,
  InvalidRequestError,
} from 'stablecoin-issuer-api'
import { enums, schemas, scopes } from 'stablecoin-issuer-api/schemas'

const document = parse(readFileSync('openapi/openapi.yaml', 'utf8')) as {
  components: { schemas: Record<string, { enum?: string[] }> }
  paths: Record<string, Record<string, { operationId: string; security: { oauth2: string[] }[] }>>
}

/** What the client says of a body that it does not send. */
async function refusal(send: (client: ReturnType<typeof createClient>) => Promise<unknown>) {
  const never = () => Promise.reject(new Error('sent'))
  const client = createClient({ baseUrl: 'https://api.example.com', auth: 't', fetch: never })
  const error = await send(client).catch((thrown: unknown) => thrown)
  if (error instanceof InvalidRequestError) return error.issues.map(({ message }) => message)
  throw error
}

/** What a schema says of a value: its sentences, and the fields they are about. */
function problems(schema: StandardSchemaV1, value: unknown) {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new Error('a form would have to wait for it')
  return result.issues?.map(({ message, path }) => ({ message, path }))
}

const conversion = { profile_id: 'p', amount: '12.50', source_asset: 'A', target_asset: 'B' }

it('at run time the networks are there for a drop-down, as the document lists them', () => {
  const { CryptoNetwork, Side } = document.components.schemas
  expect(enums.CryptoNetwork).toEqual(CryptoNetwork?.enum)
  expect(enums.Side).toEqual(Side?.enum)
  expect(enums['CreateIssuerQuoteRequest.market']).toEqual(['PAXGUSD'])
})

it('at run time the scopes are there by operation, as the document lists them', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const listed = operations.map(({ operationId, security }) => [operationId, security[0]?.oauth2])
  expect(scopes).toEqual(Object.fromEntries(listed))
})

it('a Standard Schema of what a method takes takes what can be sent, and gives it back as it is', () => {
  expect(conversion).toEqual(expect.schemaMatching(schemas.createStablecoinConversion))
  const result = schemas.createStablecoinConversion['~standard'].validate(conversion)
  expect(result).toEqual({ value: conversion })
  expect(result.issues === undefined && result.value).toBe(conversion)
})

it.each([
  { ...conversion, amount: '-1' },
  { ...conversion, ref_id: ' ' },
  { ...conversion, refid: 'x' },
  { ...conversion, metadata: { paid: NaN } },
  { profile_id: 'p' },
  'text',
  undefined,
])(
  'a Standard Schema of what a method takes says of %j what the client says when it refuses to send it',
  async (body) => {
    const said = problems(schemas.createStablecoinConversion, body)
    const request = body as CreateStablecoinConversionRequest
    expect(said?.map(({ message }) => message)).toEqual(
      await refusal((client) => client.createStablecoinConversion(request)),
    )
    expect(said?.length).toBeGreaterThan(0)
  },
)

it('a Standard Schema of what a method takes names the field of each problem', () => {
  const travelrule_metadata = { vasp: { id: 7 }, 'a "b".c': 1 }
  expect(problems(schemas.putCryptoDestinationAddress, { id: 'a', travelrule_metadata })).toEqual([
    {
      path: ['travelrule_metadata', 'vasp', 'id'],
      message: 'travelrule_metadata.vasp.id must be a string, got number 7',
    },
    {
      path: ['travelrule_metadata', 'a "b".c'],
      message: expect.stringContaining('is not one of the fields here') as string,
    },
  ])
  expect(problems(schemas.createIssuerQuote, null)?.map(({ path }) => path)).toEqual([[]])
})

it('a Standard Schema of what a method takes runs no getter, and throws nothing', () => {
  let reads = 0
  const getter = {
    get amount() {
      reads++
      throw new Error('raw')
    },
  }
  const raw = (): never => {
    throw new Error('raw')
  }
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const metadata: Record<string, unknown> = { x: [getter] }
  metadata['self'] = metadata
  const message = 'the body cannot be written as JSON'
  const asked = 'is a getter, which the check does not run'
  const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  expect(
    [
      { ...conversion, __proto__: getter },
      getter,
      { ...conversion, metadata },
      proxy,
      new Proxy({}, { getOwnPropertyDescriptor: raw, ownKeys: () => ['a'] }),
      { ...conversion, metadata: { toJSON: raw } },
      deep,
    ].map((value) => problems(schemas.createStablecoinConversion, value)),
  ).toEqual([
    undefined,
    [{ path: ['amount'], message: `amount ${asked}` }],
    [{ path: ['metadata', 'x', 0, 'amount'], message: `metadata.x[0].amount ${asked}` }],
    [{ path: [], message }],
    [{ path: [], message }],
    [{ path: [], message }],
    [{ path: [], message }],
  ])
  expect(reads).toBe(0)
})

it('a form of TanStack Form shows each problem at its field, and is submitted once there is none', async () => {
  const sent: unknown[] = []
  const defaultValues: CreateStablecoinConversionRequest = {
    ...conversion,
    amount: 'ten',
    ref_id: '',
  }
  const form = new FormApi({
    defaultValues,
    validators: { onSubmit: schemas.createStablecoinConversion },
    onSubmit: ({ value }) => {
      sent.push(value)
    },
  })
  form.mount()
  const amount = new FieldApi({ form, name: 'amount' })
  const reference = new FieldApi({ form, name: 'ref_id' })
  amount.mount()
  reference.mount()

  await form.handleSubmit()
  const shown = ({ state }: { state: { meta: { errors: unknown[] } } }) =>
    state.meta.errors.map((issue) => (issue as { message: string }).message)
  expect(sent).toEqual([])
  expect(shown(amount)).toEqual(['amount must be a decimal string such as 12.50, got "ten"'])

  amount.handleChange('10')
  await form.handleSubmit()
  expect(shown(reference)).toEqual([expect.stringMatching(/^ref_id is blank/)])

  reference.handleChange('treasury-1')
  await form.handleSubmit()
  expect(sent).toEqual([{ ...conversion, amount: '10', ref_id: 'treasury-1' }])
})
