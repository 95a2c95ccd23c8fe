import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { tryProvider } from '../../scripts/conformance/provider.js'
import { withHeaders } from '../../scripts/conformance/with-headers.js'
import type { Transport } from '../../src/index.js'
import type { Operation, Pagination, Values } from '../../src/operation.js'
import { fakeIssuer, type NextAnswer } from '../../src/testing.js'
import { typedProvider } from '../../src/testing/provider.js'
import { acme, acmeWith } from '../support/acme.js'
import { bankOf, openBank } from '../support/bank.js'
import { madeConversion } from '../support/examples.js'
import { providerOf } from '../support/provider-of.js'
import { answer } from '../support/scripted.js'

/** Answers a request otherwise: by the reference that a read asks for, or by the bodies of the calls until now. */
type Lie = (asked: string, sent: readonly Values[]) => NextAnswer | undefined
interface Lies {
  readonly convert?: Lie
  readonly list?: Lie
}

/** What is tried of Acme, with an issuer that lies: the lines that are printed, and the problems. */
async function tryAcme({ convert, list }: Lies = {}, provider = acme) {
  const issuer = fakeIssuer({ provider: acme })
  const sent: Values[] = []
  issuer.next('createStablecoinConversion', ({ body }) => {
    sent.push(body as Values)
    return convert?.('', sent)
  })
  issuer.next('listConversions', ({ url }) =>
    list?.(new URL(url).searchParams.get('ref_id') ?? '', sent),
  )
  const lines: string[] = []
  const settings = { within: 150, print: (line: string) => lines.push(line) }
  const { problems, untried } = await tryProvider(typedProvider(provider), issuer.options, settings)
  return { lines: lines.join('\n'), problems: problems.join('\n'), untried: untried.join('\n') }
}

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3399'
const other = { ...madeConversion, id, ref_id: 'other' }
const page = (...conversions: object[]) => ({ status: 200, body: { conversions } })
const toUnused = (answer: (asked: string) => NextAnswer): Lies => ({
  list: (asked, [first]) => (['', first?.['ref_id']].includes(asked) ? undefined : answer(asked)),
})
const toRepeat = (answer: (body?: Values) => NextAnswer): Lies => ({
  convert: (_, [first, second]) => second && answer(first),
})
const { key } = acme.operations['createStablecoinConversion'] as { readonly key?: object }
const pagination = (acme.operations['listConversions'] as Operation).pagination as Pagination
const { items, next, parameter } = pagination
const withoutLimit = { items, next, parameter }
const promising409 = { key: { ...key, repeated: '409' } as never }

it('what an overlay says is tried: a look-up and its time, an empty one, a repeat, and pages', async () => {
  const { lines, problems, untried } = await tryAcme()
  expect(problems + untried).toBe('')
  expect(lines.replace(/[\da-f-]{36}/, 'ID').replace(/\d+ ms/, 'N ms')).toBe(
    `createStablecoinConversion made ID
listConversions showed it N ms after its answer: the window of a journal has to be longer
listConversions of a reference that nobody used gave 200 {"conversions":[]}
createStablecoinConversion again under its idempotency-key gave the first answer
listConversions gave two pages`,
  )
})

it.each<[string, Lies, RegExp, typeof acme?]>([
  [
    'the read never shows what was made',
    { list: () => page() },
    /^listConversions: \S+ was not shown in 150 ms: 200 \{"conversions":\[\]\}$/m,
  ],
  [
    'an empty look-up gives the conversion of another',
    toUnused((ref_id) => page({ ...other, ref_id })),
    /that nobody used: it gave 3f2504e0-4f89-41d3-9a0c-0305e82c3399$/,
  ],
  [
    'an empty look-up gives a page of others',
    toUnused(() => page(other)),
    /that nobody used: what was found is a list of others, without this ref_id$/,
  ],
  [
    'an empty look-up gives a 500',
    toUnused(() => ({ status: 500 })),
    /that nobody used: GET \/v2\/acme\/conversions: 500/,
  ],
  [
    'a repeat makes a second conversion',
    toRepeat((body) => ({ status: 200, body: { ...other, ...body } })),
    /again under its idempotency-key: it made a second one, 3f2504e0-4f89-41d3-9a0c-0305e82c3399$/m,
  ],
  [
    'a repeat makes a second conversion that is only listed',
    {
      list: (ref_id, sent) =>
        sent.length > 1 && ref_id !== ''
          ? page({ ...other, ...sent[0] }, { ...other, ...sent[0], id: 'another' })
          : undefined,
    },
    /again under its idempotency-key: what was found has this ref_id twice$/m,
  ],
  [
    'a repeat gets another answer',
    {
      convert: (_, { 0: body, length }) => ({
        status: 200,
        body: { ...other, ...body, status: length > 1 ? 'SETTLED' : 'CREATED' },
      }),
    },
    /again under its idempotency-key: it gave another status$/m,
  ],
  [
    'a repeat gets the first answer in the place of a 409',
    {},
    /again under its idempotency-key: it gave no 409$/,
    acmeWith('createStablecoinConversion', promising409),
  ],
  [
    'a cursor comes twice',
    {
      list: (asked) =>
        asked === '' ? { status: 200, body: { conversions: [], next_cursor: 'a' } } : undefined,
    },
    /^listConversions: .*a cursor twice/,
  ],
  [
    'the cursor has another name',
    {},
    /^listConversions: it gave 1 of 2 items for limit 1, and no other: a loop over all would end there$/,
    acmeWith('listConversions', { pagination: { ...pagination, next: ['other'] } }),
  ],
  [
    'an answer has a member that the overlay lacks',
    { list: () => ({ status: 200, body: { conversions: [madeConversion], more: 'm' } }) },
    /^listConversions: more is not one of the fields here/m,
  ],
])('a lie is named: %s', async (_, lies, problem, provider) => {
  expect((await tryAcme(lies, provider)).problems).toMatch(problem)
})

