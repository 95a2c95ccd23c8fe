import { expect, it } from 'vitest'
import { ApiError, type CallOptions } from '../../src/index.js'
import type { IdempotencyKey, Operation, Schema } from '../../src/operation.js'
import { acme as provider, acmeWith, conversion } from '../support/acme.js'
import { useFakeClock } from '../support/clock.js'
import { heldQuote, quote } from '../support/examples.js'
import { idempotencyKey } from '../support/keyed-provider.js'
import { answer, broken, ended, scripted, silence, type Step } from '../support/scripted.js'

useFakeClock()

const { request, key: documented } = provider.operations['createStablecoinConversion'] as Operation
const rule = documented as IdempotencyKey
const order = { ...conversion, ref_id: 'r-1' }
const made = { ...order, id: 'c-1' }
const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const lost = broken({ code: 'ECONNRESET', syscall: 'read' })
const accepted = answer(200, made)
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

/** A provider that says this of conversions. */
const saying = (facts: Partial<Operation>) => acmeWith('createStablecoinConversion', facts)
const inBody: Partial<Operation> = {
  key: { ...rule, in: 'input', name: 'request_key' },
  request: {
    ...(request as object),
    properties: { ...(request as { properties: object }).properties, request_key: true },
  },
}

/** The keys of the attempts of a conversion: of the first two, one never left and one was lost. */
async function keysOf(facts: Partial<Operation>, body: object, options: CallOptions = {}) {
  const steps = [refused, lost, answer(200, { id: 'c-1' })]
  const provider = saying({ ...facts, lookUp: undefined })
  const { client, sent } = scripted(steps, { provider })
  await ended(client.createStablecoinConversion(body as typeof order, options))
  const keys = sent.map(({ headers, body = '' }) => {
    const { ref_id, request_key } = JSON.parse(body) as Record<string, unknown>
    return { header: headers['idempotency-key'], ref_id, request_key }
  })
  expect(keys).toHaveLength(3)
  expect(keys[1]).toEqual(keys[0])
  expect(keys[2]).toEqual(keys[0])
  return keys[0]
}

it.each<[string, Partial<Operation>, body: object, expected: object, options?: CallOptions]>([
  ['in a header', {}, order, { header: 'r-1', request_key: undefined }],
  // A header cannot carry every reference as it is, and two of them never have the same.
  ['escaped', {}, { ...order, ref_id: 'é 1/\n' }, { header: '%C3%A9%201%2F%0A' }],
  ['escaped twice', {}, { ...order, ref_id: '%C3%A9' }, { header: '%25C3%25A9' }],
  [
    'after the name of the operation, where another has the same references',
    { key: { ...rule, prefix: 'createStablecoinConversion:' } },
    order,
    { header: 'createStablecoinConversion:r-1', ref_id: 'r-1' },
  ],
  ['in a field', inBody, order, { header: undefined, ref_id: 'r-1', request_key: 'r-1' }],
  ['in a body alone', { ...inBody, parameters: undefined }, order, { request_key: 'r-1' }],
])('the key of a conversion is its reference: %s', async (_, facts, body, expected) =>
  expect(await keysOf(facts, body)).toMatchObject(expected),
)

it('the key of a conversion that was given no reference is a UUID, and it gets no reference', async () => {
  const key = await keysOf({}, conversion)
  expect(key).toEqual({ header: expect.stringMatching(uuid) as string })
})

it.each<[string, Partial<Operation>, object, CallOptions?]>([
  ['field', inBody, { ...order, request_key: 'mine' }],
  ['header', {}, order, { headers: { 'Idempotency-Key': 'mine' } }],
  ['parameter', {}, { ...order, 'Idempotency-Key': 'mine' }],
  [
    'parameter, beside a header,',
    { key: { ...rule, rules: { properties: { [rule.name]: { enum: ['mine'] } } } } },
    { ...order, 'Idempotency-Key': 'mine' },
    { headers: { 'Idempotency-Key': 'other' } },
  ],
])("the caller's own %s is the key", async (_, facts, body, options) =>
  expect(Object.values((await keysOf(facts, body, options)) ?? {})).toContain('mine'),
)

