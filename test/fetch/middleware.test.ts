// What middleware may do with a call by path, and what becomes of a call whose middleware fails.

import type { Middleware } from 'openapi-fetch'
import { expect, it, vi } from 'vitest'
import { BeforeSendError, ClientError, InvalidRequestError } from '../../src/index.js'
import { acme, conversion } from '../support/acme.js'
import { failureOf, untyped } from '../support/by-path.js'
import { conversion as order, heldQuote as made, quote as body } from '../support/examples.js'
import { journalIn, kinds } from '../support/journal.js'
import { answer, broken, scripted, type Step } from '../support/scripted.js'

const path = '/v2/issuer-quote'

const setting = (name: string, value: string) => ({
  onRequest: ({ request }: { request: Request }) => request.headers.set(name, value),
})
it.each<[string, Middleware, named: string]>([
  ['the header of the token', setting('Authorization', 'Bearer x'), 'authorization'],
  ['a cookie', setting('Cookie', 'a=b'), 'cookie'],
  ['another type of the body', setting('Content-Type', 'text/xml'), 'content-type'],
  [
    'another address',
    { onRequest: ({ request }) => new Request(`${request.url}?dry_run=1`, request) },
    'address',
  ],
  [
    'another method',
    { onRequest: ({ request }) => new Request(request, { method: 'PUT' }) },
    'method',
  ],
])('what middleware cannot set is refused: %s', async (_, middleware, named) => {
  const { client, sent } = untyped([], {}, middleware)
  const error = await failureOf(client.POST(path, { body }))
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect((error as Error).message).toContain(named)
  expect(sent).toEqual([])
})

it('middleware may make a request of its own, to whose text the runtime gives a content type', async () => {
  const onRequest = ({ request: { url } }: { request: Request }) =>
    new Request(url, { method: 'POST', body: JSON.stringify(body) })
  const { client, sent } = untyped([answer(200, made)], {}, { onRequest })
  await client.POST(path, { body })
  expect(sent).toMatchObject([{ headers: { 'content-type': 'application/json' } }])
})

it('middleware sees the headers of the client, as with openapi-fetch, and a look-up has those that are left', async () => {
  const seen: unknown[] = []
  const see: Middleware = {
    onRequest: ({ request }) => void seen.push(request.headers.get('x-tenant')),
  }
  const headers = { 'X-Tenant': 'a', 'X-Desk': 'd', Cookie: 'from=gateway' }
  const { client, sent } = untyped(
    [broken({ code: 'ECONNRESET' })],
    { provider: acme, headers, maxRetries: 0 },
    see,
  )
  const order = { ...conversion, ref_id: 'r-1' }
  for (const own of [{}, { 'X-Tenant': null }])
    await failureOf(client.POST('/v2/conversion/stablecoins', { body: order, headers: own }))
  expect(seen).toEqual(['a', null])
  const tenants = sent.map((one) => [one.method, one.headers['x-tenant'], one.headers['cookie']])
  expect(tenants).toEqual([
    ['POST', 'a', 'from=gateway'],
    ['GET', 'a', 'from=gateway'],
    ['POST', undefined, 'from=gateway'],
    ['GET', undefined, 'from=gateway'],
  ])
})

const mistake = new TypeError('a mistake')
const fail = (): never => {
  throw mistake
}
const lost = broken({ code: 'ECONNRESET' })
const unsent = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
it.each<[string, Middleware, ReturnType<typeof answer>, expected: object, sent: number]>([
  [
    'onRequest throws',
    { onRequest: fail },
    lost,
    { code: 'ERR_BEFORE_SEND', outcome: 'not_sent' },
    0,
  ],
  [
    'onRequest gives no request',
    { onRequest: () => 'text' as never },
    lost,
    { outcome: 'not_sent', cause: expect.any(Error) as Error },
    0,
  ],
  [
    'onResponse throws after a success',
    { onResponse: fail },
    answer(200, made),
    {
      code: 'ERR_INVALID_RESPONSE',
      outcome: 'unknown',
      status: 200,
      message: expect.stringMatching(/ outcome unknown\. It may have taken effect/) as string,
    },
    1,
  ],
  [
    'onResponse gives what is not JSON after a success',
    { onResponse: () => new Response('text') },
    answer(200, made),
    { outcome: 'unknown', status: 200, cause: expect.any(SyntaxError) as Error },
    1,
  ],
  [
    'onResponse throws after a refusal',
    { onResponse: fail },
    answer(422, { why: 'no' }),
    { code: 'ERR_API', outcome: 'rejected', status: 422, body: { why: 'no' } },
    1,
  ],
  [
    'onError throws after a lost answer',
    { onError: fail },
    lost,
    { code: 'ERR_CONNECTION', outcome: 'unknown' },
    1,
  ],
  [
    'onError gives another error after a lost answer',
    { onError: () => mistake },
    lost,
    { code: 'ERR_CONNECTION', outcome: 'unknown' },
    1,
  ],
  [
    'onError throws where nothing was sent',
    { onError: fail },
    unsent,
    { code: 'ERR_CONNECTION', outcome: 'not_sent', retryAt: expect.any(Date) as Date },
    3,
  ],
  [
    'onResponse throws the error of another call',
    { onResponse: () => Promise.reject(foreign) },
    answer(200, made),
    { outcome: 'unknown', cause: expect.objectContaining({ outcome: 'not_sent' }) as object },
    1,
  ],
])('a failure is an error of the call where %s', async (_, middleware, step, expected, count) => {
  const { client, sent, events } = untyped([step], {}, middleware)
  const error = await failureOf(client.POST(path, { body }))
  expect(error).toBeInstanceOf(ClientError)
  expect(error).toMatchObject({ cause: mistake, ...expected })
  expect((error as Error).message).toContain('middleware ended the call with ')
  expect((error as Error).message).toContain('outcome')
  expect(sent).toHaveLength(count)
  // The end of the call is reported once.
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1)
  expect(JSON.stringify(error)).not.toContain('a mistake')
})
const foreign = (await failureOf(scripted([]).client.createIssuerQuote({} as never))) as Error

