import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import createPaths from 'openapi-fetch'
import { afterAll, expect, it } from 'vitest'
import type { paths } from '../../generated/index.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { type ClientEvent, createClient } from '../../src/index.js'
import { callBy } from '../support/client.js'
import { statusOf } from '../support/document.js'
import { conversion, quote } from '../support/examples.js'
import { openMock } from './stand-ins.js'

const byNode = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace') ?? { value: undefined }
const { createServer } = await import('@stoplight/prism-http-server')
// What it sets would map the stacks of tests in the same worker a second time.
Object.defineProperty(Error, 'prepareStackTrace', byNode)

const operations = await getHttpOperationsFromSpec('generated/openapi.yaml')

// Plain Prism over HTTP, as its command starts it: while it logs, it ends with an error when a body holds certain characters.
async function startPrism(served = operations) {
  const prism = createServer(served, {
    cors: true,
    components: { logger: createLogger('prism', { level: 'silent' }) },
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
  })
  const url = await prism.listen(0, '127.0.0.1')
  afterAll(() => prism.close())
  return url
}
const options = { baseUrl: await startPrism(), auth: 'any' }

const client = createClient(options)

it.each(await readExamples())(
  'plain Prism answers the client, by its method and by its path, with the example $name of $operationId',
  async ({ operationId, method, url, name, request, body, response }) => {
    // It serves the first example unless it is asked for another.
    const headers = { prefer: `example=${name}` }
    expect(await callBy(client, operationId, request, { headers })).toEqual(response)
    const send = { ...(body && { body }), headers }
    const answer = await client.request(method.toLowerCase() as 'post', url as never, send as never)
    expect([answer.response.status, answer.data]).toEqual([statusOf(operationId), response])
  },
)

const drifts: ClientEvent[] = []
const onEvent = (event: ClientEvent) => {
  if (event.type === 'drift') drifts.push(event)
}
const examples = createClient({ ...options, exampleAnswers: true, onEvent })

it('plain Prism answers values of its own, which exampleAnswers takes and a drift event tells', async () => {
  const order = { profile_id: 'p', amount: '7', source_asset: 'A', target_asset: 'B', ref_id: 'r' }
  const refused = client.createStablecoinConversion(order)
  const message = /another ref_id: .*; a mock that answers by examples needs exampleAnswers: true/
  await expect(refused).rejects.toThrow(message)
  const made = await examples.createStablecoinConversion(order)
  expect(made).toMatchObject({ amount: '10005.25' })
  const ask = { profile_id: 'p', market: 'PAXGUSD', side: 'SELL', base_amount: '2' } as const
  const { data } = await examples.POST('/v2/issuer-quote', { body: ask })
  expect(data).toHaveProperty('side', 'BUY')
  const put = { crypto_network: 'BASE', address: '0x1' } as const
  expect((await examples.putCryptoDestinationAddress(put)).address.address).not.toBe(put.address)
  expect(drifts.map((one) => 'issues' in one && one.issues[0]?.message)).toEqual([
    'ref_id is another than was sent',
    'side is another than was sent',
    'crypto_network is another than was sent',
  ])
})

const mock = await openMock()
afterAll(() => mock.stop())
// Where a document has an answer for errors, plain Prism answers with that in the place of the reason.
const reasoning = await startPrism(
  operations.map((one) => {
    const responses = one.responses.filter(({ code }) => code === '200')
    return { ...one, responses }
  }),
)

it.each<[string, object | string, Record<string, string>?]>([
  ['an amount with an exponent', { ...conversion, amount: '1e5' }],
  ['several rules', { amount: 7, refid: 'x' }],
  ['a list', ['a']],
  ['no body', ''],
  ['another content type', 'x', { 'content-type': 'text/plain' }],
])('the mock refuses in the words of plain Prism: %s', async (_, sent, more) => {
  const path = '/v2/conversion/stablecoins'
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
  const headers = { 'content-type': 'application/json', authorization: 'Bearer any', ...more }
  const answer = await fetch(reasoning + path, { method: 'POST', headers, body })
  const { status, type, data } = await mock.send('POST', path, Buffer.from(body), more)
  expect([status, type, data]).toEqual([
    answer.status,
    answer.headers.get('content-type'),
    await answer.json(),
  ])
  expect(status).toBeGreaterThan(400)
})

it('exampleAnswers is refused where baseUrl is no loopback address', () => {
  const elsewhere = { ...options, baseUrl: 'https://api.example.com', exampleAnswers: true }
  expect(() => createClient(elsewhere)).toThrow(
    'createClient: exampleAnswers is for a mock: baseUrl must be localhost, 127.0.0.1 or [::1]',
  )
})

const byPath = createPaths<paths>({ baseUrl: options.baseUrl })

it.each<[string, headers: Record<string, string>, body: object, status: number, detail: object]>([
  ['without a token', {}, quote, 401, { title: 'Invalid security scheme used' }],
  [
    'with an amount that breaks the pattern',
    { authorization: 'Bearer any' },
    { ...conversion, amount: '1e5' },
    422,
    {
      title: 'Invalid request',
      validation: [
        {
          location: ['body', 'amount'],
          message: 'Request body property amount must match pattern "^[0-9]*\\.?[0-9]+$"',
        },
      ],
    },
  ],
])(
  'plain Prism says why it refuses a request %s, to openapi-fetch too',
  async (_, headers, body, status, detail) => {
    const path = 'base_amount' in body ? '/v2/issuer-quote' : '/v2/conversion/stablecoins'
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const raw = await fetch(options.baseUrl + path, { ...init, body: JSON.stringify(body) })
    expect([raw.status, raw.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ])
    expect(await raw.json()).toMatchObject(detail)
    const { error, data } = await byPath.POST(path, { body: body as never, headers })
    // The compiler refuses this where the error has the type `never`.
    const isKnown: [typeof error] extends [never] ? false : true = true
    expect([data, isKnown]).toEqual([undefined, true])
    expect(error).toMatchObject(detail)
  },
)

it('plain Prism and the client take further fields within travelrule_metadata', async () => {
  const vasp = { id: 'vasp-4410', name: 'Acme' }
  const travelrule_metadata = { vasp, note: 'x' }
  const { address } = await examples.putCryptoDestinationAddress({ id: 'a', travelrule_metadata })
  expect(address.status).toBe('PENDING')
})
