import { expect, it } from 'vitest'
import { operations } from '../../generated/operations.js'
import type { Operation, Rules } from '../../src/document/operation.js'
import { fits } from '../../src/document/schema-check.js'
import { type UnlistedOption, widenOperations } from '../../src/document/widen-operations.js'
import { ClientError, type ClientOptions, createClient, createFetch } from '../../src/index.js'
import { createPathClient } from '../../src/openapi-fetch.js'
import { createSchemas, schemas } from '../../src/schemas.js'
import { fakeIssuer } from '../../src/testing.js'
import { journalIn, kinds } from '../support/journal.js'

const unlisted = {
  fields: ['travelrule_metadata.vasp.custom_vasp_name', 'purpose'],
  values: { crypto_network: ['TRON'], market: ['XAUUSD'] },
}
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const quote = { profile_id: 'p', market: 'XAUUSD', side: 'BUY', base_amount: '1' }
const address = {
  ...{ crypto_network: 'TRON', address: 'T1', purpose: ['a', { b: null }] },
  travelrule_metadata: { vasp: { id: 'v', custom_vasp_name: 'Acme' } },
}

const problem = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => new Error('it was sent'),
    (thrown: unknown) => thrown,
  )
  return (error as Error).message
}

/** Puts an address by each way in. */
const ways: Record<string, (options: ClientOptions, body: object) => Promise<unknown>> = {
  'a method': async (options, body) =>
    createClient(options).putCryptoDestinationAddress(body as { id: string }),
  'a path': async (options, body) =>
    createPathClient(options).PUT('/v2/transfer/crypto-destination-address', {
      body: body as { id: string },
    }),
  'a fetch': async (options, body) =>
    createFetch(options)('/v2/transfer/crypto-destination-address', {
      ...{ method: 'PUT', body: JSON.stringify(body) },
    }),
}

it.each(Object.entries(ways))(
  'what a provider takes beyond the document is refused, and sent once it is named, by %s',
  async (_, put) => {
    const issuer = fakeIssuer({ unlisted })
    const refused = await problem(put({ ...issuer.options, unlisted: undefined }, address))
    expect(refused).toMatch(
      /crypto_network must be one of .*, got "TRON"; if your provider takes it, name it in the option unlisted\.values; /,
    )
    expect(refused).toMatch(
      /; travelrule_metadata\.vasp\.custom_vasp_name is not one of the fields here, which are id; if your provider takes it, name it in the option unlisted\.fields; /,
    )
    expect(issuer.requests).toEqual([])
    await put(issuer.options, address)
    expect(issuer.requests).toMatchObject([{ method: 'PUT', body: address }])
    const misspelt = { ...address, travel_rule_metadata: {}, nicknam: 'x' }
    const sentence = await problem(put(issuer.options, misspelt))
    expect(sentence).toContain('did you mean travelrule_metadata?; nicknam is')
    expect(sentence).toContain('did you mean nickname?; outcome not_sent.')
    expect(sentence).not.toContain('unlisted')
    expect(issuer.requests).toHaveLength(1)
  },
)

it('what a provider takes beyond the document is refused by an issuer in memory that was not told of it', async () => {
  const { options } = fakeIssuer()
  await expect(ways['a method']?.({ ...options, unlisted }, address)).rejects.toMatchObject({
    ...{ status: 422, outcome: 'rejected' },
  })
  expect(() => fakeIssuer({ unlisted: { fields: ['a.b'] } })).toThrow(
    /^fakeIssuer, unlisted: no request has the object a, but /,
  )
})

it('what a provider takes beyond the document goes with every operation that has its place', async () => {
  const issuer = fakeIssuer({ unlisted })
  const client = createClient(issuer.options)
  const made = { ...conversion, purpose: 'x' }
  await client.createStablecoinConversion(made)
  await client.createIssuerQuote({ ...quote, purpose: 7 } as never)
  expect(issuer.requests.map(({ body }) => body)).toMatchObject([made, { ...quote, purpose: 7 }])
  expect(await problem(client.createIssuerQuote({ ...quote, purpos: 7 } as never))).toContain(
    'purpos is not one of the fields here; did you mean purpose?',
  )
})

