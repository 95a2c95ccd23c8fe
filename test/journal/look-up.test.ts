import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallState } from '../../src/call-context.js'
import { createLookUp } from '../../src/journal.js'
import type { LookedUp } from '../../src/journal/rows.js'
import {
  begin,
  callerOf,
  createParcel,
  failureOf,
  journalIn,
  kinds,
  leave,
  madeOf,
  make,
} from '../support/journal.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { parcel } from '../support/parcels/calls.js'
import { acme } from '../support/provider/acme.js'
import { answer, type Step } from '../support/scripted.js'

/** Minutes ago, by reference, that a call was recorded; the lease is 15 minutes. */
type Ages = Readonly<Record<string, number>>

type Find = (refId: string) => LookedUp

const isIn = (refId: string, made: readonly string[]): LookedUp =>
  made.includes(refId) ? { data: [madeOf(refId)] } : { data: [] }
/** The service made all of them, but the look-up lies. */
const lies: Readonly<Record<string, Find>> = {
  'has another tenant': () => ({ data: [] }),
  'does not know what it may say': (refId) => (refId === 'lost' ? 'never_came' : undefined),
}

describe.each(kinds)('a look-up of a journal in $name that finds nothing', (kind) => {
  /** A journal in which some calls have succeeded, and others were lost. */
  async function history(succeeded: Ages, lost: Ages, find: Find) {
    const lookUp = vi.fn(find)
    const opened = await journalIn(kind, { lookUp })
    const { journal, change, database } = opened
    const { client, call } = callerOf(journal, [make])
    for (const ref_id of Object.keys(succeeded)) await client.createParcel({ ...parcel, ref_id })
    await leave(journal, ...Object.keys(lost))
    await opened.expire()
    for (const [refId, age] of Object.entries({ ...succeeded, ...lost }))
      await change(`at = ${database.now} - ${age * 60_000} WHERE reference = '${refId}'`)
    return { ...opened, call, lookUp, asked: () => lookUp.mock.calls.map(([refId]) => refId) }
  }

  it.each(Object.entries(lies))('is not believed where it %s', async (_, find) => {
    let isTrue = false
    const { journal, lookUp } = await history({ known: 30 }, { lost: 20 }, (refId) =>
      isTrue ? isIn(refId, ['known', 'lost']) : find(refId),
    )
    const message =
      'lookUp finds nothing of it, but nor does it find known, which has succeeded: it may be behind for longer than window, leave out old ones, or have another tenant, credential, filter or spelling of the reference; if that stays so, resolve it'
    const failed = [{ refId: 'lost', error: expect.objectContaining({ message }) as Error }]
    expect(await journal.settle()).toMatchObject({ never_came: 0, failed })
    const { call, sent } = callerOf(journal, [])
    expect(await call({ ref_id: 'lost' })).toMatchObject({
      ...{ code: 'ERR_SENT_BEFORE', outcome: 'unknown', cause: { message } },
    })
    expect([sent, (await journal.find('lost'))?.state]).toEqual([[], 'unknown'])
    isTrue = true
    expect(await journal.settle()).toMatchObject({ succeeded: 1, failed: [] })
    expect(lookUp).toHaveBeenCalledTimes(5)
  })

  it.each([
    ['has upper case', 'LOST', 'KNOWN'],
    ['has a mark', 'lost+1', 'known+1'],
    ['may be cut', 'l'.repeat(33), 'k'.repeat(33)],
    ['may be read as a number', '1234e567', '0012345'],
  ])('is not believed of a call that %s, before a success is found that is so', async (...row) => {
    const [, refId, similar] = row
    const opened = await history({ known: 30 }, { [refId]: 20 }, (one) =>
      isIn(one, ['known', similar, 'later']),
    )
    const { journal, call, asked, expire, change } = opened
    const message = expect.stringContaining('known, which it finds, is shorter or has') as string
    const unproven = { never_came: 0, failed: [{ error: { message } }] }
    expect(await journal.settle()).toMatchObject(unproven)
    await call({ ref_id: 'later' })
    await call({ ref_id: similar })
    await expire()
    // As with a key that is gone.
    await change(`body = 'x' || body WHERE reference = '${similar}'`)
    expect(await journal.settle()).toMatchObject({ never_came: 0, failed: [{}] })
    await change(`body = substr(body, 2) WHERE reference = '${similar}'`)
    expect(await journal.settle()).toMatchObject({ never_came: 1, failed: [] })
    expect(asked()).toContain(similar)
  })

  it.each([
    ['of another depot', ['"weight":"1"', '"weight":"2"'], ''],
    ['without a depot', ['"depot_id":"p"', '"depot_id":"q"'], '"depot_id":"other",'],
  ])('is not believed by a success %s, where one is more like it', async (_, [was, is], gone) => {
    const newest = { ...madeOf('newest'), depot_id: 'other' }
    const succeeded = { known: 30, unreadable: 25 }
    const { journal, call, asked, change } = await history(succeeded, { lost: 20 }, (refId) => ({
      data: refId === 'newest' ? [newest] : [],
    }))
    await change("body = 'x' WHERE reference = 'unreadable'")
    await change(`body = replace(body, '${was}', '${is}') WHERE reference = 'known'`)
    await call({ ref_id: 'newest', depot_id: 'other' })
    await change(`body = replace(body, '${gone}', '') WHERE reference = 'newest'`)
    const error = { message: expect.stringContaining('nor does it find known,') as string }
    expect(await journal.settle()).toMatchObject({ never_came: 0, failed: [{ error }] })
    expect(asked()).toEqual(['lost', 'newest', 'known'])
  })

  it.each<[nearest: string, oldest: Ages]>([
    ['before', { 'before that': 60, before: 30 }],
    ['first', { first: 19, second: 18 }],
  ])('is not believed where its read does not show later calls, or %s', async (nearest, oldest) => {
    let shown = [nearest]
    const { journal, asked } = await history(
      { ...oldest, after: 10, later: 5, now: 0 },
      { lost: 20 },
      (refId) => isIn(refId, shown),
    )
    const failing = (refId: string) => {
      const message = expect.stringContaining(`nor does it find ${refId},`) as string
      return { never_came: 0, failed: [{ error: { message } }] }
    }
    expect(await journal.settle()).toMatchObject(failing('after'))
    // The newest page alone.
    shown = ['after', 'later', 'now']
    expect(await journal.settle()).toMatchObject(failing(nearest))
    shown.push(nearest)
    expect(await journal.settle()).toMatchObject({ never_came: 1, failed: [] })
    const all = ['lost', 'after', nearest]
    expect(asked()).toEqual(['lost', 'after', ...all, ...all])
  })

  it('is not believed by an old success where its read does not show a nearer one', async () => {
    const { journal } = await history(
      { first: 60, hidden: 25, now: 0 },
      { early: 55, late: 20 },
      (refId) => isIn(refId, ['first', 'now']),
    )
    const error = { message: expect.stringContaining('nor does it find hidden,') as string }
    const failed = [{ refId: 'late', error }]
    expect(await journal.settle({ concurrency: 1 })).toMatchObject({ never_came: 1, failed })
  })

  it('costs one look-up more in a settle, and one in a minute of calls', async () => {
    const lost = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`lost-${at}`, 20]))
    const { journal, asked, expire, change } = await history({ known: 30 }, lost, (refId) =>
      isIn(refId, ['known']),
    )
    expect(await journal.settle()).toMatchObject({ never_came: 12, failed: [] })
    expect(asked().filter((refId) => refId === 'known')).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { call } = callerOf(journal, [make])
    for (const [seconds, controls] of [
      [0, 2],
      [59, 2],
      [2, 3],
    ] as const) {
      vi.advanceTimersByTime(seconds * 1_000)
      await change("state = 'unknown' WHERE reference LIKE 'lost%'")
      await expire()
      for (const ref_id of ['lost-1', 'lost-2', 'lost-3']) await call({ ref_id })
      expect(asked().filter((refId) => refId === 'known')).toHaveLength(controls)
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
    expect(await journal.settle()).toMatchObject({ never_came: 1, failed: [] })
    expect(asked()).toEqual(['lost'])
  })

  it('is asked again where its control failed', async () => {
    let fails = true
    const { journal } = await history({ known: 30 }, { lost: 20 }, (refId) => {
      if (refId === 'known' && fails) throw new Error('503')
      return isIn(refId, ['known'])
    })
    const { call, sent } = callerOf(journal, [answer(200, madeOf('lost'))])
    const failing = expect.stringContaining('find known, which has succeeded: 503') as string
    expect(await call({ ref_id: 'lost' })).toMatchObject({ cause: { message: failing } })
    fails = false
    expect(await call({ ref_id: 'lost' })).toEqual(madeOf('lost'))
    expect(sent.length).toBe(1)
  })
})

