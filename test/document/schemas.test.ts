import { expect, it } from 'vitest'
import { createSchemas, schemas as own, type StandardSchema } from 'stablecoin-issuer-api/schemas'
import { readFirstExamples } from '../../scripts/lib/examples.js'
import { prepareInput } from '../../src/document/prepare-input.js'
import type { Operation } from '../../src/operation.js'
import { operations, provider } from '../support/parcels/client.js'

/** What a schema says of a value: its sentences, and the fields they are about. */
function problems(schema: StandardSchema<unknown>, value: unknown) {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new Error('a form would have to wait for it')
  return result.issues?.map(({ message, path }) => ({ message, path }))
}

const schemas = createSchemas({ provider })
const parcel = { depot_id: 'p', weight: '12.50', from_town: 'A', to_town: 'B' }

it('at run time the checks of our document take its examples', async () => {
  const examples = (await readFirstExamples()).filter(({ operationId }) => operationId in own)
  for (const { operationId, request } of examples)
    expect(problems(own[operationId as keyof typeof own], request)).toBeUndefined()
  expect(examples).toHaveLength(Object.keys(own).length)
})

it('a Standard Schema of what a method takes takes what can be sent, and gives it back as it is', () => {
  expect(parcel).toEqual(expect.schemaMatching(schemas.createParcel))
  const result = schemas.createParcel['~standard'].validate(parcel)
  expect(result).toEqual({ value: parcel })
  expect(result.issues === undefined && result.value).toBe(parcel)
})

it.each([
  { ...parcel, weight: '-1' },
  { ...parcel, ref_id: ' ' },
  { ...parcel, refid: 'x' },
  { ...parcel, metadata: { paid: NaN } },
  { depot_id: 'p' },
  'text',
  undefined,
])(
  'a Standard Schema of what a method takes says of %j what the client says when it refuses to send it',
  (body) => {
    const { issues } = prepareInput(operations['createParcel'] as Operation, body, true)
    const said = problems(schemas.createParcel, body)
    expect(said).toEqual(issues.map(({ message, path }) => ({ message, path })))
    expect(said?.length).toBeGreaterThan(0)
  },
)

it('a Standard Schema of what a method takes runs no getter, and throws nothing', () => {
  let reads = 0
  const getter = {
    get weight() {
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
      { ...parcel, __proto__: getter },
      getter,
      { ...parcel, metadata },
      proxy,
      new Proxy({}, { getOwnPropertyDescriptor: raw, ownKeys: () => ['a'] }),
      { ...parcel, metadata: { toJSON: raw } },
      deep,
    ].map((value) => problems(schemas.createParcel, value)),
  ).toEqual([
    undefined,
    [{ path: ['weight'], message: `weight ${asked}` }],
    [{ path: ['metadata', 'x', 0, 'weight'], message: `metadata.x[0].weight ${asked}` }],
    [{ path: [], message }],
    [{ path: [], message }],
    [{ path: [], message }],
    [{ path: [], message }],
  ])
  expect(reads).toBe(0)
})
