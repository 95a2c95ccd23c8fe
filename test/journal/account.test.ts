// The whole call: a look-up reads where the call wrote, and nothing is proven by an empty answer of another account.

import { expect, it } from 'vitest'
import type { provider as own } from '../../generated/index.js'
import {
  type CallOptions,
  type ClientOptions,
  createClient,
  createFetch,
  type Provider,
  type Transport,
  type TransportRequest,
} from '../../src/index.js'
import type { Journal } from '../../src/journal.js'
import { bankOf, type Fate, type Form, nameIn, openBank } from '../support/bank.js'
import { conversion } from '../support/examples.js'
import { journalIn, kinds, leave } from '../support/journal.js'
import { providerOf } from '../support/provider-of.js'
import { answer, scripted } from '../support/scripted.js'

type Own = typeof own

type Way = 'method' | 'path' | 'fetch'

interface Row extends Form {
  /** Whether the client sends the header of another account with every request. */
  readonly hasHeaders: boolean
  readonly hasJournal: boolean
  readonly way: Way
  readonly fate: Fate
}

const both = [false, true]
const forms = (['header', 'query', 'path'] as const).flatMap((place) =>
  (place === 'path' ? [true] : both).flatMap((required) =>
    (['same', 'renamed', 'absent'] as const).flatMap((onRead) =>
      (place === 'header' ? both : [false]).map((hasHeaders) => {
        return { place, required, onRead, hasHeaders }
      }),
    ),
  ),
)
const rows: readonly Row[] = forms.flatMap((form) =>
  both.flatMap((hasJournal) =>
    (['method', 'path', 'fetch'] as const).flatMap((way) =>
      (['answer lost', 'never came'] as const).map((fate) => ({ ...form, hasJournal, way, fate })),
    ),
  ),
)
const titleOf = ({ place, required, onRead, hasHeaders, hasJournal, way, fate }: Row): string =>
  [
    `${required ? 'required' : 'optional'} in the ${place}`,
    `${onRead} on the read`,
    ...(hasHeaders ? ['another in the headers of the client'] : []),
    ...(hasJournal ? ['with a journal'] : []),
    `by ${way}: ${fate}`,
  ].join(', ')

/** Makes an order in an account, in one of the ways that there are. */
function ordering(options: ClientOptions, { place, way }: Pick<Row, 'place' | 'way'>) {
  const client = createClient(options) as object as {
    createOrder(input: object): Promise<unknown>
    POST(path: string, init: object): Promise<{ readonly data: unknown }>
  }
  const send = createFetch(options)
  const name = nameIn(place)
  const template = place === 'path' ? '/v2/{account}/orders' : '/v2/orders'
  const ways: Record<Way, (body: object, account: string) => Promise<unknown>> = {
    method: (body, account) => client.createOrder({ ...body, [name]: account }),
    path: async (body, account) => {
      const params = { [place]: { [name]: account } }
      return (await client.POST(template, { body, params })).data
    },
    fetch: async (body, account) => {
      const path = template.replace('{account}', account)
      const query = place === 'query' ? `?account=${account}` : ''
      const headers = place === 'header' ? { 'X-Account': account } : {}
      const init = { method: 'POST', body: JSON.stringify(body), headers }
      const response = await send(path + query, init)
      return (await response.json()) as unknown
    },
  }
  return (order_ref: string, account: string): Promise<unknown> =>
    ways[way]({ order_ref, amount: '1.50' }, account).catch((error: unknown) => error)
}

const [kind] = kinds
const made = (order_ref: string): object => ({ order_ref, id: expect.any(String) as string })

async function world(row: Row, provider: Provider) {
  const bank = openBank()
  const opened = row.hasJournal ? await journalIn(kind) : undefined
  const options = (journal?: Journal): ClientOptions => ({
    baseUrl: 'https://bank.example',
    auth: 'tok-1234567',
    transport: bank.transport,
    provider,
    maxRetries: 0,
    ...(journal && { journal }),
    ...(row.hasHeaders && { headers: { 'X-Account': 'main' } }),
  })
  return { bank, opened, options }
}

