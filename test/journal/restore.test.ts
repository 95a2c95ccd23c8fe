// Calls whose table may not know what was sent: it was restored, or is new beside older orders.

import { describe, expect, it } from 'vitest'
import { operations, provider } from '../../generated/index.js'
import type { Link, LookedUp } from '../../src/operation.js'
import { callerOf, journalIn, kinds, madeOf, make, recording } from '../support/journal.js'
import { broken } from '../support/scripted.js'

const other = { amount: '999' }
const made = madeOf('r-1')
const link: Link = { operation: 'findConversions', parameters: {}, path: [] }

describe.each(kinds)('a journal in $name that looks up first', (kind) => {
  it('finds an order after a call with another amount, and sends none', async () => {
    const lookUp = (): LookedUp => ({ data: made })
    const { call, row, sent } = await recording(kind, [], { lookUp, lookUpFirst: true })
    const failure = await call(other)
    expect(failure).not.toHaveProperty('retryAt')
    expect(failure).toMatchObject({
      code: 'ERR_SENT_BEFORE',
      outcome: 'unknown',
      cause: { message: 'what was found has another amount' },
    })
    expect(await row()).toMatchObject({ state: 'unknown', body: other })
    expect(await call()).toEqual(made)
    expect(await row()).toMatchObject({ state: 'succeeded', body: { amount: made.amount } })
    // What was found is the order of the reference from now on.
    expect(await call(other)).toMatchObject({ code: 'ERR_REFERENCE_REUSED' })
    expect(sent).toEqual([])
  })

  it('sends nothing while its look-up says nothing, whatever the input of each call is', async () => {
    const { call, row, sent } = await recording(kind, [make], {
      lookUp: () => undefined,
      lookUpFirst: true,
    })
    const isOpen = { code: 'ERR_SENT_BEFORE', retryAt: expect.any(Date) as Date }
    for (const body of [{}, other, {}]) expect(await call(body)).toMatchObject(isOpen)
    expect(await row()).toMatchObject({ state: 'unknown', body: { amount: made.amount } })
    expect(sent).toEqual([])
  })

  it('asks once whether a call came, and once more beside its neighbours, before it is sent', async () => {
    const asked: string[] = []
    const lookUp = (refId: string): LookedUp => {
      asked.push(refId)
      return refId === 'known' ? { data: madeOf('known') } : 'never_came'
    }
    const { call, again } = await recording(kind, [make], { lookUp })
    await call({ ref_id: 'known' })
    const { call: callFirst } = callerOf(await again({ lookUp, lookUpFirst: true }), [make])
    expect(await callFirst()).toMatchObject({ id: 'c-1' })
    expect(asked).toEqual(['r-1', 'known', 'r-1'])
  })

  it('takes the word of a person, and looks a call up again that was never decided', async () => {
    const { call, journal, sent } = await recording(kind, [make], {
      lookUp: () => undefined,
      lookUpFirst: true,
    })
    await call()
    await journal.resolve('r-1', 'never_came')
    expect(await call()).toMatchObject({ id: 'c-1' })
    expect(sent).toHaveLength(1)
  })

  it('looks a call up whose row a person freed before the restore, since it may have been sent in between', async () => {
    const { call, journal, expire, again } = await recording(kind, [broken({ code: 'ECONNRESET' })])
    await call()
    await expire()
    await journal.resolve('r-1', 'never_came')
    // What came now is lost with the table that was put back.
    const lookUp = (): LookedUp => ({ data: made })
    const { call: callFirst, sent } = callerOf(await again({ lookUp, lookUpFirst: true }), [make])
    expect(await callFirst()).toEqual(made)
    expect(sent).toEqual([])
  })

  it('sends no call that nothing could look up, and says what to do', async () => {
    const { journal } = await journalIn(kind, { lookUpFirst: true })
    const findConversions = { ...operations.createIssuerQuote, id: 'findConversions', lookUp: link }
    const all = { ...operations, findConversions }
    const { call, sent } = callerOf(journal, [make], { provider: { ...provider, operations: all } })
    expect(await call()).toMatchObject({
      code: 'ERR_BEFORE_SEND',
      outcome: 'not_sent',
      message: expect.stringContaining(
        'createStablecoinConversion has no look-up, which would tell whether it was sent before',
      ) as string,
    })
    expect(await journal.find('r-1')).toBeUndefined()
    expect(sent).toEqual([])
  })
})
