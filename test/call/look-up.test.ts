// An attempt whose answer was lost is looked up at once: only what is found counts.

import { expect, it, vi } from 'vitest'
import { type CallOptions, createClient, createFetch } from '../../src/index.js'
import type { Operation } from '../../src/operation.js'
import { acme, acmeWith, conversion } from '../support/acme.js'
import { useFakeClock } from '../support/clock.js'
import { answer, broken, ended, scripted, silence, type Step } from '../support/scripted.js'

useFakeClock()

const order = { ...conversion, ref_id: 'r-1' }
const made = { ...order, id: 'c-1' }
const lost = broken({ code: 'ECONNRESET', syscall: 'read' })
const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const page = (...conversions: object[]) => answer(200, { conversions })
const found = page(made)
const nothing = page()
const provider = acmeWith('createStablecoinConversion', { key: undefined })

const unknown = { outcome: 'unknown', refId: 'r-1', attempts: 1 }
const saying = (why: string, more: object = {}) => ({
  ...{ ...unknown, ...more },
  message: expect.stringContaining(why) as string,
})
const conflict = answer(409, { code: 'EXISTS' })
const unreadable = answer(200, '<html>')
const anonymous = answer(200, { ...made, id: undefined })
const slow = answer(429, {}, { 'Retry-After': '3' })
const gateway = answer(503)
const once = { maxRetries: 0 }
const brief = { timeout: 1_000, totalTimeout: 1_000 }
const expired = answer(401, {}, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })

/** `methods` are those of the requests, and `time` the seconds that they take at most. */
type Row = [string, Step[], methods: string, end: object, CallOptions?, facts?: Partial<Operation>]
it.each<Row>([
  ['was lost, and is found', [lost, found], 'POST GET', made],
  ['had no answer in time, and is found', [silence, found], 'POST GET', made],
  ['was answered 503, and is found', [gateway, found], 'POST GET', made],
  ['was answered 409, and is found', [conflict, found], 'POST GET', made],
  ['has no readable answer, and is found', [unreadable, found], 'POST GET', made],
  ['has an answer without an id, and is found', [anonymous, found], 'POST GET', made],
  ['was redirected, and is found', [answer(307), found], 'POST GET', made],
  ['never left, was lost, and is found', [refused, lost, found], 'POST POST GET', made],
  ['is found later', [lost, nothing, nothing, found], 'POST GET GET GET', made],
  // However empty its look-up is, it is not sent again.
  [
    'is not found',
    [lost, nothing],
    'POST GET GET GET',
    saying('unknown. A look-up found nothing yet. It may have taken effect'),
  ],
  ['is not found, and maxRetries is 0,', [lost, nothing], 'POST GET', unknown, once],
  ['is not found, and answered 503', [gateway, nothing], 'POST GET GET GET', unknown],
  [
    'is another order',
    [lost, page({ ...made, amount: '1' })],
    'POST GET',
    saying('another amount'),
  ],
  ['is of another reference', [lost, page({ ...made, ref_id: 'x' })], 'POST GET', saying('others')],
  ['was made twice', [lost, page(made, { ...made, id: 'c' })], 'POST GET', saying('twice')],
  ['was refused', [answer(422), found], 'POST', { outcome: 'rejected' }],
  ['was let in by no token', [answer(403), found], 'POST', { outcome: 'rejected' }],
  // Its read is repeated by itself.
  ['has a look-up that is busy', [lost, slow, slow, found], 'POST GET GET GET', made],
  [
    'has a look-up that is not allowed',
    [lost, answer(403)],
    'POST GET',
    saying('failed: GET /v2/acme/conversions: 403'),
  ],
  ['has a look-up that hangs', [lost, silence], 'POST GET', saying('no complete response')],
  ['has no time for a look-up', [silence, found], 'POST', unknown, brief],
  ['has no link', [lost, found], 'POST', unknown, {}, { lookUp: undefined }],
])('a conversion that %s', async (_, steps, methods, end, options = {}, facts = {}) => {
  const given = {
    ...provider,
    operations: {
      ...provider.operations,
      createStablecoinConversion: { ...provider.operations.createStablecoinConversion, ...facts },
    },
  }
  const { client, sent, events } = scripted(steps, { provider: given })
  const start = performance.now()
  const call = client.createStablecoinConversion(order, options).withResponse()
  const result = (await ended(call)) as { data?: object; attempts: number }
  expect(result.data ?? result).toMatchObject(end)
  expect(sent.map(({ method }) => method).join(' ')).toBe(methods)
  const posts = sent.filter(({ method }) => method === 'POST').length
  expect(result.attempts).toBe(posts)
  expect(performance.now() - start).toBeLessThanOrEqual((options.totalTimeout ?? 30_000) + 1)
  const ends = events.filter(
    (one) => one.type === 'end' && one.operation === 'createStablecoinConversion',
  )
  expect(ends).toMatchObject([
    { outcome: end === made ? 'succeeded' : (result as { outcome?: string }).outcome },
  ])
  expect('found' in (ends[0] ?? {})).toBe(end === made)
})

