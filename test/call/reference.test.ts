import { expect, it } from 'vitest'
import {
  type ClientError,
  type ClientEvent,
  type ClientOptions,
  createClient,
} from '../../src/index.js'
import { fakeIssuer } from '../../src/testing.js'
import { conversion, heldQuote, madeConversion, quote, unreferenced } from '../support/examples.js'
import { journalIn, kinds } from '../support/journal.js'
import { providerOf } from '../support/provider-of.js'
import { answer, scripted } from '../support/scripted.js'

/** The end of a conversion, what went out for it, and the types of its events. */
async function create(
  request: unknown,
  body: object = madeConversion,
  options: Partial<ClientOptions> = {},
) {
  const { client, events, sent } = scripted([answer(201, body)], options)
  const call = client.createStablecoinConversion(request as typeof conversion)
  const end: unknown = await call.catch((error: unknown) => error)
  const bodies = sent.map((one) => JSON.parse(one.body ?? '') as Record<string, unknown>)
  return { end, bodies, types: events.map(({ type }) => type) }
}

it('a reference is sent as it was given, and none is made', async () => {
  for (const request of [unreferenced, conversion])
    expect((await create(request)).bodies).toEqual([request])
})

it.each(['', '\t\n', '\u00a0'])('a reference %j is none, and is refused', async (ref_id) => {
  const message = 'ref_id is blank; give it a value or leave it out'
  const { end, bodies } = await create({ ...conversion, ref_id })
  expect((end as { issues?: unknown }).issues).toEqual([{ path: ['ref_id'], message }])
  expect(bodies).toEqual([])
})

it('a blank reference is among the other problems of a body', async () => {
  const { end } = await create({ ...conversion, amount: 5, ref_id: '' })
  expect(end).toMatchObject({ issues: [{ path: ['amount'] }, { path: ['ref_id'] }] })
})

it.each<[unknown, string | undefined]>([
  [{ ...conversion, amount: 5 }, 'r-1'],
  [{ ...conversion, amount: 5, ref_id: 7 }, undefined],
  [{ ...unreferenced, amount: 5 }, undefined],
  [null, undefined],
])('a reference of a refused body %j is kept by the error: %s', async (request, refId) => {
  const error = (await create(request)).end as ClientError
  expect([error.outcome, error.attempts, error.refId]).toEqual(['not_sent', 0, refId])
})

it('the reference in an answer that was sent is a success, and so is none, or null', async () => {
  const drifts = { ...madeConversion, ref_id: null }
  expect((await create(conversion, drifts)).end).toEqual(drifts)
  for (const body of [{ ...madeConversion, ref_id: 'r-1' }, madeConversion])
    expect(await create(conversion, body)).toEqual({
      end: body,
      types: ['attempt', 'response', 'end'],
      bodies: [conversion],
    })
})

it('the reference in an answer is not looked for where none was sent', async () => {
  const body = { ...madeConversion, ref_id: 'r-2' }
  expect((await create(unreferenced, body)).end).toEqual(body)
})

it.each(['r-2', '', 5, ['r-1']])(
  'the reference in an answer that is another is never a success, with events and without: %j',
  async (ref_id) => {
    const body = { ...madeConversion, ref_id }
    for (const options of [{}, { onEvent: undefined }]) {
      const { end, types, bodies } = await create(conversion, body, options)
      expect(end).toMatchObject({
        code: 'ERR_INVALID_RESPONSE',
        outcome: 'unknown',
        status: 201,
        refId: 'r-1',
        body: JSON.stringify(body),
      })
      expect(String(end)).toContain(
        `201 with another ref_id: the response of the id ${madeConversion.id} belongs to another request, after 1 attempt`,
      )
      expect([types.includes('drift'), bodies.length]).toEqual([false, 1])
    }
  },
)

it.each<[string, unknown]>([
  ['ref_id', 'r-2'],
  ['referenceField', 'profile_id'],
  ['headers', { 'X-Injected': '1' }],
])('a call has no %s of a polluted Object.prototype', async (name, value) => {
  Object.defineProperty(Object.prototype, name, { value, configurable: true })
  try {
    const { client, sent } = scripted([answer(200, heldQuote)])
    const { refId } = await client.createIssuerQuote(quote).withResponse()
    expect([sent[0]?.url, refId]).toEqual(['https://api.example.com/v2/issuer-quote', undefined])
    expect(sent[0]?.headers).not.toHaveProperty('X-Injected')
    expect((await create(conversion, madeConversion)).end).toEqual(madeConversion)
  } finally {
    Reflect.deleteProperty(Object.prototype, name)
  }
})

const text = { type: 'string' }
const payout = {
  type: 'object',
  required: ['id'],
  properties: { id: text, end_to_end_id: { ...text, 'x-client-reference': true }, amount: text },
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** A provider whose reference is a parameter, and repeated in an answer under another name. */
function referring(place: string, name: string) {
  const path = place === 'path' ? `/v2/payouts/{${name}}` : '/v2/payouts'
  const put = {
    operationId: 'putPayout',
    'x-idempotency': { repeated: 'never' },
    parameters: [
      { name, in: place, required: true, 'x-client-reference': true, schema: text },
      { name: 'X-Account', in: 'header', schema: text },
    ],
    requestBody: { required: true, ...json({ type: 'object', properties: { amount: text } }) },
    responses: {
      '200': {
        description: 'The payout.',
        ...json(payout),
        links: {
          lookUp: {
            operationId: 'findPayouts',
            parameters: { reference: `$request.${place}.${name}` },
          },
        },
      },
    },
  }
  const get = {
    operationId: 'findPayouts',
    parameters: [
      { name: 'reference', in: 'query', schema: text },
      { name: 'X-Account', in: 'header', schema: text },
    ],
    responses: { '200': { description: 'Those.', ...json({ type: 'array', items: payout }) } },
  }
  const update = { [path]: { put }, '/v2/found': { get } }
  return providerOf({ target: '$.paths', update: update as never })
}

it.each([
  ['path', 'payout_ref'],
  ['query', 'ref'],
  ['header', 'X-Request-Reference'],
])('a reference in the %s is looked up, recorded, and told', async (place, name) => {
  const provider = await referring(place, name)
  const issuer = fakeIssuer({ provider })
  const { journal } = await journalIn(kinds[0])
  const events: ClientEvent[] = []
  const onEvent = (event: ClientEvent) => void events.push(event)
  const client = createClient({ ...issuer.options, provider, journal, onEvent })
  const { putPayout } = client as object as { putPayout: (input: object) => Promise<object> }
  issuer.next('putPayout' as never, 'broken')
  const input = { [name]: 'p-1', amount: '12.50', 'X-Account': 'second' }
  const made = await putPayout(input)
  expect(made).toMatchObject({ end_to_end_id: 'p-1', amount: '12.50' })
  expect(await journal.find('p-1')).toMatchObject({ state: 'succeeded', body: input })
  const end = { operation: 'putPayout', found: true, refId: 'p-1' }
  expect(events.filter(({ type }) => type === 'end').at(-1)).toMatchObject(end)
  expect(await putPayout(input)).toEqual(made)
  const other = putPayout({ ...input, amount: '1' })
  await expect(other).rejects.toMatchObject({ refId: 'p-1', code: 'ERR_REFERENCE_REUSED' })
  await expect(putPayout({ ...input, [name]: ' ' })).rejects.toThrow(`is blank; give it a value`)
  expect(issuer.requests.map(({ method }) => method)).toEqual(['PUT', 'GET'])
  expect(issuer.requests[1]?.headers).toMatchObject({ 'x-account': 'second' })
})
