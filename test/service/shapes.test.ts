import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createClient } from '../../src/index.js'
import { callBy } from '../support/client.js'
import { folderOf } from './acme.js'
import { openFakeAndMock } from './stand-ins.js'

const file = new URL('shapes.yaml', import.meta.url)
const folder = await folderOf(parse(readFileSync(file, 'utf8')) as object)
const { provider } = folder
const both = await openFakeAndMock(folder)
afterAll(() => Promise.all(both.map(({ stop }) => stop())))

interface Data {
  readonly data: Readonly<Record<string, unknown>>
}

const bank = { kind: 'BANK', iban: 'DE02' }

describe.each(both)('$title of a document of other shapes', ({ options, update }) => {
  const drifted: unknown[] = []
  const client = createClient({
    ...options(),
    provider,
    onEvent: (event) => event.type === 'drift' && drifted.push(event),
  })
  const call = (id: string, input: object) => callBy(client, id, input) as Promise<Data>

  it.each<[string, sent: object, made: object]>([
    ['nothing', {}, { state: 'OPEN' }],
    ['a value', { state: 'DONE', ref: 'r-1' }, { state: 'DONE', ref: 'r-1' }],
    ['a value that an answer lacks', { state: 'NEW' }, { state: 'OPEN' }],
    ['null', { note: null }, { note: null }],
    ['a text that an answer cannot have', { ref: 'r', note: '' }, { ref: 'r' }],
    ['an object', { party: { country: 'DE' } }, { party: { kind: 'PERSON', country: 'DE' } }],
    ['an alternative', { payee: bank }, { payee: bank }],
    [
      'an alternative in an object, with what an answer adds to it',
      { party: { payee: bank } },
      { party: { kind: 'PERSON', payee: { ...bank, bic: 'COBADEFF' } } },
    ],
    ['a list of texts', { tags: ['a', 'b'] }, { tags: ['a', 'b'] }],
    ['a list of objects', { lines: [{ asset: 'a' }] }, { lines: [{ asset: 'a', count: -1 }] }],
  ])('repeats what was sent, in an envelope that it finds again: %s', async (_, sent, made) => {
    const { data } = await call('createOrder', sent)
    expect(data).toMatchObject(made)
    expect(data['id']).toMatch(/^ord_\d{6}$/)
    expect(await call('getOrder', { id: data['id'] })).toEqual({ data })
    expect((await call('listOrders', {})).data).toContainEqual(data)
    expect(drifted).toEqual([])
  })

  it.each<[string, filter: object, found: readonly string[]]>([
    ['one value', { state: ['DONE'] }, ['2']],
    ['several values', { state: ['DONE', 'OPEN'] }, ['1', '2']],
    ['a list of the resource', { tags: ['b', 'c'] }, ['2']],
    ['a name with brackets', { 'ref[]': ['1'] }, ['1']],
    ['at least a number', { 'count.gte': 2 }, ['2']],
    ['less than a number', { 'count[lt]': 2 }, ['1']],
    ['after a time', { 'due.gt': '2026-01-01T01:00:00+01:00' }, ['2']],
    ['until a time', { 'due[lte]': '2026-01-01T01:00:00+01:00' }, ['1']],
  ])('filters a list: %s', async (_, filter, found) => {
    const tag = crypto.randomUUID()
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z']
    await call('createOrder', { ref: '1', state: 'OPEN', tags: [tag], count: 1, due: early })
    await call('createOrder', { ref: '2', state: 'DONE', tags: [tag, 'b'], count: 2, due: late })
    const { data } = await call('listOrders', filter)
    const own = Object.values(data as object as Data['data'][]).filter(({ tags }) =>
      (tags as string[] | undefined)?.includes(tag),
    )
    expect(own.map(({ ref }) => ref)).toEqual(found)
  })

  it.each([bank, { kind: 'BANK' }, { kind: 'WALLET', chain: 'BASE' }])(
    'answers with the alternative %j',
    async (payee) => {
      const made = (await call('createPayee', payee)) as object as { id: string }
      expect(made).toMatchObject(payee)
      expect(await call('getPayee', { id: made.id })).toEqual(made)
      expect(drifted).toEqual([])
    },
  )

  it('finds by a path what a link gives its parameter', async () => {
    const { data } = await call('createOrder', { ref: 'r-7' })
    expect(await call('findOrder', { reference: 'r-7' })).toEqual({ data })
    await expect(call('findOrder', { reference: 'r-8' })).rejects.toMatchObject({ status: 404 })
  })

  it('gives each order a settlement of its own, which is the same until an update moves it', async () => {
    const [one, other] = [await call('createOrder', {}), await call('createOrder', { ref: 'paid' })]
    const id = String(other.data['id'])
    const settlementOf = ({ data }: Data) => call('readSettlement', { id: data['id'] })
    const before = await settlementOf(one)
    expect(before).toMatchObject({ order_id: one.data['id'], state: 'WAITING' })
    expect(before).not.toHaveProperty('settled_at')
    await expect(update('readSettlement', { state: 'SETTLED' })).rejects.toThrow(
      /^readSettlement reads a part of each of \d+ resources: give the id or reference of one too/,
    )
    await update('readSettlement', { state: 'SETTLED' }, id)
    await update('readSettlement', { settled_at: '2026-03-02T09:16:05Z' }, id)
    const settled = await settlementOf(other)
    expect(settled).toMatchObject({
      order_id: id,
      state: 'SETTLED',
      settled_at: '2026-03-02T09:16:05Z',
    })
    expect(settled).not.toMatchObject({ batch: (before as object as Data['data'])['batch'] })
    expect([await settlementOf(one), await settlementOf(other)]).toEqual([before, settled])
    expect(await call('readReversal', { id })).toMatchObject({ order_id: id, state: 'WAITING' })
    // The order itself, whose id the settlement has too, is another thing.
    await update(id, { state: 'DONE' })
    expect(await call('getOrder', { id })).toMatchObject({ data: { state: 'DONE' } })
    expect(await settlementOf(other)).toEqual(settled)
    await expect(call('readSettlement', { id: 'ord_x' })).rejects.toMatchObject({ status: 404 })
    await expect(update('getOrder', {}, id)).rejects.toThrow(
      /"getOrder" is no operation that reads/,
    )
    await expect(update('readSettlement', { settled: '' }, id)).rejects.toThrow(
      /has the field "settled"/,
    )
    expect(drifted).toEqual([])
  })

  it('answers what nothing makes with values of the document, decimals and sentences', async () => {
    expect(await call('listLimits', {})).toEqual({
      USDC: {
        ...{ asset: 'USDC', most: '1.00', least: '1.00', step: '1.00', bic: 'COBADEFF' },
        ...{ name_of_limit: 'daily', level: 'HIGH', since: '2026-01-01T00:00:00Z' },
        note: 'An example of note.',
      },
    })
  })

  it('makes what a path names by an id of the caller', async () => {
    const { data } = await call('putOrder', { id: 'ord_000007', ref: 'r-1' })
    expect(data).toMatchObject({ id: 'ord_000007', ref: 'r-1' })
    expect(await call('getOrder', { id: 'ord_000007' })).toEqual({ data })
  })

  it('gives what is made below a resource an identifier of its own', async () => {
    const { data } = await call('createOrder', {})
    const note = await call('addNote', { id: data['id'], text: 'x' })
    expect(note).toMatchObject({ text: 'x' })
    expect(note).not.toMatchObject({ id: data['id'] })
    expect(await call('addNote', { id: data['id'], text: 'y' })).toEqual({ ...note, text: 'y' })
    expect(drifted).toEqual([])
  })
})
