import { expect, it, vi } from 'vitest'
import { ApiError, ClientError, TimeoutError } from '../../src/index.js'
import { failWith, succeedWith } from '../../src/testing.js'
import { parcel, postage } from '../support/parcels/calls.js'
import { createClient, fakeIssuer, provider } from '../support/parcels/client.js'
import { acme } from '../support/provider/acme.js'

const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
const quoted = {
  postage_id: 'q',
  zone: 'INLAND',
  pace: 'SLOW',
  charged_weight: '1',
  rate: '2',
  surcharge: '0',
  total: '2',
  expires_at: '2031-01-01T00:00:00Z',
}
const operation = 'createParcel'
const own = { operation, provider } as const

async function errorOf(call: Promise<unknown>): Promise<ClientError> {
  const ended: unknown = await call.catch((error: unknown) => error)
  expect(ended).toBeInstanceOf(ClientError)
  return ended as ClientError
}

type Kind = Parameters<typeof failWith>[0]

it('a method that is replaced gives the data, alone and with what was around it', async () => {
  vi.spyOn(client, 'quotePostage').mockReturnValue(succeedWith(quoted, { headers: { a: 'b' } }))
  expect(await client.quotePostage(postage)).toBe(quoted)
  const { data, status, headers, attempts, refId } = await client
    .quotePostage(postage)
    .withResponse()
  expect([data, status, headers.get('a'), attempts, refId]).toEqual([
    quoted,
    200,
    'b',
    1,
    undefined,
  ])
})

it('a method that is replaced names the reference of what it gives', async () => {
  const { refId } = await succeedWith({ id: 'a', ref_id: 'r-7' }).withResponse()
  expect(refId).toBe('r-7')
})

it('a method that is replaced gives a whole example of the document, and what is said instead', async () => {
  const issuer = createClient(fakeIssuer().options)
  const example = await issuer.putShelf({
    room: 'ATTIC',
    place: 'B-12',
    label: 'Fragile',
    contents: { box: { id: 'box-4410' } },
  })
  const method = vi.spyOn(client, 'putShelf')
  method.mockReturnValue(succeedWith('putShelf', undefined, { provider }))
  expect(await client.putShelf({ id: 'a' })).toEqual(example)
  const overrides = { shelf: { label: 'Sturdy' } }
  method.mockReturnValue(succeedWith('putShelf', overrides, { attempts: 2, provider }))
  const result = await client.putShelf({ id: 'a' }).withResponse()
  expect(result).toMatchObject({ attempts: 2, status: 200 })
  expect(result.data).toEqual({ shelf: { ...example.shelf, label: 'Sturdy' } })
  expect(await succeedWith('putShelf', undefined, { provider })).toEqual(example)
})

it('a method that is replaced names the reference of an example, and of what is said instead', async () => {
  const overrides = { ref_id: 'r-8', metadata: { invoice: 'INV-1' } }
  const { data, refId } = await succeedWith(operation, overrides, { provider }).withResponse()
  expect([data.ref_id, refId]).toEqual(['r-8', 'r-8'])
  expect(data.metadata).toEqual({ invoice: 'INV-1' })
  expect(() => succeedWith('toString' as typeof operation, {}, { provider })).toThrow(
    'succeedWith: there is no toString',
  )
})

it('a method that is replaced fails as the client does, alone and with what was around it', async () => {
  const facts = { operation, refId: 'r-1', outcome: 'unknown' } as const
  vi.spyOn(client, operation).mockReturnValue(failWith('TimeoutError', { ...facts, provider }))
  const error = await errorOf(client.createParcel(parcel))
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toMatchObject({ ...facts, code: 'ERR_TIMEOUT', attempts: 1 })
  expect(error.message).toMatch(
    /^POST \/v1\/parcels: no complete response in time after 1 attempt; outcome unknown\..*"r-1"/,
  )
  expect(await errorOf(client.createParcel(parcel).withResponse())).toBe(error)
})