const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567' }

it.each<[string, object | undefined]>([
  ['no provider', undefined],
  ['a provider without a link', keyedProvider],
])('a look-up is not made of %s', (_, provider) => {
  const given = { ...options, provider } as Parameters<typeof createLookUp>[0]
  const refusal = 'createLookUp: no operation of this provider has a link called lookUp'
  expect(() => createLookUp(given)).toThrow(new TypeError(refusal))
})

it('a look-up says nothing of an operation without a link, of another base URL or from before the end of a lease, and ends when totalTimeout does', async () => {
  let page = 0
  const transport: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const found = { parcels: [], ...(page++ && { next_cursor: `${page}` }) }
    return answer(200, found, { date: new Date().toUTCString() })(request)
  }
  const lookUp = createLookUp({ ...options, provider: acme, transport, totalTimeout: 200 })
  const [at, lease] = [new Date(0), new Date(Date.now() + 60_000)]
  const facts = { operation: 'createParcel', body: { ...parcel }, at, lease, account: 'acme' }
  expect(await lookUp('r-1', { ...facts, operation: 'quotePostage' })).toBeUndefined()
  await expect(lookUp('r-1', { ...facts, account: 'https://sandbox.example.com' })).rejects.toThrow(
    'r-1 was sent to https://sandbox.example.com, and is not looked up at https://api.example.com',
  )
  expect(page).toBe(0)
  await expect(lookUp('r-1', facts)).rejects.toThrow('gave a part, or an answer that a cache had')
  const late = Promise.resolve(lookUp('r-1', { ...facts, lease: at }))
  expect(await failureOf(late)).toMatchObject({ code: 'ERR_TIMEOUT' })
})
