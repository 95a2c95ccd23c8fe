import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { proofOf } from '../../scripts/generate/read/not-found.js'
import { overlayCommand, type Source } from '../../scripts/overlay/command.js'
import { sourceOf } from '../../scripts/overlay/source.js'
import { createClient, type Provider } from '../../src/index.js'
import { createLookUp } from '../../src/journal.js'
import { baseDocument } from '../support/base-document.js'
import { conversion, madeConversion } from '../support/examples.js'
import { failureOf, journalIn, kinds } from '../support/journal.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { answer, broken, type Step } from '../support/scripted.js'

const folder = scratchFolder()
const path = '/v2/conversion/stablecoins'
const made = { ...conversion, ...madeConversion }
const kind = kinds.at(-1) ?? kinds[0]

type Methods = Record<'createStablecoinConversion', (body: object) => Promise<unknown>>

let source: Source
beforeAll(async () => {
  source = await sourceOf(baseDocument(), 'npx stablecoin-issuer-overlay')
})

type Action = Readonly<Record<string, unknown>>

/** Makes the folder of these actions. @throws Error as the command does */
async function providerOf(actions: readonly Action[], name: string): Promise<Provider> {
  const out = join(folder, name.replaceAll('/', ' '))
  const file = `${out}.json`
  const info = { title: 'Other', version: '1.0.0' }
  writeFileSync(file, JSON.stringify({ overlay: '1.1.0', info, actions }))
  const readSource = () => Promise.resolve(source)
  await overlayCommand([file, '--out', out], readSource, () => undefined)
  const module = (await import(join(out, 'index.ts'))) as { provider: Provider }
  return module.provider
}

const request = '$.components.schemas.CreateStablecoinConversionRequest.properties'
const answered = '$.components.schemas.StablecoinConversion.properties'
const removed = { target: `${request}.ref_id`, remove: true }
const text = { type: 'string' }
/** Adds `ref_id` again, which is removed before. */
const again = (marks: Action): Action[] => [
  removed,
  { target: request, update: { ref_id: { ...text, ...marks } } },
]

const success = `$.paths['${path}'].post.responses['200']`

const json = (schema: Action) => ({
  description: 'It.',
  content: { 'application/json': { schema } },
})
const converted = { $ref: '#/components/schemas/StablecoinConversion' }
const list = { type: 'array', items: converted }

const byReference = { ref_id: '$request.body#/ref_id' }

/** Adds a read, which has more parameters than the link to it gives. */
const linked = (
  responses: Action,
  parameters: Action = byReference,
  more: readonly Action[] = [],
): Action[] => {
  const asked = Object.entries(parameters).map(([name, value]) => ({
    name,
    in: 'query',
    schema: { type: typeof value },
  }))
  const get = { operationId: 'find', parameters: [...asked, ...more], responses }
  return [
    { target: '$.paths', update: { '/v2/find': { get } } },
    { target: success, update: { links: { lookUp: { operationId: 'find', parameters } } } },
  ]
}

/** Adds an operation, and removes the one with the reference. */
const instead = (place: string, method: string, properties?: Action): Action[] => {
  const requestBody = json({ type: 'object', properties })
  const responses = { '200': json(converted) }
  const parameters = [{ name: 'order', in: 'query', schema: text }]
  const added = {
    operationId: 'convert',
    ...(properties ? { requestBody } : { parameters }),
    responses,
  }
  return [
    { target: `$.paths['${path}']`, remove: true },
    { target: '$.paths', update: { [place]: { [method]: added } } },
  ]
}
const other = 'may be what createStablecoinConversion (POST /v2/conversion/stablecoins) was'

/** Adds a key, with rules of it. */
const keyed = (key: string, rules: Action): Action[] => {
  const [, name] = key.split(' ')
  const parameters = name ? [{ name, in: 'header', schema: { ...text, ...rules } }] : []
  const promise = { key, repeated: 'first-answer', lifetime: 'PT24H' }
  return [
    { target: `$.paths['${path}'].post`, update: { 'x-idempotency': promise, parameters } },
    { target: `${request}.ref_id`, update: name ? {} : rules },
  ]
}

/** The body of a 404. */
const code = (rules: Action, required = ['code']) =>
  json({ type: 'object', required, properties: { code: { ...text, ...rules } } })