const providers = new Map<string, Promise<Provider>>()
const providerFor = (form: Form): Promise<Provider> => {
  const { place, required, onRead } = form
  const name = JSON.stringify([place, required, onRead])
  const provider = providers.get(name) ?? bankOf({ place, required, onRead })
  providers.set(name, provider)
  return provider
}

it.each(rows.map((row) => [titleOf(row), row] as const))(
  'a lost order of another account is made once: %s',
  async (_, row) => {
    const { onRead, fate, place } = row
    const { bank, opened, options } = await world(row, await providerFor(row))
    const order = ordering(options(opened?.journal), row)
    const copies = () => bank.orders.filter((one) => one.made['order_ref'] === 'lost').length
    // Both accounts have neighbours of the order, before and after it.
    for (const account of ['main', 'second'])
      expect(await order(`before-${account}`, account)).toMatchObject({ amount: '1.50' })
    bank.fate = fate
    const first = await order('lost', 'second')
    const isFound = onRead !== 'absent' && fate === 'answer lost'
    if (isFound) {
      expect(first).toMatchObject(made('lost'))
      expect(copies()).toBe(1)
      return
    }
    expect(first).toMatchObject({ outcome: 'unknown', code: 'ERR_CONNECTION' })
    const truth = fate === 'answer lost' ? 1 : 0
    if (!opened) {
      expect(copies()).toBe(truth)
      return
    }
    for (const account of ['main', 'second']) await order(`after-${account}`, account)
    await opened.expire()
    // Another process settles.
    const journal = await opened.again()
    const again = ordering(options(journal), row)
    const report = await journal.settle()
    const end = await again('lost', 'second')
    if (onRead === 'absent') {
      const message = `findOrders takes no ${nameIn(place)}, so an empty list is no proof`
      expect(report).toMatchObject({ never_came: 0, failed: [{ refId: 'lost' }] })
      expect((report.failed[0]?.error as Error).message).toContain(message)
      expect(end).toMatchObject({ code: 'ERR_SENT_BEFORE', outcome: 'unknown' })
      expect((end as Error).message).toContain(message)
      expect(end).not.toHaveProperty('retryAt')
      expect(copies()).toBe(truth)
    } else {
      expect(report).toMatchObject({ never_came: 1, failed: [] })
      expect(end).toMatchObject(made('lost'))
      expect(copies()).toBe(1)
    }
  },
)

const findConversions = {
  '/v2/bank/conversions': {
    get: {
      operationId: 'findConversions',
      parameters: [{ name: 'ref_id', in: 'query', schema: { type: 'string' } }],
      responses: {
        '200': {
          description: 'Those.',
          content: {
            'application/json': {
              schema: {
                type: 'array',
                items: { $ref: '#/components/schemas/StablecoinConversion' },
              },
            },
          },
        },
      },
    },
  },
}
const lookUp = { operationId: 'findConversions', parameters: { ref_id: '$request.body#/ref_id' } }
const provider = providerOf(
  { target: '$.paths', update: findConversions },
  {
    target: "$.paths['/v2/conversion/stablecoins'].post.responses['200']",
    update: { links: { lookUp } },
  },
)
type Sent = Readonly<Record<string, string>>

