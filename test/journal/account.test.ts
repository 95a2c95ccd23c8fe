// The whole call: a look-up reads where the call wrote, and nothing is proven by an empty answer of another account.

import { expect, it } from 'vitest'
import { type ClientOptions, createClient, createFetch, type Provider } from '../../src/index.js'
import type { Journal } from '../../src/journal.js'
import { bankOf, type Fate, type Form, nameIn, openBank } from '../support/bank.js'
import { journalIn, kinds } from '../support/journal.js'

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
      const failed = [
        { refId: 'lost', error: { message: expect.stringContaining(message) as string } },
      ]
      expect(report).toMatchObject({ never_came: 0, failed })
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

it.each([
  ['as it is', {}, true],
  ['replaced', { 'X-Tenant': 'b' }, false],
  ['taken away', { 'X-Tenant': null }, false],
])('a header of the client names the account of a call by path, %s', async (_, headers, isSame) => {
  const { transport, orders } = openBank()
  const { journal } = await journalIn(kind)
  const provider = await providerFor({ place: 'header', required: false, onRead: 'same' })
  const client = createClient({
    baseUrl: 'https://bank.example',
    auth: 'tok-1234567',
    headers: { 'X-Tenant': 'a' },
    transport,
    provider,
    journal,
  }) as object as Record<'createOrder' | 'POST', (...input: unknown[]) => Promise<object>>
  const order = { order_ref: 'r-1', amount: '1.50' }
  const first = await client.createOrder(order)
  const again = client.POST('/v2/orders', { body: order, headers })
  if (isSame) expect(await again).toMatchObject({ data: first })
  else
    await expect(again).rejects.toMatchObject({
      code: 'ERR_REFERENCE_REUSED',
      message: expect.stringContaining(
        'with other headers, which may name another account, has succeeded; make it again with those of the first call',
      ) as string,
    })
  expect(orders).toHaveLength(1)
})

it.each([
  ['no client of the journal has its headers', [], 0, 'goes with other headers'],
  ['its row cannot be decrypted at first', ['b'], 1, 'down'],
])('an order of another account is no proof of a call, where %s', async (_, own, failures, why) => {
  let left = 0
  const decrypt = (text: string): string => {
    if (left-- > 0) throw new Error('down')
    return text
  }
  const bank = openBank()
  const world = await journalIn(kind, { encrypt: (text) => text, decrypt })
  const provider = await providerFor({ place: 'header', required: false, onRead: 'same' })
  // The reads of one tenant fail. The bank has one account, which any other read finds.
  const transport: typeof bank.transport = (request) =>
    request.method === 'GET' && request.headers['x-tenant'] === 'b'
      ? Promise.reject(new Error('no answer'))
      : bank.transport(request)
  const options = { baseUrl: 'https://bank.example', auth: 'tok-1234567', transport, provider }
  const open = (tenant: string, journal?: Journal) =>
    createClient({
      ...options,
      headers: { 'X-Tenant': tenant },
      ...(journal && { journal }),
    }) as object as Record<'createOrder', (...input: unknown[]) => Promise<object>>
  const order = { order_ref: 'r-1', amount: '1.50' }
  await open('a').createOrder(order)
  bank.fate = 'never came'
  const limits = { headers: { 'X-Tenant': 'b' }, maxRetries: 0 }
  const call = open('a', world.journal).createOrder(order, limits)
  await expect(call).rejects.toMatchObject({ outcome: 'unknown' })
  const journal = await world.again({ encrypt: (text) => text, decrypt })
  for (const tenant of [...own, 'a']) open(tenant, journal)
  left = failures
  const report = await journal.settle()
  const failed = [{ refId: 'r-1', error: { message: expect.stringContaining(why) as string } }]
  expect(report).toMatchObject({ succeeded: 0, left: 1, failed })
  expect(await journal.find('r-1')).toMatchObject({ state: 'unknown' })
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