const noConversion = { const: 'CONVERSION_NOT_FOUND' }
const notFound = answer(404, { code: noConversion.const }, { 'content-type': 'application/json' })
const by404 = "whose 404 could be a router's"
const part = 'which can leave out what the call made'

it.each<[name: string, actions: Action[], sentence: string]>([
  ['a reference without its mark', again({}), 'has lost its reference ref_id'],
  ['a mark that is off', again({ 'x-client-reference': false }), 'has lost its reference ref_id'],
  [
    'an operation that is declared anew elsewhere',
    [
      { target: `$.paths['${path}']`, remove: true },
      {
        target: '$.paths',
        update: {
          '/v3/conversions': {
            put: {
              operationId: 'createStablecoinConversion',
              responses: { '200': json({ type: 'object' }) },
            },
          },
        },
      },
    ],
    'has lost its reference ref_id',
  ],
  [
    'an identifier that is not required any more',
    [
      { target: `${answered}.id`, remove: true },
      { target: '$.components.schemas.StablecoinConversion', update: { properties: { id: text } } },
      { target: "$.components.schemas.StablecoinConversion.required[?@ == 'id']", remove: true },
    ],
    'has lost its identifier id',
  ],
  ...[
    { status: 'SETTLED' },
    { 'filter[profileId]': 'other' },
    { limit: 0 },
    { pageNumber: 2 },
    { starting_after: 'c-1' },
    { profile_id: '$request.body#/account_id' },
    { profile_id: '$request.body#/ref_id' },
    { amount: '$request.body#/amount' },
  ].map((by): [string, Action[], string] => [
    `a look-up with ${JSON.stringify(by)}`,
    linked({ '200': json(list) }, { ...byReference, ...by }),
    `gives ${Object.keys(by)[0] ?? ''}, ${part}`,
  ]),
  ...['profile_id', 'id'].map((name): [string, Action[], string] => [
    `a look-up that gives the reference to ${name}`,
    linked({ '200': json(list) }, { [name]: byReference.ref_id }),
    `gives ${name} the ref_id, though ${name} is another field`,
  ]),
  ...[
    { name: 'page', schema: { ...text, default: '2' } },
    { name: 'limit', schema: { ...text, default: '0' } },
    { name: 'limit', schema: { type: 'integer', maximum: 0 } },
    { name: 'status', schema: { ...text, default: 'SETTLED' } },
    { name: 'tenant', required: true, schema: { ...text, const: 'a' } },
  ].map((left): [string, Action[], string] => [
    `a look-up without ${JSON.stringify(left)}`,
    linked({ '200': json(list) }, byReference, [{ ...left, in: 'query' }]),
    left.required ? 'gives no tenant, which find requires' : `leaves ${left.name} at`,
  ]),
  ['a 404 of no body', linked({ '200': json(converted), '404': json({}) }), by404],
  ['a 404 of any code', linked({ '200': json(converted), '404': code({}) }), by404],
  [
    'a 404 that may lack it',
    linked({ '200': json(converted), '404': code(noConversion, []) }),
    by404,
  ],
  ['another operation in its place', instead('/v3/convert', 'post', { order: text }), other],
  ['one without a body', instead('/v3/convert', 'post'), other],
  [
    'another operation at its path',
    [
      { target: '$.paths', update: { '/v3/moved': {} } },
      { target: "$.paths['/v3/moved']", copy: `$.paths['${path}']` },
      ...instead(path, 'post', { order: text }),
    ],
    other,
  ],
  [
    'a PUT in its place',
    instead('/v3/convert', 'put', { order: { ...text, 'x-client-reference': true } }),
    'convert (PUT /v3/convert) has the reference order, and a PUT is sent again after a lost answer: write x-idempotency',
  ],
  [
    'a reference at another field',
    [
      { target: `${request}.ref_id`, update: { 'x-client-reference': false } },
      { target: `${request}.account_id`, update: { 'x-client-reference': true } },
    ],
    'has its reference at account_id, and still sends ref_id, which was it',
  ],
  [
    'an identifier in a list',
    [
      { target: `${success}.content['application/json'].schema['$ref']`, remove: true },
      { target: `${success}.content['application/json'].schema`, update: list },
    ],
    'has its identifier id in a list, so that an empty one would be a success',
  ],
  [
    'a key of a format that is not checked',
    keyed('header Idempotency-Key', { format: 'ulid' }),
    'x-idempotency has the key Idempotency-Key, whose format ulid is not checked: say it as pattern',
  ],
  [
    'an identifier that is sent',
    [
      { target: `${answered}.id`, update: { 'x-service-identifier': false } },
      { target: `${answered}.profile_id`, update: { 'x-service-identifier': true } },
    ],
    'has its identifier at profile_id, which the request has too',
  ],
])('an overlay that turns safety off is refused: %s', async (name, actions, sentence) => {
  await expect(providerOf(actions, name)).rejects.toThrow(sentence)
})