it.each<[string, Lies, RegExp, typeof acme?]>([
  [
    'a service gives more items than were asked for',
    {
      list: (asked) =>
        asked === '' ? page(other, { ...other, id: madeConversion.id }) : undefined,
    },
    /^listConversions: it gave 2 items for limit 1, so that its cursor was not tried$/,
  ],
  [
    'a list has one item',
    { list: (asked) => (asked === '' ? page(other) : undefined) },
    /^listConversions: it has 1 items: make more, so that its cursor was not tried$/,
  ],
  [
    'no parameter makes a page short',
    {},
    /^listConversions: it gave 1 items in one page, and no parameter for fewer is described/,
    acmeWith('listConversions', { pagination: withoutLimit }),
  ],
])('a cursor that is not tried is told: %s', async (_, lies, reason, provider) => {
  const { problems, untried } = await tryAcme(lies, provider)
  expect(problems).toBe('')
  expect(untried).toMatch(reason)
})

it('the workflow of the document sends a header of the client with each call, and none for the token', () => {
  const file = 'openapi/conformance.arazzo.yaml'
  const text = withHeaders(readFileSync(file, 'utf8'), '/x', { 'X-Account': 'a' })
  const { workflows } = parse(text) as {
    workflows: { steps: { operationId: string; parameters: { name: string }[] }[] }[]
  }
  for (const { operationId, parameters } of workflows.flatMap(({ steps }) => steps)) {
    const times = parameters.filter(({ name }) => name === 'X-Account').length
    expect([operationId, times]).toEqual([operationId, operationId.includes('.token.') ? 0 : 1])
  }
})

const ofBank = { place: 'header', required: true, onRead: 'same' } as const

it.each<[string, object, Values, untried: string[]]>([
  ['is given by --set', {}, { 'X-Account': 'second' }, []],
  ['is given by --header', { headers: { 'X-Account': 'second' } }, {}, []],
  [
    'is not given',
    {},
    {},
    ['createOrder: give a value by --set X-Account=…, or an example in the overlay'],
  ],
])('a required parameter without an example %s', async (_, options, set, untried) => {
  const provider = typedProvider(await bankOf(ofBank))
  const { transport } = openBank()
  const given = { baseUrl: 'https://bank.example', auth: 'tok-1234567', transport, ...options }
  const settings = { set, within: 150, print: () => undefined }
  expect(await tryProvider(provider, given, settings)).toEqual({ problems: [], untried })
})

it.each<[string, examples: object | undefined, Values, sent: object[], untried: string[]]>([
  ['is that of the request alone', { one: { value: { amount: '7' } } }, {}, [{ amount: '7' }], []],
  ['is given by --set', undefined, { amount: '8' }, [{ amount: '8' }], []],
  [
    'is not there',
    undefined,
    {},
    [],
    ['sendOrder: give a value by --set amount=…, or an example in the overlay'],
  ],
])('the body of a POST %s', async (_, examples, set, sent, untried) => {
  const text = { type: 'string' }
  const json = (schema: object, more = {}) => ({
    content: { 'application/json': { schema, ...more } },
  })
  const properties = { amount: text }
  const request = json(
    { type: 'object', required: ['amount'], properties },
    examples && { examples },
  )
  const post = {
    operationId: 'sendOrder',
    'x-idempotency': { key: 'header Key', repeated: 'first-answer', lifetime: 'PT1H' },
    requestBody: { required: true, ...request },
    responses: {
      '200': { description: 'Made.', ...json({ type: 'object', properties: { id: text } }) },
    },
  }
  const made = await providerOf({ target: '$.paths', remove: true }, {
    target: '$',
    update: { paths: { '/v2/sent': { post } } },
  } as never)
  const bodies: unknown[] = []
  const transport: Transport = (asked) => {
    bodies.push(JSON.parse(asked.body ?? ''))
    return answer(200, { id: 'o-1' })(asked)
  }
  const given = { baseUrl: 'https://bank.example', auth: 'tok-1234567', transport }
  const settings = { set, within: 150, print: () => undefined }
  const result = await tryProvider(typedProvider(made), given, settings)
  expect(result).toEqual({ problems: [], untried })
  expect(bodies).toEqual(sent.flatMap((one) => [one, one]))
})