it('what a provider takes beyond the document is no drift where an answer repeats it', async () => {
  const issuer = fakeIssuer({ unlisted })
  const drift: string[] = []
  const client = createClient({
    ...issuer.options,
    onEvent: (event) => {
      if (event.type === 'drift') drift.push(...event.issues.map(({ jsonPath }) => jsonPath))
    },
  })
  await client.putCryptoDestinationAddress(address as never)
  const { transport } = issuer.options
  expect(drift).toEqual([])
  const more = { purpose: 'x', reason: 'y' }
  const answering = createClient({
    ...{ ...issuer.options, generateRefId: false },
    transport: async (request) => {
      const answer = await transport(request)
      if (!request.url.endsWith('stablecoins')) return answer
      const { bytes } = await answer.read(1_000_000)
      const data = JSON.parse(new TextDecoder().decode(bytes)) as object
      const text = JSON.stringify({ ...data, ...more })
      return { ...answer, read: () => Promise.resolve({ bytes: new TextEncoder().encode(text) }) }
    },
    onEvent: (event) => {
      if (event.type === 'drift') drift.push(...event.issues.map(({ jsonPath }) => jsonPath))
    },
  })
  expect(await answering.createStablecoinConversion(conversion)).toMatchObject(more)
  expect(drift).toEqual(['$.reason'])
})

it.each<[string, unknown, string]>([
  ['NaN', { a: [1, Number.NaN] }, 'purpose.a[1] is NaN, which JSON cannot carry'],
  ['a bigint', { a: 1n }, 'purpose.a is a bigint, which JSON cannot carry; give its toString()'],
  ['more than 1 MiB', 'x'.repeat(1024 * 1024), 'the body is more than 1 MiB of JSON'],
])('a field that is named has nothing that JSON cannot carry: %s', async (_, purpose, sentence) => {
  const issuer = fakeIssuer({ unlisted })
  const body = { ...conversion, purpose }
  const call = createClient(issuer.options).createStablecoinConversion(body)
  expect(await problem(call)).toContain(`invalid request: ${sentence}; outcome not_sent.`)
  expect(issuer.requests).toEqual([])
})

it('a field that is named contains no circle, and is read once', async () => {
  const issuer = fakeIssuer({ unlisted: { fields: ['purpose', '__proto__'] } })
  const client = createClient(issuer.options)
  const circle: { inner?: object } = {}
  circle.inner = circle
  expect(
    await problem(client.createStablecoinConversion({ ...conversion, purpose: circle } as never)),
  ).toContain('purpose.inner contains itself')
  let reads = 0
  const purpose = {
    get once() {
      return ++reads
    },
  }
  await client.createStablecoinConversion({ ...conversion, purpose } as never)
  const hostile = JSON.parse('{ "__proto__": { "amount": "9" } }') as object
  await client.createStablecoinConversion(Object.assign(hostile, conversion))
  expect(issuer.requests[0]?.body).toMatchObject({ purpose: { once: 1 } })
  const sent = issuer.requests[1]?.body as object
  expect(JSON.stringify(sent)).toContain('"__proto__":{"amount":"9"}')
  expect(sent).toMatchObject({ amount: '1' })
})

it('a field that is named is in no message, and in no event', async () => {
  const events: unknown[] = []
  const issuer = fakeIssuer({ unlisted })
  const client = createClient({ ...issuer.options, onEvent: (event) => events.push(event) })
  const purpose = { secret: 'hunter2-hunter2' }
  issuer.next('createStablecoinConversion', { status: 422 })
  const call = client.createStablecoinConversion({ ...conversion, purpose } as never)
  const wrong = client.createStablecoinConversion({ ...conversion, amount: 'x', purpose } as never)
  for (const failed of [call, wrong]) {
    const error = await failed.catch((thrown: unknown) => thrown)
    expect(ClientError.is(error)).toBe(true)
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('hunter2')
  }
  expect(events.length).toBeGreaterThan(2)
  expect(JSON.stringify(events)).not.toContain('hunter2')
})