it.each([
  404,
  5,
  true,
  'Not found.',
  'NOT_FOUND',
  'no Route matched with those values',
  'Cannot GET /v2/find',
  'ResourceNotFoundException',
  'Unable to identify proxy for host: default and url: /v2/find',
  'DEPLOYMENT_NOT_FOUND',
  'NoSuchKey',
])('a 404 of a router proves nothing: %s', (value) => {
  const properties = { code: { enum: ['ORDER_NOT_FOUND', value] } }
  expect(proofOf({ type: 'object', required: ['code'], properties })).toBeUndefined()
})

it.each<[name: string, actions: Action[], found: Step | undefined, posts: number]>([
  ['no look-up', again({ 'x-client-reference': true }), undefined, 1],
  ['a look-up that finds it', linked({ '200': json(list) }), answer(200, [made]), 1],
  ['a look-up that finds nothing', linked({ '200': json(list) }), answer(200, []), 2],
  [
    'a 404 with its code',
    linked({ '200': json(converted), '404': code(noConversion) }),
    notFound,
    2,
  ],
  [
    'a 404 by its range and by default',
    linked({ '200': json(converted), '4XX': code(noConversion), default: code(noConversion) }),
    notFound,
    1,
  ],
])(
  'a conversion whose answer is lost is sent as often as an overlay proves that it may be: %s',
  async (name, actions, found, posts) => {
    const provider = await providerOf(actions, name)
    let sent = 0
    const transport: Step = (one) => {
      if (one.method === 'GET' && found) return found(one)
      return (++sent === 1 ? broken({ code: 'ECONNRESET' }) : answer(200, made))(one)
    }
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', provider, transport }
    const lookUp = found && createLookUp(options)
    const { journal, expire } = await journalIn(kind, lookUp && { lookUp })
    const client = createClient({ ...options, journal }) as Methods
    const call = () => client.createStablecoinConversion(conversion)
    await failureOf(call())
    await expire()
    await journal.settle()
    await call().catch(() => undefined)
    expect(sent).toBe(posts)
  },
)

it.each<[name: string, actions: Action[], body: object, message: string]>([
  [
    'in a header',
    keyed('header Idempotency-Key', { format: 'uuid' }),
    { ref_id: 'order-1' },
    '["idempotency-key"] must be a uuid string, got "order-1"',
  ],
  [
    'escaped in a header',
    keyed('header Idempotency-Key', { maxLength: 9 }),
    { ref_id: 'é é' },
    '["idempotency-key"] must be a string with maxLength 9, got "%C3%A9%20%C3%A9"',
  ],
  [
    'filled into a field',
    keyed('ref_id', { maxLength: 9 }),
    { ref_id: undefined },
    'ref_id must be a string with maxLength 9',
  ],
])(
  'a call whose key the service would not take is not sent: %s',
  async (name, actions, body, message) => {
    const provider = await providerOf(actions, name)
    const transport: Step = () => expect.unreachable()
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', provider, transport }
    const client = createClient(options) as Methods
    const given = JSON.parse(JSON.stringify({ ...conversion, ...body })) as object
    const call = client.createStablecoinConversion(given)
    expect(await failureOf(call)).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining(message) as string,
    })
  },
)

it('a journal is refused with a provider of whom no operation has a reference', async () => {
  const provider = await providerOf([{ target: '$.paths.*.post', remove: true }], 'no reference')
  const { journal } = await journalIn(kind)
  const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', provider, journal }
  expect(() => createClient(options)).toThrow(
    new TypeError('createClient: journal: no operation of provider has a reference'),
  )
})
