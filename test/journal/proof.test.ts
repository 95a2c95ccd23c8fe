import { describe, expect, it, vi } from 'vitest'
import type { LookedUp } from '../../src/journal/look-up.js'
import { begin, journalIn, kinds } from '../support/journal.js'
import { parcel } from '../support/parcels/calls.js'

type Made = Readonly<Record<string, unknown>>

const body = { ...parcel, weight: '12.50', metadata: { order: '007' } }
const others = 'is a list of others, without this ref_id'

/** What a look-up finds of a call that was made as `made`, and the state of its row, or why nothing is proven. */
type Found = readonly [data: (made: Made) => unknown, end: string]
/** An empty page that does not say that it is whole. */
const beside = (member: string, page: object): Found => [
  () => page,
  `is an empty list beside ${member}`,
]

const found: Readonly<Record<string, Found>> = {
  'the parcel': [(made) => made, 'succeeded'],
  'the same decimal': [(made) => ({ ...made, weight: '12.5' }), 'succeeded'],
  'the decimal as a number': [(made) => ({ ...made, weight: 12.5 }), 'succeeded'],
  'less than was sent': [({ id, ref_id }) => ({ id, ref_id }), 'succeeded'],
  'a list that has it': [(made) => [{ ...made, ref_id: 'other' }, made], 'succeeded'],
  'a page that has it': [(made) => ({ items: [made], next: 'c-2', total: 9 }), 'succeeded'],
  'an empty list': [() => [], 'not_sent'],
  'an empty page': [() => ({ data: [], has_more: false, error: null, total: 0 }), 'not_sent'],
  'an empty first page': [
    () => ({ data: [], offset: 0, paging: { page: 1, total_pages: 0, next_page: null } }),
    'not_sent',
  ],
  'an empty page that may be long': [() => ({ data: [], limit: 20, page_size: '5' }), 'not_sent'],

  'an empty page of no length': beside('limit', { data: [], limit: 0 }),
  'an empty part': beside('next_cursor', { data: [], next_cursor: 'c-2' }),
  'an empty part in its links': beside('links', { data: [], links: { next: '/2' } }),
  'an empty part by its total': beside('meta', { data: [], meta: { total: 3 } }),
  'an empty list with an error': beside('error', { data: [], error: 'late' }),
  'an empty list of a failure': beside('success', { success: false, items: [] }),
  'an empty list that is partial': beside('truncated', { items: [], truncated: true }),
  'an empty list of the last page but one': beside('last', { items: [], last: false }),
  'an empty second page': beside('page', { items: [], page: 2 }),
  'an empty list of warnings': beside('warnings', { warnings: [] }),
  'an empty list of errors': beside('errors', { errors: [] }),
  'a problem with an empty list': beside('title', {
    title: 'Internal error',
    status: 500,
    violations: [],
  }),
  'another with an empty list': [
    (made) => ({ ...made, ref_id: 'o', fees: [] }),
    'has another ref_id',
  ],
  'one without a reference, but an empty list': [({ id }) => ({ id, fees: [] }), 'has no ref_id'],
  'its state without a reference, but an empty list': beside('status', {
    status: 'PENDING',
    fees: [],
  }),
  'two empty lists': [() => ({ data: [], more: [] }), 'has no ref_id'],
  'a list of others': [(made) => [{ ...made, ref_id: 'other' }], others],
  'a page of others': [(made) => ({ data: [{ ...made, ref_id: 'other' }] }), others],
  'a list in a list': [(made) => [[made]], others],
  'it twice': [(made) => [made, made], 'has this ref_id twice'],
  'an object': [() => ({}), 'has no ref_id'],
  'an error': [() => ({ error: 'not found' }), 'has no ref_id'],
  'a promise': [(made) => Promise.resolve(made), 'has no ref_id'],
  'a text': [() => 'never_came', 'is no object'],
  nothing: [() => null, 'is no object'],
  'another reference': [(made) => ({ ...made, ref_id: 'other' }), 'has another ref_id'],
  'an inherited reference': [(made) => Object.create(made) as object, 'has no ref_id'],
  'no identifier': [({ ref_id }) => ({ ref_id }), 'has no id'],
  'an empty identifier': [(made) => ({ ...made, id: '' }), 'has no id'],
  'another weight': [(made) => ({ ...made, weight: '12.51' }), 'has another weight'],
  'another profile': [(made) => ({ ...made, depot_id: 'q' }), 'has another depot_id'],
  'another order': [
    (made) => ({ ...made, metadata: { order: '7', more: 1 } }),
    'has another metadata.order',
  ],
  ['__proto__']: [(made) => ({ ...made, weight: [] }), 'has another weight'],
}

const states = ['succeeded', 'not_sent']

describe.each(kinds)('a look-up of a journal in $name', (kind) => {
  it('is believed where what it finds proves itself, and else fails', async () => {
    const lookUp = vi.fn((refId: string) => {
      const [data] = found[refId] ?? []
      return { data: data?.({ ...body, ref_id: refId, id: 'c-1' }) } as LookedUp
    })
    const { journal, expire } = await journalIn(kind, { lookUp })
    for (const refId of Object.keys(found))
      await begin(journal, { refId, input: { ...body, ref_id: refId } })
    await expire()
    const { failed } = await journal.settle()
    const reasons = new Map(failed.map(({ refId, error }) => [refId, (error as Error).message]))
    const ends = Object.keys(found).map(async (refId) => {
      const row = await journal.find(refId)
      return [refId, reasons.get(refId) ?? row?.state]
    })
    expect(Object.fromEntries(await Promise.all(ends))).toEqual(
      Object.fromEntries(
        Object.entries(found).map(([refId, [, end]]) => [
          refId,
          states.includes(end) ? end : `what was found ${end}`,
        ]),
      ),
    )
  })
})
