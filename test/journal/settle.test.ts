import { describe, expect, it, vi } from 'vitest'
import type { Journal } from '../../src/journal.js'
import type { LookedUp } from '../../src/operation.js'
import { useFakeTimeouts } from '../support/clock.js'
import {
  begin,
  callerOf,
  journalIn,
  kinds,
  leave,
  madeOf,
  make,
  type Opened,
  statesOf,
} from '../support/journal.js'
import type { Happening } from '../support/journal-rows.js'
import { broken, type Step } from '../support/scripted.js'

const gone = {
  code: 'ERR_BEFORE_SEND',
  outcome: 'not_sent',
  cause: { message: 'the row is of another call' },
}
const made = { id: 'c-1' }
const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })

describe.each(kinds)('a journal in $name', (kind) => {
  it('settles row by row, and is stopped by none that hangs', async () => {
    const lookUp = (refId: string): LookedUp | Promise<LookedUp> =>
      refId === 'hangs' ? new Promise(() => undefined) : { data: madeOf(refId) }
    const { journal, expire } = await journalIn(kind, { lookUp })
    await leave(journal, 'hangs', 'made')
    await expire()
    useFakeTimeouts()
    const settling = journal.settle()
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(60_000)
    const late = expect.objectContaining({ message: 'lookUp took too long' }) as Error
    expect(await settling).toMatchObject({
      succeeded: 1,
      failed: [{ refId: 'hangs', error: late }],
    })
  })

  it('keeps a row that was settled after the time before which it prunes', async () => {
    const { journal, change, expire } = await journalIn(kind)
    await leave(journal, 'r-1')
    await expire()
    await change('at = 7')
    await journal.resolve('r-1', 'abandoned')
    expect(await journal.prune(new Date(Date.now() - 60_000))).toBe(0)
    expect(await journal.prune(new Date(Date.now() + 60_000))).toBe(1)
  })

  it('makes five look-ups at once, or as many as it is told, and stops when it is told', async () => {
    const stop = new AbortController()
    let isLast = false
    let active = 0
    let most = 0
    const lookUp = vi.fn(async (): Promise<LookedUp> => {
      most = Math.max(most, ++active)
      await new Promise((resolve) => setTimeout(resolve, 5))
      active--
      if (isLast) stop.abort()
      return undefined
    })
    const { journal, expire } = await journalIn(kind, { lookUp })
    // More rows than a page has.
    for (let at = 0; at < 101; at++) await begin(journal, { refId: `r-${at}` })
    await expire()
    const settling = async (options: Parameters<Journal['settle']>[0]) => {
      most = 0
      lookUp.mockClear()
      const { left } = await journal.settle(options)
      return [most, left, lookUp.mock.calls.length]
    }
    expect(await settling({})).toEqual([5, 101, 101])
    expect(await settling({ concurrency: 2, limit: 3 })).toEqual([2, 3, 3])
    isLast = true
    expect(await settling({ concurrency: 1, signal: stop.signal })).toEqual([1, 1, 1])
    expect(await settling({ signal: stop.signal })).toEqual([0, 0, 0])
    for (const options of [{ concurrency: 0 }, { limit: 1.5 }, { signal: {} }, { sigal: 1 }])
      await expect(journal.settle(options as object)).rejects.toThrow(TypeError)
  })

  it('never overwrites a call that went on while it was looked up', async () => {
    const find = (refId: string): LookedUp =>
      refId === 'known' ? { data: madeOf(refId) } : 'never_came'
    const lookUp = async (refId: string): Promise<LookedUp> => {
      if (refId === 'attempted again') await begin(journal, { refId, attempts: 1 })
      if (refId === 'begun again') {
        await other.settle()
        await leave(other, refId)
      }
      return find(refId)
    }
    const { journal, again, expire } = await journalIn(kind, { lookUp })
    const other = await again({ lookUp: find })
    await callerOf(journal, [make]).call({ ref_id: 'known' })
    // In the order in which they are looked up, also where all are of one millisecond.
    const refIds = ['attempted again', 'begun again', 'settled']
    for (const refId of refIds) await begin(journal, { refId })
    await expire()
    // Each of them is a row of a later time by now, and is not looked up once more.
    const passed = { succeeded: 0, never_came: 0, left: 0, passed: 3, failed: [] }
    expect(await journal.settle({ concurrency: 1 })).toEqual(passed)
    expect(await statesOf(journal, ...refIds)).toEqual(['pending', 'unknown', 'not_sent'])
  })

  const giveUp = async ({ journal, expire }: Opened) => {
    await expire()
    await journal.resolve('r-1', 'never_came')
  }
  const forget = ({ run, table }: Opened) => run(`DELETE FROM ${table} RETURNING reference`)
  it.each<[string, Happening, Step, end: object, state?: string | undefined, kept?: string]>([
    ['given up too early keeps its answer', giveUp, make, made, 'succeeded'],
    ['given up too early sends nothing more', giveUp, refused, gone, 'not_sent'],
    ['forgotten says that it keeps nothing', forget, make, made, undefined, 'Error'],
  ])('a call that was %s', async (_, happens, step, end, state, journalError) => {
    const opened = await journalIn(kind)
    const { call, sent, events, row } = callerOf(opened.journal, [
      async (request) => {
        await happens(opened)
        return step(request)
      },
    ])
    expect(await call()).toMatchObject(end)
    expect([sent.length, (await row())?.state]).toEqual([1, state])
    expect(events.at(-1)).toMatchObject({ journalError })
  })
})
