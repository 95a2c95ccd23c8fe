// No empty page that may be a part of a list says that a call never came, so that nothing is ordered twice.

import { expect, it } from 'vitest'
import type { Pagination } from '../../src/operation.js'
import { acme } from '../support/acme.js'
import { callerOf, journalIn, kinds, madeOf } from '../support/journal.js'
import { answer, broken, type Step } from '../support/scripted.js'

const { createStablecoinConversion: convert, listConversions: list } = acme.operations
const declared = (list as { pagination?: Pagination }).pagination
const kind = kinds.at(-1) ?? kinds[0]

it.each<[string, more: object, pagination: Pagination | undefined, orders: number]>([
  ['next_token', { next_token: 'a' }, undefined, 1],
  ['end_cursor', { page_info: { end_cursor: 'a' } }, undefined, 1],
  ['has_more', { has_more: true }, undefined, 1],
  ['a number', { after: 7 }, undefined, 1],
  ['a name that is new to x-pagination', { next_token: 'a' }, declared, 1],
  ['null', { next_cursor: null }, undefined, 2],
  ['the name of x-pagination, on the last page', { next_cursor: '' }, declared, 2],
])(
  'a lost order is sent again only if its empty list has no cursor: %s',
  async (_, more, pagination, orders) => {
    const operations = {
      ...acme.operations,
      createStablecoinConversion: { ...convert, key: undefined },
      listConversions: { ...list, pagination },
    }
    const { journal, expire } = await journalIn(kind)
    let sent = 0
    const service: Step = (one) => {
      const isKnown = `${one.url} ${one.body ?? ''}`.includes('known')
      if (one.method === 'GET')
        return answer(
          200,
          isKnown ? { conversions: [madeOf('known')] } : { conversions: [], ...more },
        )(one)
      if (isKnown) return answer(200, madeOf('known'))(one)
      return (++sent === 1 ? broken({ code: 'ECONNRESET' }) : answer(200, madeOf('lost')))(one)
    }
    const { call } = callerOf(journal, [service], {
      provider: { ...acme, operations },
      maxRetries: 0,
    })
    const order = { purpose: 'TREASURY', ref_id: 'lost' }
    await call({ ...order, ref_id: 'known' })
    await call(order)
    await expire()
    await journal.settle()
    await call(order)
    expect(sent).toBe(orders)
  },
)
