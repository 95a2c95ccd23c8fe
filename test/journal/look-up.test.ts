import { describe, expect, it, vi } from 'vitest'
import type { LookedUp } from '../../src/operation.js'
import { callerOf, journalIn, kinds, leave, madeOf, make } from '../support/journal.js'
import { broken } from '../support/scripted.js'

/** Minutes ago, by reference, that a call was recorded; the lease is 15 minutes. */
type Ages = Readonly<Record<string, number>>

type Find = (refId: string) => LookedUp | Promise<LookedUp>

const isIn = (refId: string, made: readonly string[]): LookedUp =>
  made.includes(refId) ? { data: [madeOf(refId)] } : { data: [] }
/** What settle gives where an empty answer is believed, and where it is not. */
const believed = { never_came: 1, failed: [] }
const unproven = (message: string) => {
  const error = { message: expect.stringContaining(message) as string }
  return { never_came: 0, failed: [{ error }] }
}
const missing = (refId: string) => unproven(`nor does it find ${refId},`)
const none = unproven('and no other call of its account has succeeded that shows')

describe.each(kinds)('a look-up of a journal in $name that finds nothing', (kind) => {
  /** A journal in which some calls have succeeded, and others were lost. */
  async function history(succeeded: Ages, lost: Ages, find: Find) {
    const lookUp = vi.fn(find)
    const opened = await journalIn(kind, { lookUp })
    const { journal, change, database } = opened
    const { call } = callerOf(journal, [make])
    for (const ref_id of Object.keys(succeeded)) await call({ ref_id })
    await leave(journal, ...Object.keys(lost))
    await opened.expire()
    for (const [refId, age] of Object.entries({ ...succeeded, ...lost })) {
      const at = `${database.now} - ${age * 60_000}`
      await change(`at = ${at}, since = ${at} WHERE reference = '${refId}'`)
    }
    return { ...opened, call, lookUp, asked: () => lookUp.mock.calls.map(([refId]) => refId) }
  }

  it('is not believed where what has succeeded is not found, or its look-up fails', async () => {
    let find: Find = (refId) => {
      if (refId === 'known') throw new Error('503')
      return 'never_came'
    }
    const { journal } = await history({ known: 30 }, { lost: 20 }, (refId) => find(refId))
    const { call } = callerOf(journal, [])
    const failing = expect.stringContaining('find known, which has succeeded: 503') as string
    expect(await call({ ref_id: 'lost' })).toMatchObject({ cause: { message: failing } })
    find = (refId) => (refId === 'lost' ? 'never_came' : undefined)
    const message =
      'lookUp finds nothing of it, but nor does it find known, which has succeeded: it may be behind for longer than window, leave out old ones, or have another tenant, credential or filter; if that stays so, resolve it'
    const end = { code: 'ERR_SENT_BEFORE', outcome: 'unknown', cause: { message } }
    expect(await call({ ref_id: 'lost' })).toMatchObject(end)
  })

  const all = { oldest: 90, before: 60, after: 10, newest: 0 }
  it.each<[string, succeeded: Ages, shown: string[], end: object, asked: string[]]>([
    ['its read is behind', all, ['oldest', 'before'], missing('after'), ['before', 'after']],
    ['it gives the newest alone', all, ['after', 'newest'], missing('before'), ['before']],
    ['it looks elsewhere', all, [], missing('before'), ['before']],
    ['both are found', all, ['before', 'after'], believed, ['before', 'after', 'lost']],
    ['there is none before', { after: 10 }, ['after'], believed, ['after', 'lost']],
    ['there is none after', { before: 60 }, ['before'], believed, ['before', 'lost']],
    ['there is none', {}, [], none, []],
  ])('asks for the successes next to the call: %s', async (_, succeeded, shown, end, asked) => {
    const opened = await history(succeeded, { lost: 20 }, (refId) => isIn(refId, shown))
    expect(await opened.journal.settle()).toMatchObject(end)
    expect(opened.asked()).toEqual(['lost', ...asked])
  })

  it('asks for the one before the first time that the call was sent, and the one after the last', async () => {
    const made = { before: 90, between: 50, again: 10, after: 5 }
    const { journal, change, database, asked } = await history(made, { lost: 20 }, (refId) =>
      isIn(refId, ['before', 'after']),
    )
    const ago = (minutes: number) => `${database.now} - ${minutes * 60_000}`
    await change(`since = ${ago(60)} WHERE reference = 'lost'`)
    // It may have been made before the call.
    await change(`since = ${ago(30)} WHERE reference = 'again'`)
    expect(await journal.settle()).toMatchObject(believed)
    expect(asked()).toEqual(['lost', 'before', 'after', 'lost'])
  })

  it('is controlled by calls alone that succeeded in the same account and operation', async () => {
    const lost = { lost: 20, decided: 20, known: 20 }
    const { again, journal, asked, call, change, expire } = await history({}, lost, (refId) =>
      isIn(refId, ['known']),
    )
    await journal.resolve('decided', { data: madeOf('decided') })
    await journal.resolve('known', 'never_came')
    const elsewhere = [{ partition: 'acme-eu' }, { account: 'other' }]
    for (const [at, options] of elsewhere.entries())
      await callerOf(await again(options), [make]).call({ ref_id: `elsewhere ${at}` })
    await call({ ref_id: 'of a header' }, { headers: { 'X-Account': 'b' } })
    await call({ ref_id: 'of an operation' })
    await change("operation = 'other' WHERE reference = 'of an operation'")
    await expire()
    expect(await journal.settle()).toMatchObject(none)
    expect(asked()).toEqual(['lost'])
    await call({ ref_id: 'known' })
    expect(await journal.settle()).toMatchObject(believed)
  })

  it('asks for a success next to many calls once in one settle', async () => {
    const lost = { b: 20, c: 20, d: 20 }
    const { journal, asked } = await history({ known: 30 }, lost, (refId) => isIn(refId, ['known']))
    expect(await journal.settle()).toMatchObject({ never_came: 3, failed: [] })
    expect(asked().filter((refId) => refId === 'known')).toHaveLength(1)
    expect(asked()).toHaveLength(7)
  })

  it('is not believed where its read catches up with the success that is looked up next', async () => {
    let isBehind = true
    const { journal } = await history({ known: 10 }, { lost: 20 }, (refId) => {
      isBehind &&= refId !== 'known'
      return isIn(refId, isBehind ? [] : ['known', 'lost'])
    })
    expect(await journal.settle()).toMatchObject({ succeeded: 1, never_came: 0, failed: [] })
  })

  it('is controlled by the newest success after a restore, and yields to a person', async () => {
    const { again } = await history({ first: 60, newest: 10 }, {}, (refId) =>
      isIn(refId, ['newest']),
    )
    const journal = await again({ lookUpFirst: true })
    expect(await callerOf(journal, [make]).call({ ref_id: 'old' })).toMatchObject({ ref_id: 'old' })
    const blind = await again({ lookUpFirst: true, lookUp: () => ({ data: [] }) })
    const { call, sent } = callerOf(blind, [make])
    const message = expect.stringContaining('nor does it find ') as string
    expect(await call({ ref_id: 'older' })).toMatchObject({ cause: { message } })
    expect(sent).toEqual([])
    await blind.resolve('older', 'never_came')
    expect(await call({ ref_id: 'older' })).toMatchObject({ ref_id: 'older' })
  })

  it.each([
    ['is not believed of a call that was given another account', 'X-Account', 0],
    ['is believed of a call that was given a trace', 'traceparent', 1],
    ['is believed of a call that was given a key', 'Idempotency-Key', 1],
  ])('%s by a header', async (_, name, never_came) => {
    const { journal, expire } = await history({ known: 30 }, {}, (refId) => isIn(refId, ['known']))
    const { call } = callerOf(journal, [broken({ code: 'ECONNRESET' })], { maxRetries: 0 })
    await call({}, { headers: { [name]: 'b' } })
    await expire()
    expect(await journal.settle()).toMatchObject({ never_came })
  })
})