it('a key that the document declares as a parameter is an argument, and no field of the body', async () => {
  const { client, sent, fetch } = scripted([accepted], { provider })
  const path = '/v2/conversion/stablecoins'
  const [name, key] = ['Idempotency-Key', 'mine'] as const
  await client.createStablecoinConversion({ ...order, [name]: key })
  await client.POST(path, { body: order, params: { header: { [name]: key } } })
  const body = JSON.stringify(order)
  await fetch(path, { method: 'POST', body, headers: { [name]: key } })
  const headers = { 'idempotency-key': key }
  expect(sent).toMatchObject([1, 2, 3].map(() => ({ headers, body })))
  const invalid = client.createStablecoinConversion({ ...order, [name]: 7 as never })
  await expect(invalid).rejects.toThrow('["Idempotency-Key"] must be a string, got number 7')
})

it('the error of a call under a key of the caller says to repeat it under that key', async () => {
  const { client } = scripted([lost], { provider: saying({ lookUp: undefined }), maxRetries: 0 })
  const key = { 'Idempotency-Key': 'mine' }
  for (const call of [
    client.createStablecoinConversion({ ...order, ...key }),
    client.createStablecoinConversion(order, { headers: key }),
  ])
    await expect(call).rejects.toThrow(
      'It may have taken effect: make the same call again under its idempotency-key, while the service knows it.',
    )
})

it('a reference that is the key is filled where it was given none, and the error names it', async () => {
  const provider = saying({ key: { ...rule, in: 'input', name: 'ref_id' }, lookUp: undefined })
  const { client, sent } = scripted([lost, lost, lost], { provider })
  const error = await ended(client.createStablecoinConversion(conversion))
  const { ref_id } = JSON.parse(sent[0]?.body ?? '') as { ref_id?: string }
  expect(ref_id).toMatch(uuid)
  expect(error).toMatchObject({ outcome: 'unknown', refId: ref_id, attempts: 3 })
})

it.each([
  ['that is a parameter', rule],
  ['that is none', idempotencyKey],
])(
  'the key of a request without a reference, in a header %s, is a UUID for each call',
  async (_, key) => {
    const provider = acmeWith('createIssuerQuote', { key })
    const { client, sent } = scripted([refused, answer(200, heldQuote)], { provider })
    for (let call = 0; call < 2; call++) await ended(client.createIssuerQuote(quote))
    const [first, again, other] = sent.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(uuid)
    expect(again).toBe(first)
    expect(other).toMatch(uuid)
    expect(other).not.toBe(first)
    expect(sent[0]?.body).toBe(JSON.stringify(quote))
  },
)

const found = answer(200, { conversions: [made] })
const nothing = answer(200, { conversions: [] })
/** Without an identifier in the document, a success has every required field. */
const unnamed = { identifier: undefined }
const inPart = answer(200, { conversions: [{ ...made, status: undefined }] })
const exists = answer(409, { code: 'SETTLED' })
const underWay = answer(409, {}, { 'Retry-After': '3' })
const noLink = { lookUp: undefined }
const conflict = { key: { ...rule, repeated: '409' as const } }

const existing = { code: 'ERR_API', status: 409, outcome: 'unknown' }

const briefly = { ...noLink, key: { ...rule, lifetime: 20_000 } }
const gone = { ...noLink, key: { ...rule, lifetime: 2_000 } }
const busy = answer(429, {}, { 'Retry-After': '3' })
const reused = answer(422, { code: 'KEY_REUSED' })
const unknown = { outcome: 'unknown', refId: 'r-1' }
const failed = expect.stringContaining(
  'outcome unknown. Its look-up failed: GET /v2/acme/conversions: 404',
) as string
const notFound = { ...unknown, message: failed }
const rejected = { outcome: 'rejected', status: 422 }
const once = { maxRetries: 0 }