it('a reference is not made twice with another value of a field that is named', async () => {
  const [kind] = kinds
  const { journal } = await journalIn(kind)
  const issuer = fakeIssuer({ unlisted })
  const client = createClient({ ...issuer.options, journal })
  const make = (purpose: string) =>
    client.createStablecoinConversion({ ...conversion, ref_id: 'r-1', purpose } as never)
  await make('x')
  await expect(make('y')).rejects.toMatchObject({
    ...{ code: 'ERR_REFERENCE_REUSED', fields: ['purpose'] },
  })
  expect(await make('x')).toMatchObject({ ref_id: 'r-1' })
  expect(issuer.requests).toHaveLength(1)
})

it('a reference that is named for another operation is a field of it, and no reference of the call', async () => {
  const issuer = fakeIssuer({ unlisted: { fields: ['ref_id'] } })
  const client = createClient(issuer.options)
  const body = { ...quote, market: 'PAXGUSD', ref_id: 5 }
  const result = await client.createIssuerQuote(body as never).withResponse()
  expect([issuer.requests[0]?.body, result.refId]).toEqual([body, undefined])
  const wrong = client.createStablecoinConversion({ ...conversion, ref_id: 5 } as never)
  expect(await problem(wrong)).toContain('ref_id must be a string, got number 5')
})

it('a field that excludes others goes on to exclude them when it is named', async () => {
  const { options } = fakeIssuer({ unlisted: { fields: ['id', 'address'] } })
  const body = { crypto_network: 'BASE', address: 'a', id: 'x' }
  expect(await problem(createClient(options).putCryptoDestinationAddress(body as never))).toContain(
    'must be an object with exactly one of',
  )
})

it.each<[string, unknown, RegExp]>([
  ['no object', ['purpose'], /^createClient: unlisted must be an object with fields or values$/],
  ['another name', { field: [] }, /: there is no option field, only fields, values$/],
  ['no list', { fields: 'purpose' }, /: fields must be a list of paths such as /],
  ['no text', { fields: [7] }, /: fields must be a list of paths/],
  ['a list with a hole', { fields: Array<string>(1) }, /: fields must be a list of paths/],
  ['an empty path', { fields: [''] }, /: fields must be a list of paths/],
  ['an empty name', { fields: ['a..b'] }, /: fields must be a list of paths/],
  [
    'a misspelt parent',
    { fields: ['travelrule_metadta.x'] },
    /the object travelrule_metadta, but travelrule_metadata$/,
  ],
  [
    'a misspelt parent within another',
    { fields: ['travelrule_metadata.vsp.x'] },
    /^createClient, unlisted: no request has the object travelrule_metadata\.vsp, but travelrule_metadata\.vasp$/,
  ],
  [
    'a parent that is a text',
    { fields: ['amount.x'] },
    /the object amount, but travelrule_metadata, /,
  ],
  ['an unknown parent', { fields: ['a.b.c'] }, /no request has the object a\.b, but /],
  [
    'a parent in another script',
    { fields: ['日本.x'] },
    /the object 日本, but travelrule_metadata, /,
  ],
  ['values without a list', { values: { side: 'HOLD' } }, /: values must be lists of values by /],
  ['a value that is none', { values: { side: [{}] } }, /: a value of side does not fit its /],
  ['values of a misspelt field', { values: { sde: ['X'] } }, /the field sde, but side$/],
  [
    'values of an answer',
    { values: { status: ['X'] } },
    /no request has the field status, but crypto_network, market, side$/,
  ],
  ['a value of another type', { values: { side: [5] } }, /: a value of side does not fit its /],
  ['values of a pattern', { values: { amount: ['x'] } }, /: a value of amount does not fit its /],
])('a client is not made with an unlisted that is wrong: %s', (_, wrong, sentence) => {
  const options = { baseUrl: 'https://api.example.com', auth: 'token', unlisted: wrong as object }
  for (const make of [createClient, createFetch])
    expect(() => make(options)).toThrow(
      expect.objectContaining({
        name: 'TypeError',
        message: expect.stringMatching(
          new RegExp(sentence.source.replace('createClient', '(createClient|createFetch)')),
        ) as string,
      }),
    )
})