it('a conversion whose read is a second behind is found within three', async () => {
  const start = performance.now()
  const times: number[] = []
  const behind: Step = (request) => {
    const time = performance.now() - start
    times.push(time)
    return page(...(time > 1_000 ? [made] : []))(request)
  }
  const { client } = scripted([lost, behind], { provider })
  expect(await ended(client.createStablecoinConversion(order))).toEqual(made)
  const [first, second = 0, third = 0] = times
  expect(first).toBeLessThan(10)
  expect([Math.abs(second - 500) < 100, Math.abs(third - 1_500) < 200]).toEqual([true, true])
})

it('a conversion without a reference is not looked up', async () => {
  const { client, sent } = scripted([lost, found], { provider })
  expect(await ended(client.createStablecoinConversion(conversion))).toMatchObject({
    outcome: 'unknown',
  })
  expect(sent).toHaveLength(1)
})

it.each([
  ['before it', 0, 'POST'],
  ['while it is looked up', 1, 'POST GET'],
])('an abort %s ends a call at once, and its outcome stays unknown', async (_, at, methods) => {
  const given = new AbortController()
  const steps = [lost, silence]
  const aborting = steps.map((step, index): Step => (request) => {
    if (index === at) setTimeout(() => given.abort(), 10)
    return index === at ? silence(request) : step(request)
  })
  const { client, sent } = scripted(aborting, { provider })
  const end = { code: 'ERR_ABORTED', outcome: 'unknown', attempts: 1 }
  expect(
    await ended(client.createStablecoinConversion(order, { signal: given.signal })),
  ).toMatchObject(end)
  expect(sent.map(({ method }) => method).join(' ')).toBe(methods)
})

it('a look-up renews a token that was refused', async () => {
  const tokens = ['tok-first-1', 'tok-second-2', 'tok-third-3']
  const auth = vi.fn(() => Promise.resolve(tokens.shift() as string))
  const { client, sent } = scripted([lost, expired, found], { provider, auth })
  expect(await ended(client.createStablecoinConversion(order))).toMatchObject({ id: 'c-1' })
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
})

it('a fetch and paths give what was found as a response', async () => {
  const steps = [lost, found, lost, found]
  const transport: Step = (request) => (steps.shift() as Step)(request)
  const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', transport, provider }
  const post = { method: 'POST', body: JSON.stringify(order) }
  const response = createFetch(options)('/v2/conversion/stablecoins', post)
  await vi.runAllTimersAsync()
  expect([(await response).status, await (await response).json()]).toEqual([200, made])
  const call = createClient(options as never).POST('/v2/conversion/stablecoins', {
    body: order as never,
  })
  await vi.runAllTimersAsync()
  expect(await call).toMatchObject({ data: made })
})

it('a look-up goes with the headers of its call, but without the key', async () => {
  const { key } = acme.operations['createStablecoinConversion'] as Operation
  const provider = acmeWith('createStablecoinConversion', {
    key: { ...key, name: 'x-order-key', argument: undefined } as never,
  })
  const { client, sent } = scripted([lost, found], { provider })
  const headers = { 'X-Order-Key': 'mine', 'X-Tenant': 'a' }
  await ended(client.createStablecoinConversion(order, { headers }))
  expect(sent.map(({ headers: own }) => [own['x-order-key'], own['x-tenant']])).toEqual([
    ['mine', 'a'],
    [undefined, 'a'],
  ])
})

it('the events of a look-up name the call that it looks up', async () => {
  const { client, events } = scripted([lost, gateway], { provider, maxRetries: 0 })
  const failure = await ended(client.createStablecoinConversion(order))
  const { call } = failure as { call: string }
  const ends = events.filter(({ type }) => type === 'end')
  expect(ends).toMatchObject([
    { operation: 'listConversions', outcome: 'failed', status: 503, for: call },
    { operation: 'createStablecoinConversion', call, outcome: 'unknown', refId: 'r-1' },
  ])
  expect(events.filter((event) => 'for' in event && event.for === call)).toHaveLength(3)
  expect(ends[1]).not.toHaveProperty('for')
})