/** `methods` are those of the requests; a GET looks the conversion up. */
type Row = [string, Partial<Operation>, Step[], methods: string, end: object, CallOptions?]
it.each<Row>([
  // It is sent again while the service knows its key.
  ['was lost', noLink, [lost, accepted], 'POST POST', made],
  ['had no answer in time', noLink, [silence, accepted], 'POST POST', made],
  ['never left', {}, [refused, accepted], 'POST POST', made],
  ['has a first copy under way', noLink, [underWay, accepted], 'POST POST', made],
  ['has no key', { ...noLink, key: undefined }, [lost, accepted], 'POST', unknown],
  ['is known long enough', briefly, [lost, accepted], 'POST POST', made],
  ['is known until another could arrive', briefly, [silence, accepted], 'POST', unknown],
  ['is known too briefly', briefly, [lost, accepted], 'POST', unknown, { timeout: 20_000 }],
  // However long it waited, which is no repeat.
  ['is forgotten', gone, [answer(503), busy, accepted], 'POST POST', unknown, { timeout: 500 }],
  ['was redirected', noLink, [answer(307), accepted], 'POST', unknown],
  ['has no readable answer', noLink, [answer(200, '<html>'), accepted], 'POST', unknown],
  ['was lost, and maxRetries is 0,', noLink, [lost], 'POST', unknown, once],
  ['is under way, and maxRetries is 0,', noLink, [underWay], 'POST', unknown, once],
  // A refusal is one only where no attempt before may have taken effect.
  ['was refused', noLink, [reused, accepted], 'POST', rejected],
  ['never left, and was refused', noLink, [refused, reused], 'POST POST', rejected],
  ['was lost, and refused', noLink, [lost, reused], 'POST POST', { ...rejected, ...unknown }],
  ['was lost, and is not found', {}, [lost, nothing, nothing, accepted], 'POST GET GET POST', made],
  ['was lost, and is found in part', unnamed, [lost, inPart, accepted], 'POST GET', unknown],
  ['was lost, and so its look-up', {}, [lost, answer(404), accepted], 'POST GET', notFound],
  ['exists', conflict, [exists, found], 'POST GET', made],
  ['exists, and is not found', conflict, [exists, nothing], 'POST GET GET GET', existing],
  ['exists, and has no look-up', { ...conflict, ...noLink }, [exists, accepted], 'POST', existing],
])('a conversion with a key that %s', async (_, facts, steps, methods, end, options = {}) => {
  const { client, sent } = scripted(steps, { provider: saying(facts) })
  expect(await ended(client.createStablecoinConversion(order, options))).toMatchObject(end)
  expect(sent.map(({ method }) => method).join(' ')).toBe(methods)
  for (const { method, url } of sent)
    if (method === 'GET') expect(url).toContain('/v2/acme/conversions?ref_id=r-1')
})

it('a conversion is looked up with the headers and the limits of its call, and without its key', async () => {
  const { client, sent } = scripted([lost, answer(503), answer(503), found], { provider })
  const headers = { 'x-tenant': 'eu' }
  await ended(client.createStablecoinConversion(order, { headers, maxRetries: 1 }))
  const keys = sent.map(({ headers: all }) => [all['x-tenant'], 'idempotency-key' in all])
  expect(keys).toEqual([
    ['eu', true],
    ['eu', false],
    ['eu', false],
  ])
})

it('a PUT that must not be repeated is as a POST', async () => {
  const provider = acmeWith('putCryptoDestinationAddress', { idempotent: false })
  const { client, sent } = scripted([lost, answer(200, {})], { provider })
  expect(await ended(client.putCryptoDestinationAddress({ id: 's-1' }))).toMatchObject({
    outcome: 'unknown',
  })
  expect(sent).toHaveLength(1)
})

it('a PUT with a reference is refused by the statuses of a POST alone', async () => {
  const provider = acmeWith('createStablecoinConversion', { method: 'PUT', idempotent: true })
  const { client } = scripted([answer(405)], { provider })
  expect(await ended(client.createStablecoinConversion(order))).toMatchObject({
    outcome: 'unknown',
  })
})