/** A service that lists only what was made with these values of the request, or of its headers. */
async function service(shows: (request: TransportRequest, sent: Sent) => boolean, more = {}) {
  const conversions: Sent[] = []
  const state = { isLost: false }
  const transport: Transport = (request) => {
    const { method, body, url } = request
    if (method === 'POST') {
      const sent = JSON.parse(body ?? '') as Sent
      const one = { ...sent, id: `c-${conversions.length + 1}` }
      conversions.push({ ...one, header: request.headers['x-account'] ?? 'main' })
      if (!state.isLost) return answer(200, one)(request)
      state.isLost = false
      return Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    }
    const wanted = new URL(url).searchParams.get('ref_id')
    const all = conversions.filter((one) => one['ref_id'] === wanted && shows(request, one))
    return answer(
      200,
      all.map((one) => ({ ...one, header: undefined })),
    )(request)
  }
  const opened = await journalIn(kind, more)
  const given = await provider
  const open = (journal: Journal, headers?: Readonly<Record<string, string>>) => {
    const options = { baseUrl: 'https://bank.example', auth: 'tok-1234567', maxRetries: 0 }
    const client = createClient({
      ...options,
      ...(headers && { headers }),
      provider: given as Own,
      transport,
      journal,
    })
    return (ref_id: string, body: object = {}, more: CallOptions = {}): Promise<unknown> =>
      client
        .createStablecoinConversion({ ...conversion, ...body, ref_id }, more)
        .catch((error: unknown) => error)
  }
  const copies = () => conversions.filter((one) => one['ref_id'] === 'lost').length
  return { ...opened, open, state, copies }
}
const unproven = { code: 'ERR_SENT_BEFORE', outcome: 'unknown' }

it.each<[string, field: string, cipher?: boolean]>([
  ['profile', 'profile_id'],
  ['account', 'account_id'],
  ['identity', 'identity_id'],
  ['profile, in rows that are encrypted', 'profile_id', true],
])(
  'an empty list that shows the %s of the credentials alone proves nothing of another',
  async (_, field, isEncrypted) => {
    const own = conversion as object as Sent
    const seal = {
      encrypt: (text: string, context: string) => `${context}|${btoa(encodeURIComponent(text))}`,
      decrypt: (text: string, context: string) =>
        decodeURIComponent(atob(text.slice(context.length + 1))),
    }
    const shows = (_request: TransportRequest, sent: Sent) => sent[field] === own[field]
    const world = await service(shows, isEncrypted ? seal : {})
    const call = world.open(world.journal)
    const other = { [field]: 'another' }
    await call('before')
    await call('before-other', other)
    world.state.isLost = true
    expect(await call('lost', other)).toMatchObject({ outcome: 'unknown' })
    await call('after')
    await world.expire()
    const message = expect.stringContaining('nor does it find before-other, which has') as string
    const failed = [{ refId: 'lost', error: { message } }]
    expect(await world.journal.settle()).toMatchObject({ never_came: 0, failed })
    expect(await call('lost', other)).toMatchObject(unproven)
    expect(world.copies()).toBe(1)
  },
)

const byHeader = (request: TransportRequest, sent: Sent): boolean =>
  sent['header'] === (request.headers['x-account'] ?? 'main')

it('an empty list proves nothing of a call that was given a header, unless the same call looks it up', async () => {
  const world = await service(byHeader)
  const call = world.open(world.journal)
  const second = { headers: { 'X-Account': 'second' } }
  for (const options of [{}, second]) await call(`before ${JSON.stringify(options)}`, {}, options)
  world.state.isLost = true
  // The look-up of the call goes with its headers.
  expect(await call('lost', {}, second)).toMatchObject({ ref_id: 'lost' })
  await world.change("state = 'unknown', data = NULL, lease = 0 WHERE reference = 'lost'")
  const settled = world.open(await world.again())
  const message = expect.stringContaining('goes with other headers than this call') as string
  const failed = [{ refId: 'lost', error: { message } }]
  expect(await world.journal.settle()).toMatchObject({ never_came: 0, failed })
  // Of another account, it is another call.
  expect(await settled('lost')).toMatchObject({ code: 'ERR_REFERENCE_REUSED', fields: ['headers'] })
  expect(await settled('lost', {}, second)).toMatchObject({ ref_id: 'lost' })
  expect(world.copies()).toBe(1)
})