// A retry of openapi-fetch's users: https://github.com/openapi-ts/openapi-typescript/issues/2075
it.each<[string, first: Step, again: 'onError' | 'onResponse', outcome: string]>([
  ['after a lost answer', broken({ code: 'ECONNRESET' }), 'onError', 'unknown'],
  ['after a success', answer(200, made), 'onResponse', 'unknown'],
  ['after a refusal', answer(422, {}), 'onResponse', 'rejected'],
])(
  'middleware sends no second request by `options.fetch`: %s',
  async (_, first, again, outcome) => {
    let copy: Request | undefined
    const middleware = {
      onRequest: ({ request }: { request: Request }) => void (copy = request.clone()),
      [again]: ({ options }: { options: { fetch: (again?: Request) => unknown } }) =>
        options.fetch(copy),
    } as Middleware
    const { client, sent, events } = untyped(
      [first, answer(200, made)],
      { maxRetries: 0 },
      middleware,
    )
    const error = await failureOf(client.POST(path, { body }))
    expect(error).toMatchObject({ outcome, cause: expect.any(TypeError) as Error })
    expect([sent.length, events.filter(({ type }) => type === 'end').length]).toEqual([1, 1])
  },
)

it('of two requests that middleware sends at once, one is sent', async () => {
  const onRequest: Middleware['onRequest'] = async ({ request, options: { fetch } }) => {
    const [first] = await Promise.allSettled([fetch(request.clone()), fetch(request.clone())])
    return first.status === 'fulfilled' ? first.value : undefined
  }
  const { client, sent } = untyped([answer(200, made)], {}, { onRequest })
  expect(await client.POST(path, { body })).toMatchObject({ data: made })
  expect(sent).toHaveLength(1)
})

it('a read whose answer middleware fails on has no effect', async () => {
  const { client } = untyped([answer(200, { id: 'a' })], { provider: acme }, { onResponse: fail })
  const call = client.GET('/v2/acme/conversions/{id}', { params: { path: { id: 'a' } } })
  expect(await failureOf(call)).toMatchObject({ outcome: 'failed', cause: mistake })
})

it('a bodySerializer that throws sends nothing, and a fetch of one call that throws tells what it throws', async () => {
  const { client, sent } = untyped([])
  const error = await failureOf(client.POST(path, { body, bodySerializer: fail }))
  expect(error).toBeInstanceOf(BeforeSendError)
  expect(error).toMatchObject({ outcome: 'not_sent', cause: mistake })
  expect(await failureOf(client.POST(path, { body, fetch: fail }))).toBe(mistake)
  expect(sent).toEqual([])
})

it('a call by path with a journal has no fetch of its own, which would send it past the journal', async () => {
  const { journal } = await journalIn(kinds[0])
  const { client, sent } = untyped([], { journal })
  const fetch = vi.fn()
  const error = await failureOf(client.POST('/v2/conversion/stablecoins', { body: order, fetch }))
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(String(error)).toContain('fetch would send it past the journal')
  expect([fetch.mock.calls, sent]).toEqual([[], []])
})

it('a call whose middleware fails after its answer may be made again at once, where a journal has the answer', async () => {
  const { journal } = await journalIn(kinds[0])
  const to = '/v2/conversion/stablecoins'
  const answered = answer(200, { ...order, id: 'c-1' })
  const onResponse = (): never => {
    throw new Error('the log is full')
  }
  const { client } = untyped([answered], { journal }, { onResponse })
  const error = await failureOf(client.POST(to, { body: order }))
  expect(error).toMatchObject({ outcome: 'unknown', retryAt: expect.any(Date) as Date })
  const { client: next, sent } = untyped([], { journal })
  expect(await next.POST(to, { body: order })).toMatchObject({ data: { id: 'c-1' } })
  expect(sent).toEqual([])
})
