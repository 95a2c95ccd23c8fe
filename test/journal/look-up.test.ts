import { describe, expect, it, vi } from 'vitest'
import type { CallState } from '../../src/call-context.js'
import type { LookedUp } from '../../src/journal/rows.js'
import {
  begin,
  callerOf,
  createParcel,
  journalIn,
  kinds,
  madeOf,
  make,
} from '../support/journal.js'
import { broken } from '../support/scripted.js'

/** Minutes ago, by reference, that a call was recorded; the lease is 15 minutes. */
type Ages = Readonly<Record<string, number>>
/** By reference, what calls have beside, or in place of, the values of a parcel. */
type Bodies = Readonly<Record<string, object>>

type Find = (refId: string) => LookedUp | Promise<LookedUp>

const isIn = (refId: string, made: readonly string[]): LookedUp =>
  made.includes(refId) ? { data: [madeOf(refId)] } : { data: [] }
const ofOtherDepots = (count: number): Bodies =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`other-${at}`, { depot_id: `${at}` }]),
  )
/** So many calls since then that those at the time of a lost one are none of those next to a lease ago. */
const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`m-${at}`, 20 + at / 100]))
const before = Object.fromEntries(
  Array.from({ length: 25 }, (_, at) => [`other-${at}`, 31 + at / 5]),
)
/** What settle gives where an empty answer is believed, and where a success is not found. */
const believed = { never_came: 1, failed: [] }
const unproven = (message: string) => {
  const error = { message: expect.stringContaining(message) as string }
  return { never_came: 0, failed: [{ error }] }
}
const missing = (refId: string) => unproven(`nor does it find ${refId},`)