it('an empty list by the headers of another client proves nothing, though both have one journal', async () => {
  const world = await service(byHeader)
  const [main, second] = ['main', 'second'].map((account) =>
    world.open(world.journal, { 'X-Account': account }),
  )
  for (const call of [main, second]) await call?.(`before ${String(call === main)}`)
  world.state.isLost = true
  const isBlind = { ...world.journal, lookUp: () => Promise.resolve(undefined) }
  expect(await world.open(isBlind, { 'X-Account': 'second' })('lost')).toMatchObject({
    outcome: 'unknown',
  })
  await world.expire()
  // A process that has the other client alone cannot tell; this one has both.
  const other = await world.again()
  world.open(other, { 'X-Account': 'main' })
  expect(await other.settle()).toMatchObject({ never_came: 0, left: 1 })
  world.open(world.journal, { 'X-Account': 'main' })
  expect(await world.journal.settle()).toMatchObject({ succeeded: 1, failed: [] })
  expect(world.copies()).toBe(1)
  // The same reference in the other account is another call.
  expect(await main?.('lost')).toMatchObject({ code: 'ERR_REFERENCE_REUSED', fields: ['headers'] })
  expect(await second?.('lost')).toMatchObject({ ref_id: 'lost' })
})

it('the option account stands for the headers of the clients, which may change', async () => {
  const world = await service(() => true, { account: 'acme' })
  const call = (version: string) => world.open(world.journal, { 'X-App-Version': version })
  const first = await call('1')('before')
  expect(await call('2')('before')).toEqual(first)
  await leave(world.journal, 'lost')
  await world.expire()
  expect(await world.journal.settle()).toMatchObject({ never_came: 1, failed: [] })
})

it('a parameter that names no account may differ when a call is made again', async () => {
  const signature = { name: 'X-Signature', in: 'header', 'x-account': false }
  const provider = await providerOf({
    target: "$.paths['/v2/conversion/stablecoins'].post",
    update: { parameters: [{ ...signature, schema: { type: 'string' } }] },
  })
  const { journal } = await journalIn(kind)
  const made = { ...conversion, id: 'c-1' }
  const { client, sent } = scripted([answer(200, made)], { journal, provider: provider as Own })
  for (const value of ['a', 'b'])
    expect(
      await client.createStablecoinConversion({ ...conversion, 'X-Signature': value } as never),
    ).toEqual(made)
  expect(sent).toHaveLength(1)
})

it('a parameter is the same as an argument and as a header of the call', async () => {
  const row = { place: 'header', required: true, onRead: 'same' } as const
  const { transport, orders } = openBank()
  const { journal } = await journalIn(kind)
  const provider = await providerFor(row)
  const options = { baseUrl: 'https://bank.example', auth: 'tok-1234567', transport }
  const { createOrder } = createClient({ ...options, provider, journal }) as object as {
    createOrder: (input: object, options?: object) => Promise<unknown>
  }
  const order = { order_ref: 'r-1', amount: '1.50' }
  const first = await createOrder(order, { headers: { 'x-account': 'second' } })
  expect(await createOrder({ ...order, 'X-Account': 'second' })).toEqual(first)
  expect(orders).toMatchObject([{ account: 'second' }])
})

it('an order of a worker that was killed is settled by its next process, in its account', async () => {
  const row = { place: 'header', required: true, onRead: 'same' } as const
  const bank = openBank()
  const world = await journalIn(kind)
  const { transport } = bank
  const options = { baseUrl: 'https://bank.example', auth: 'tok-1234567', transport, maxRetries: 0 }
  const open = async (journal: Journal) =>
    ordering({ ...options, provider: await providerFor(row), journal }, { ...row, way: 'method' })
  const order = await open(world.journal)
  for (const account of ['main', 'second']) await order(`before-${account}`, account)
  bank.fate = 'answer lost'
  const killed = { ...world.journal, keep: () => new Promise<never>(() => undefined) }
  void (await open(killed))('lost', 'second')
  await expect.poll(() => bank.orders.length).toBe(3)
  await world.expire()
  const journal = await world.again()
  const again = await open(journal)
  expect(await journal.settle()).toMatchObject({ succeeded: 1, failed: [] })
  expect(await again('lost', 'second')).toMatchObject(made('lost'))
  expect(await again('lost', 'main')).toMatchObject({
    code: 'ERR_REFERENCE_REUSED',
    fields: ['X-Account'],
  })
  expect(bank.orders.length).toBe(3)
})
