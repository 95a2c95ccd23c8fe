import { expect, it } from 'vitest'
import { InvalidRequestError } from '../../src/index.js'
import { callBy } from '../support/client.js'
import { createClient } from '../support/parcels/client.js'

let sent: string[] = []
const client = createClient({
  baseUrl: 'https://api.example.com',
  auth: 'token',
  generateRefId: false,
  fetch: (_url, init) => {
    sent.push(init.body as string)
    return Promise.resolve(Response.json({ id: '1' }))
  },
})

async function refusal(operationId: string, body: unknown): Promise<InvalidRequestError> {
  sent = []
  const error: unknown = await callBy(client, operationId, body).catch((reason: unknown) => reason)
  expect(sent).toEqual([])
  expect(error).toBeInstanceOf(InvalidRequestError)
  return error as InvalidRequestError
}

const parcel = { depot_id: 'p', weight: '12.50', from_town: 'A', to_town: 'B' }

it('the sentence of a refused body lists every problem at once, and reads alone', async () => {
  const body = { zone: 'ABROAD', pace: 5, gross_weight: '1', gros_weight: '2' }
  const error = await refusal('quotePostage', body)
  expect(error.issues.map(({ jsonPath }) => jsonPath).sort()).toEqual([
    '$.depot_id',
    '$.gros_weight',
    '$.pace',
    '$.zone',
  ])
  expect(error.message).toMatch(/^POST \/v1\/postage: invalid request: .*outcome not_sent/)
  expect(error.message).toContain('zone must be INLAND, got "ABROAD"')
  expect(error.message).toContain('pace must be one of SLOW, FAST, got number 5')
})

it.each<[string, number, object]>([
  [
    'its fields are many',
    100,
    Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, 1])),
  ],
  ['JSON cannot carry much of it', 100, { depot_id: Array.from({ length: 200_000 }, () => NaN) }],
  ['the name of a field is huge', 5, { ['x'.repeat(5e5)]: 1, pace: 'x'.repeat(100_000) }],
])('the sentence of a refused body stays short where %s', async (_, count, body) => {
  const error = await refusal('quotePostage', body)
  expect([error.message.length < 5_000, error.issues.length]).toEqual([true, count])
  expect(JSON.stringify(error.issues).length).toBeLessThan(count * 500)
})

it('the sentence of a refused body shows no character that moves a cursor, turns the direction or begins a line', async () => {
  const error = await refusal('quotePostage', { 'a\u202eb\u2028c\u0007d': 1 })
  expect(JSON.stringify([error.message, error.issues])).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(error.message).toContain('\\u202eb\\u2028c')
})

it('a problem of a refused body that is nested deeply has the first 100 keys of its place', async () => {
  const nested = (levels: number): object => (levels > 0 ? { a: nested(levels - 1) } : { b: NaN })
  const { issues } = await refusal('createParcel', { ...parcel, metadata: nested(3_000) })
  expect(issues[0]?.path).toEqual(['metadata', ...Array.from({ length: 99 }, () => 'a')])
  expect(issues[0]?.jsonPath.length).toBeLessThan(2_001)
})

it('a body that JSON cannot carry as it is does not count fields of a polluted Object.prototype', async () => {
  const prototype = Object.prototype as unknown as Record<string, unknown>
  prototype['depot_id'] = 'polluted'
  try {
    const { issues } = await refusal('createParcel', { weight: '1', from_town: 'A', to_town: 'B' })
    expect(issues.map(({ path }) => path)).toEqual([['depot_id']])
  } finally {
    delete prototype['depot_id']
  }
})