it('an option is read once, when the client is made', async () => {
  const fields = ['purpose']
  const issuer = fakeIssuer({ unlisted: { fields } })
  const client = createClient(issuer.options)
  fields.splice(0, 1, 'reason')
  await client.createStablecoinConversion({ ...conversion, purpose: 1 } as never)
  expect(issuer.requests).toHaveLength(1)
})

const text = { type: 'string' }
const closed = { type: 'object', additionalProperties: false }

/** The request of an operation once it takes more. */
function widenedBy(option: UnlistedOption, request: Rules, more: Partial<Operation> = {}): Rules {
  const one = { ...operations['createIssuerQuote'], id: 'one', request, ...more } as Operation
  return widenOperations({ one }, 'a client', option)['one']?.request as Rules
}

it.each<[string, Rules, readonly unknown[], readonly unknown[]]>([
  ['a text', text, ['x'], [7]],
  ['an object', { ...closed, properties: { code: text } }, [{ code: 'x' }], [{ code: 7 }]],
  ['a list', { type: 'array', items: text }, [['x']], ['x']],
  ['one of a list', { ...text, enum: ['x'] }, ['x'], ['y']],
])(
  'a client whose option names a field is made with the next document, which has it as %s, and whose rule holds',
  (_, purpose, valid, invalid) => {
    const option = { fields: ['purpose', 'purpose.code'], values: { side: ['HOLD'] } }
    const side = { ...text, enum: ['BUY', 'HOLD'] }
    const schema = widenedBy(option, { ...closed, properties: { purpose, side } })
    for (const one of valid) expect(fits(schema, { purpose: one, side: 'HOLD' })).toBe(true)
    for (const one of invalid) expect(fits(schema, { purpose: one })).toBe(false)
    expect(schema.properties?.['side']).toEqual(side)
  },
)

it('a path leads through lists and alternatives, and changes nothing that is open or has no body', () => {
  const item = { ...closed, properties: { id: text } }
  const networks = { type: 'array', items: { ...text, enum: ['A'] } }
  const one = { ...closed, required: ['a'], properties: { a: { type: 'array', items: item } } }
  const other = { ...closed, required: ['b'], properties: { b: text, networks } }
  const open = { type: 'object', properties: { c: { type: 'object', properties: {} } } }
  const option = { fields: ['a.name', 'extra.deep', 'extra'], values: { networks: ['B'] } }
  const schema = widenedBy(option, { type: 'object', oneOf: [one, other] })
  expect(fits(schema, { a: [{ id: 'x', name: {} }], extra: { deep: [] } })).toBe(true)
  expect(fits(schema, { a: [{ id: 'x', nam: {} }] })).toBe(false)
  expect(fits(schema, { b: 'x', networks: ['A', 'B'] })).toBe(true)
  expect(fits(schema, { b: 'x', networks: ['C'] })).toBe(false)
  expect(widenedBy({ fields: ['x', 'c.d', 'c.e.f', 'y.z'] }, open)).toEqual(open)
  const list = { ...closed, properties: { side: { ...text, enum: ['BUY'] } } }
  const query = widenedBy({ fields: [], values: { side: ['HOLD'] } }, list, { hasBody: false })
  expect(fits(query, { side: 'HOLD' })).toBe(true)
  expect(widenedBy({ fields: ['x'] }, list, { hasBody: false })).toEqual(list)
})

it('a form takes what the client takes that has the same option', () => {
  const issuesOf = (all: typeof schemas) =>
    all.putCryptoDestinationAddress['~standard'].validate(address).issues
  expect(issuesOf(schemas)).not.toBeUndefined()
  expect(issuesOf(createSchemas())).toEqual(issuesOf(schemas))
  expect(issuesOf(createSchemas({ unlisted }))).toBeUndefined()
  expect(() => createSchemas({ unlisted: { fields: ['a.b'] } })).toThrow(
    /^createSchemas, unlisted: no request has the object a, but /,
  )
  expect(() => createSchemas({ unlised: unlisted } as never)).toThrow(
    /^createSchemas: there is no option unlised, only unlisted$/,
  )
})