describe.each(kinds)('a look-up of a journal in $name that finds nothing', (kind) => {
  /** A journal in which some calls have succeeded, and others were lost. */
  async function history(succeeded: Ages, lost: Ages, find: Find, bodies: Bodies = {}) {
    const lookUp = vi.fn(find)
    const opened = await journalIn(kind, { lookUp })
    const { journal, change, database } = opened
    const { call } = callerOf(journal, [make])
    const { call: lose } = callerOf(journal, [broken({ code: 'ECONNRESET' })], { maxRetries: 0 })
    for (const ref_id of Object.keys(succeeded)) await call({ ...bodies[ref_id], ref_id })
    for (const ref_id of Object.keys(lost)) await lose({ ...bodies[ref_id], ref_id })
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
      'lookUp finds nothing of it, but nor does it find known, which has succeeded: it may be behind for longer than window, leave out old ones, or have another tenant, credential, filter or spelling of the reference; if that stays so, resolve it'
    const end = { code: 'ERR_SENT_BEFORE', outcome: 'unknown', cause: { message } }
    expect(await call({ ref_id: 'lost' })).toMatchObject(end)
    expect(await journal.settle()).toMatchObject(unproven(message))
    find = (refId) => isIn(refId, ['known'])
    expect(await journal.settle()).toMatchObject(believed)
  })

  it.each<[string, refId: string, similar: string, known?: string]>([
    ['has upper case', 'LOST', 'KNOWN'],
    ['has a mark', 'lost+1', 'known+1'],
    ['may be cut', 'l'.repeat(33), 'k'.repeat(33)],
    ['may be read as a number', '12345678', '87654321', '012'],
    ['ends with a blank', 'known ', 'other ', 'k own'],
    ['has two blanks', 'known  1', 'known  2', 'known 12'],
    ['begins with a minus', '-known', '-other', 'kno-wn'],
    ['has letters of another alphabet', 'Łódź', 'Żódź', 'ЖЖdЖ'],
    ['is a word of JSON', 'null', 'true'],
  ])('is not believed of a call that %s, before a success is found that is so', async (...row) => {
    const [, refId, similar, known = 'known'] = row
    const opened = await history({ [known]: 30 }, { [refId]: 20 }, (one) =>
      isIn(one, [known, similar, 'later']),
    )
    const { journal, call, asked, expire, change } = opened
    const none = unproven('and no success that can be read shows that')
    expect(await journal.settle()).toMatchObject(none)
    await call({ ref_id: 'later' })
    await call({ ref_id: similar })
    await expire()
    // As with a key that is gone.
    await change(`body = 'x' || body WHERE reference = '${similar}'`)
    expect(await journal.settle()).toMatchObject({ never_came: 0, failed: [{}] })
    await change(`body = substr(body, 2) WHERE reference = '${similar}'`)
    expect(await journal.settle()).toMatchObject(believed)
    expect(asked()).toContain(similar)
  })

  it.each<[string, Bodies]>([
    ['its depot', { known: { weight: '2' }, other: { depot_id: 'q' } }],
    ['its depot of eleven', { known: { weight: '2', to_town: 'C' }, ...ofOtherDepots(10) }],
    ['a depot at all', { known: { depot_id: 'q' }, other: { depot_id: 'none' } }],
    ['no metadata either', { known: { weight: '2' }, other: { metadata: {} } }],
    [
      'both its depot and its weight',
      { known: { to_town: 'C' }, lighter: { weight: '2' }, ...ofOtherDepots(1) },
    ],
  ])('is not believed where it does not find the success that has %s', async (_, bodies) => {
    const ages = Object.fromEntries(Object.keys(bodies).map((refId) => [refId, 5]))
    const hidden = ['known', 'lost', 'unreadable']
    const { journal, change } = await history(
      { ...ages, known: 4, unreadable: 3 },
      { lost: 20 },
      (refId) => ({ data: hidden.includes(refId) ? [] : { ...madeOf(refId), ...bodies[refId] } }),
      bodies,
    )
    await change("body = 'x' WHERE reference = 'unreadable'")
    await change(`body = replace(body, '"depot_id":"none",', '')`)
    expect(await journal.settle()).toMatchObject(missing('known'))
  })

  it.each<[nearest: string, oldest: Ages, next: string[]]>([
    ['before', { 'before that': 90, before: 60 }, ['not late', 'before']],
    ['first', { first: 19, second: 18 }, ['first']],
  ])('is not believed where its read does not show later calls, or %s', async (...row) => {
    const [nearest, oldest, next] = row
    let shown = next
    const { journal, asked } = await history(
      { ...oldest, 'not late': 14.5, after: 10, later: 5, now: 0 },
      { lost: 20 },
      (refId) => isIn(refId, shown),
    )
    expect(await journal.settle()).toMatchObject(missing('after'))
    // The newest page alone.
    shown = ['not late', 'after', 'later', 'now']
    expect(await journal.settle()).toMatchObject(missing(nearest))
    shown.push(nearest)
    expect(await journal.settle()).toMatchObject(believed)
    const all = ['lost', ...next]
    expect(asked()).toEqual([...all, 'after', ...all, ...all, 'after', 'lost'])
  })

  it('is believed by several successes that together have the form of its reference', async () => {
    const found = ['known_1', '-known', 'KNOWN', 'k'.repeat(16)]
    const ages = Object.fromEntries(found.map((refId) => [refId, 10]))
    const { journal } = await history(ages, { '-L_10000000000000': 20 }, (refId) =>
      isIn(refId, found),
    )
    expect(await journal.settle()).toMatchObject(believed)
  })

  it('is controlled as soon as there is a success', async () => {
    const { journal, call } = await history({}, { lost: 20, next: 20 }, () => ({ data: [] }))
    expect(await callerOf(journal, [make]).call({ ref_id: 'lost' })).not.toBeInstanceOf(Error)
    const message = expect.stringContaining('nor does it find lost,') as string
    expect(await call({ ref_id: 'next' })).toMatchObject({ cause: { message } })
  })

  it.each<[string, succeeded: Ages, lost: Ages, Bodies?, first?: number]>([
    [
      'of its depot, at its time',
      { ...many, hidden: 55, ...before },
      { lost: 30 },
      ofOtherDepots(25),
    ],
    ['before its last request', { first: 90, hidden: 25, now: 0 }, { lost: 20 }, {}, 95],
    ['before it', { first: 60, hidden: 25, now: 0 }, { lost: 20 }, { hidden: { weight: '2' } }],
    ['after it', { first: 60, hidden: 25, now: 0 }, { lost: 55 }, { hidden: { weight: '2' } }],
    ['after a lease that was shorter', { found: 10, hidden: 2 }, { lost: 5 }],
  ])('is not believed where it does not find the success %s', async (...row) => {
    const [, ages, lost, bodies, first] = row
    const shown = Object.keys(ages).filter((refId) => refId !== 'hidden')
    const find: Find = (refId) =>
      shown.includes(refId) ? { data: { ...madeOf(refId), ...bodies?.[refId] } } : { data: [] }
    const { journal, change, database } = await history(ages, lost, find, bodies)
    if (first) await change(`since = ${database.now} - ${first * 60_000} WHERE reference = 'lost'`)
    expect(await journal.settle()).toMatchObject(missing('hidden'))
    shown.push('hidden')
    expect(await journal.settle()).toMatchObject(believed)
  })

  it('is not believed where its read catches up with the success that is looked up next', async () => {
    let catchUp = (): void => undefined
    const caughtUp = new Promise<void>((resolve) => (catchUp = resolve))
    let isBehind = true
    const { journal } = await history({ known: 10 }, { lost: 20, slow: 20 }, (refId) => {
      isBehind &&= refId !== 'known'
      if (!isBehind && refId === 'lost') catchUp()
      const found = isIn(refId, isBehind ? [] : ['known', 'slow'])
      return refId === 'slow' ? caughtUp.then(() => found) : found
    })
    expect(await journal.settle()).toMatchObject({ succeeded: 1, never_came: 1, failed: [] })
  })

  it('is not believed by a success that may have been made long before it was recorded', async () => {
    const { journal, change } = await history({ found: 10, hidden: 5 }, { lost: 20 }, (refId) =>
      isIn(refId, ['found']),
    )
    // As one that was found after a restore.
    await change("since = 0 WHERE reference = 'found'")
    expect(await journal.settle()).toMatchObject(missing('hidden'))
    await change("body = 'x' WHERE reference = 'hidden'")
    expect(await journal.settle()).toMatchObject({ never_came: 0, failed: [{}] })
  })

  it('is not believed where it does not find the next success that can be read', async () => {
    const ages = { unreadable: 19, hidden: 18, found: 10 }
    const { journal, change } = await history(ages, { lost: 20 }, (refId) => isIn(refId, ['found']))
    await change("body = 'x' WHERE reference = 'unreadable'")
    expect(await journal.settle()).toMatchObject(missing('hidden'))
  })

  it('is not believed after a restore where its read does not show the first success', async () => {
    // It may be behind by less than a window.
    let shown = ['late']
    const { again, run, table } = await history({ first: 60, late: 10, now: 0 }, {}, (refId) =>
      isIn(refId, shown),
    )
    const { call, sent } = callerOf(await again({ lookUpFirst: true }), [make])
    const message = expect.stringContaining('nor does it find first,') as string
    expect(await call({ ref_id: 'old' })).toMatchObject({ cause: { message } })
    expect(sent).toEqual([])
    shown = ['late', 'first']
    const other = callerOf(await again({ lookUpFirst: true }), [make])
    expect(await other.call({ ref_id: 'old' })).toMatchObject({ ref_id: 'old' })
    // Nothing came before, so it is known when it was made.
    expect(await run(`SELECT 1 AS one FROM ${table} WHERE since = 0`)).toEqual([])
  })

  it('yields to a person who decided since a restore', async () => {
    const { again, change } = await history({ known: 30 }, {}, () => ({ data: [] }))
    const journal = await again({ lookUpFirst: true })
    const { call, sent } = callerOf(journal, [broken({ code: 'ECONNREFUSED', syscall: 'connect' })])
    const isSent = async (): Promise<boolean> => {
      await call({ ref_id: 'old' })
      return sent.splice(0).length > 0
    }
    expect(await isSent()).toBe(false)
    await journal.resolve('old', 'never_came')
    expect(await isSent()).toBe(true)
    await journal.resolve('old', 'never_came')
    await change("look_up = look_up - 900000 WHERE reference = 'old'")
    expect(await isSent()).toBe(false)
  })

  it('costs three or four look-ups more in a settle, and in a minute of calls', async () => {
    const lost = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`lost-${at}`, 20]))
    const { journal, again, lookUp, asked, expire, change, database } = await history(
      { 'known-0': 30, 'known-1': 18, 'known-2': 5 },
      { ...lost, 'lost-0': 17 },
      (refId) => isIn(refId, ['known-0', 'known-1', 'known-2', 'known-3']),
    )
    const controls = () => asked().filter((refId) => refId.startsWith('known'))
    expect(await journal.settle()).toMatchObject({ never_came: 12, failed: [] })
    expect(controls()).toEqual(['known-1', 'known-0', 'known-2'])
    let passed = 0
    const later = await again({}, (sql, ...rest) =>
      database.run(sql.replaceAll(database.now, `(${database.now} + ${passed})`), ...rest),
    )
    const { call } = callerOf(later, [make])
    for (const [seconds, expected] of [
      [0, ['known-1', 'known-0', 'known-2']],
      [30, []],
      // They were sent again a thousand seconds before.
      [1_000, ['known-1', 'known-2', 'known-3', 'known-0']],
    ] as const) {
      passed = seconds * 1_000
      if (passed > 60_000) await call({ ref_id: 'known-3' })
      await change("state = 'unknown' WHERE reference LIKE 'lost%'")
      await expire()
      lookUp.mockClear()
      for (const ref_id of ['lost-1', 'lost-2', 'lost-3']) await call({ ref_id })
      expect(controls()).toEqual(expected)
    }
    expect((await journal.find('lost-3'))?.state).toBe('succeeded')
  })

  it('counts as it is where no other call has succeeded that it could find', async () => {
    const { again, journal, asked, expire } = await history({}, { lost: 20, decided: 20 }, () => ({
      data: [],
    }))
    await journal.resolve('decided', { data: madeOf('decided') })
    const elsewhere = [{ partition: 'acme-eu' }, { account: 'other' }]
    for (const [at, options] of elsewhere.entries())
      await callerOf(await again(options), [make]).call({ ref_id: `elsewhere ${at}` })
    await begin(journal, { refId: 'postage', operation: { ...createParcel, id: 'other' } })
    const body = { bytes: Buffer.from('{}') }
    const call = { refId: 'postage', operation: createParcel, call: 'c', body }
    await journal.keep(call as object as CallState, 'succeeded', undefined)
    await expire()
    expect(await journal.settle()).toMatchObject(believed)
    expect(asked()).toEqual(['lost'])
  })

  it.each([
    ['is not believed of a call that was given another account', 'X-Account', 0],
    ['is believed of a call that was given a trace', 'traceparent', 1],
    ['is believed of a call that was given a key', 'Idempotency-Key', 1],
  ])('%s by a header', async (_, name, never_came) => {
    const { journal, expire } = await journalIn(kind, { lookUp: () => ({ data: [] }) })
    const { call } = callerOf(journal, [broken({ code: 'ECONNRESET' })], { maxRetries: 0 })
    await call({}, { headers: { [name]: 'b' } })
    await expire()
    expect(await journal.settle()).toMatchObject({ never_came })
  })
})