it('the first answer under a key is none of another body', async () => {
  const { client } = scripted([answer(200, { ...made, amount: '1' })], { provider })
  const error = await ended(client.createStablecoinConversion(order))
  expect(error).toMatchObject({ code: 'ERR_INVALID_RESPONSE', outcome: 'unknown' })
  expect((error as Error).message).toContain('another amount')
})

it('a success that has no body in the document is one that has none', async () => {
  const id = 'cancelConversion'
  const provider = acmeWith(id, { response: undefined, identifier: undefined })
  const steps = [answer(200, { error: 'no' }), answer(200, {}), answer(204, '')]
  const { client } = scripted(steps, { provider })
  for (let call = 0; call < 2; call++)
    expect(await ended(client[id]({ id: 'c-1' }))).toMatchObject({ outcome: 'unknown' })
  expect(await client[id]({ id: 'c-1' })).toBeUndefined()
})

const problem = { code: 'NOT_FOUND', detail: 'tok-1234567 was not let in' }
const coded = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } }
const numbered = { ...coded, properties: { code: { type: 'integer' } } }
it.each<[string, errors: Record<string, object>, number, body: unknown, boolean]>([
  ['a status', { 404: coded }, 404, problem, true],
  ['another status', { 404: coded }, 410, problem, false],
  ['a range', { '4XX': coded }, 418, problem, true],
  ['another range', { '4XX': coded }, 500, problem, false],
  ['a status before its range', { 404: numbered, '4XX': coded }, 404, problem, false],
  ['a range before all others', { '5XX': numbered, default: coded }, 503, problem, false],
  ['all others', { 404: numbered, default: coded }, 503, problem, true],
  ['a body that does not fit', { 404: coded }, 404, { code: 5 }, false],
  ['a body that lacks a member', { 404: coded }, 404, {}, false],
  ['a body that is no JSON', { default: {} }, 404, '<html>', false],
])('a documented refusal is known by %s', async (_, errors, status, body, isDocumented) => {
  const provider = acmeWith('getConversion', { errors })
  const { client, events } = scripted([answer(status, body)], { provider, maxRetries: 0 })
  const error = await ended(client.getConversion({ id: 'c' }))
  const { serviceCode } = events.at(-1) as { serviceCode?: unknown }
  expect(serviceCode).toBe(isDocumented ? problem.code : undefined)
  expect(error).toMatchObject({ code: 'ERR_API', status })
  expect(ApiError.isDocumented(error, provider)).toBe(isDocumented)
  if (isDocumented) expect(error).toMatchObject({ body: { code: problem.code } })
})

it.each<[string, schema: Schema, body: unknown, unknown]>([
  ['a number', numbered, { code: 5 }, 5],
  ['within its error', { properties: { error: coded } }, { error: problem }, 'NOT_FOUND'],
  ['that the document does not name', {}, problem, undefined],
  ['that is no text', { properties: { code: true } }, { code: ['Jane'] }, undefined],
])('the end of a refused call has its code: %s', async (_, schema, body, serviceCode) => {
  const provider = acmeWith('getConversion', { errors: { 404: schema } })
  const { client, events } = scripted([answer(404, body)], { provider })
  await ended(client.getConversion({ id: 'c' }))
  const end = events.at(-1)
  expect(end).toMatchObject({ type: 'end', status: 404, outcome: 'rejected', code: 'ERR_API' })
  expect((end as { serviceCode?: unknown }).serviceCode).toBe(serviceCode)
})

it('a documented refusal may have a value that is new, shows no secret, and is of its provider alone', async () => {
  const { client } = scripted([answer(404, { ...problem, code: 'NEW' })], { provider })
  const error = await ended(client.getConversion({ id: 'c' }))
  expect(error).toMatchObject({ body: { code: 'NEW', detail: '[redacted] was not let in' } })
  expect(JSON.stringify(error)).not.toContain('tok-1234567')
  const own = (await import('../../generated/index.js')).provider
  expect([provider, own].map((one) => ApiError.isDocumented(error, one))).toEqual([true, false])
  for (const other of [new Error('x'), undefined])
    expect(ApiError.isDocumented(other, provider)).toBe(false)
})