it.each<[Kind, object, object]>([
  [
    'InvalidRequestError',
    { issues: [{ path: ['a'], jsonPath: '$.a', message: 'no' }] },
    { outcome: 'not_sent' },
  ],
  ['MissingScopeError', {}, { scope: 'parcels:write', granted: [] }],
  ['AuthenticationError', {}, { outcome: 'not_sent', attempts: 0 }],
  ['AuthenticationError', { outcome: 'rejected', error: 'e' }, { status: 401, error: 'e' }],
  ['BeforeSendError', {}, { outcome: 'not_sent', attempts: 0, code: 'ERR_BEFORE_SEND' }],
  ['BeforeSendError', { cause: 'full', outcome: 'unknown' }, { cause: 'full', attempts: 1 }],
  ['SentBeforeError', {}, { outcome: 'unknown', attempts: 0, code: 'ERR_SENT_BEFORE' }],
  ['SentBeforeError', { lookUpAt: new Date(9) }, { outcome: 'unknown', attempts: 0 }],
  ['ReferenceReusedError', { fields: ['weight'] }, { outcome: 'not_sent', state: 'unknown' }],
  ['ReferenceReusedError', { state: 'succeeded' }, { attempts: 0, fields: [] }],
  ['ConnectionError', {}, { outcome: 'unknown', attempts: 1 }],
  ['ConnectionError', { outcome: 'not_sent', attempts: 3 }, { attempts: 3 }],
  ['TimeoutError', { call: 'c-1' }, { call: 'c-1' }],
  ['AbortError', { outcome: 'not_sent' }, { code: 'ERR_ABORTED' }],
  ['ApiError', { status: 429, retryAfter: 3 }, { outcome: 'rejected', retryAfter: 3 }],
  ['ApiError', { status: 499 }, { outcome: 'unknown' }],
  ['ApiError', { status: 503, requestId: 'r' }, { outcome: 'unknown', requestId: 'r' }],
  ['ApiError', { status: 408, body: { a: 1 } }, { outcome: 'unknown', body: { a: 1 } }],
  ['InvalidResponseError', { body: '<html>' }, { status: 200, body: '<html>' }],
  [
    ...(['InvalidResponseError', { body: '{"error":"maintenance"}' }] as const),
    { message: expect.stringContaining('200 with a body that lacks a valid') as string },
  ],
])('a method that is replaced can fail with %s %j', async (kind, facts, told) => {
  const error = await errorOf(failWith(kind, { ...own, ...facts } as never))
  expect(error).toMatchObject({ name: kind, operation, ...facts, ...told })
  expect(error.refId).toMatch(/^[0-9a-f-]{36}$/)
})

it.each<[Kind, object, string]>([
  ['InvalidRequestError', { outcome: 'unknown' }, 'is not_sent and never unknown'],
  ['SentBeforeError', { outcome: 'not_sent' }, 'is unknown and never not_sent'],
  ['TimeoutError', { outcome: 'rejected' }, 'is unknown or not_sent and never rejected'],
  ['ApiError', { status: 503, outcome: 'rejected' }, 'after 503 the outcome is unknown'],
  ['ApiError', { status: 422, outcome: 'unknown' }, '422 refuses'],
  ['ApiError', { status: 499, outcome: 'rejected' }, 'after 499 the outcome is unknown'],
  ['InvalidResponseError', { body: '{"id":"c","postage_id":"q"}' }, 'this body is a success'],
  ['ApiError', { status: 200 }, '200 is not a status of an ApiError'],
  ['ApiError', { status: 500, operation: 'quote' }, 'there is no quote'],
])(
  'a method that is replaced cannot fail as the client never does: %s %j',
  (kind, facts, sentence) =>
    expect(() => failWith(kind, { ...own, ...facts } as never)).toThrow(sentence),
)

it('a method that is replaced disturbs nobody while it is not called', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  vi.fn().mockReturnValue(failWith('AbortError', own))
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

it("a method that a provider's document has is replaced as one of ours", async () => {
  const provider = await acme()
  const read = succeedWith('getParcel', { id: 'c-1', ref_id: 'r-1' }, { provider })
  const { data, status, refId } = await read.withResponse()
  expect([data, status, refId]).toMatchObject([{ id: 'c-1' }, 200, 'r-1'])
  const operation = 'getParcel'
  const body = { code: 'NOT_FOUND' }
  const failed = failWith('ApiError', { operation, provider, status: 404, body })
  expect(ApiError.isDocumented(await errorOf(failed), provider)).toBe(true)
  expect(() => succeedWith('getParcel' as never)).toThrow('there is no getParcel')
  for (const wrong of [{}, { operations: {} }, 'acme'])
    expect(() => fakeIssuer({ provider: wrong as never })).toThrow(
      'fakeIssuer: provider must be what stablecoin-issuer-overlay writes',
    )
})
