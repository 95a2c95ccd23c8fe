import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Journal, JournalState } from '../../src/journal.js'
import type { LookedUp } from '../../src/journal/rows.js'
import {
  begin,
  callerOf,
  journalIn,
  kinds,
  leave,
  madeOf,
  make,
  recording,
  statesOf,
} from '../support/journal.js'
import { broken, type Step } from '../support/scripted.js'

const gone = {
  code: 'ERR_BEFORE_SEND',
  outcome: 'not_sent',
  cause: { message: 'the row is of another call' },
}
const passed = { succeeded: 0, never_came: 0, left: 0, passed: 1, failed: [] }

describe.each(kinds)('a journal in $name', (kind) => {
  it('settles row by row, and is stopped by none that fails or hangs', async () => {
    const lookUp = (refId: string): LookedUp | Promise<LookedUp> =>
      refId === 'hangs' ? new Promise(() => undefined) : { data: madeOf(refId) }
    const { journal, change, expire } = await journalIn(kind, { lookUp })
    await leave(journal, 'bad', 'hangs', 'made')
    await change("body = '{' WHERE reference = 'bad'")
    await expire()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const settling = journal.settle()
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(60_000)
    const late = expect.objectContaining({ message: 'lookUp took too long' }) as Error
    expect(await settling).toMatchObject({
      succeeded: 1,
      failed: [
        { refId: 'bad', error: expect.any(SyntaxError) as Error },
        { refId: 'hangs', error: late },
      ],
    })
    expect(await journal.find('made')).toMatchObject({ state: 'succeeded', data: madeOf('made') })
  })

  it('keeps a row that was settled after the time before which it prunes', async () => {
    const lookUp = (refId: string): LookedUp => ({ data: madeOf(refId) })
    const { journal, change, expire } = await journalIn(kind, { lookUp })
    await leave(journal, 'found', 'abandoned')
    await expire()
    await change('at = 7')
    await journal.resolve('abandoned', 'abandoned')
    expect(await journal.settle()).toMatchObject({ succeeded: 1 })
    expect(await journal.prune(new Date(Date.now() - 60_000))).toBe(0)
    expect(await journal.prune(new Date(Date.now() + 60_000))).toBe(2)
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

  it('looks a row up once at a time, whoever wants to know', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const lookUp = vi.fn(async (): Promise<LookedUp> => held.then(() => undefined))
    const { journal, again, expire } = await journalIn(kind, { lookUp })
    await begin(journal)
    await expire()
    const settled = journal.settle()
    await expect.poll(() => lookUp.mock.calls.length).toBe(1)
    const other = await again()
    const { call, sent } = callerOf(other, [])
    expect(await other.settle()).toEqual(passed)
    const message = expect.stringContaining('and is being looked up') as string
    expect(await call()).toMatchObject({ code: 'ERR_SENT_BEFORE', message })
    release()
    expect([await settled, lookUp.mock.calls.length]).toMatchObject([{ left: 1 }, 1])
    // It said nothing, so others need not wait for a minute.
    expect([await other.settle(), sent]).toMatchObject([{ left: 1 }, []])
  })

  it('never overwrites a call that went on while it was looked up', async () => {
    const meanwhile = {
      'a lease that was renewed': async () => {
        await begin(journal, { refId: 'a lease that was renewed', attempts: 1 })
      },
      // It hangs for more than the minute that others leave the row to it.
      'a call that began again': async () => {
        await change('look_up = 0')
        await leave(other, 'a call that began again')
      },
    }
    const lookUp = async (refId: string): Promise<LookedUp> => {
      await meanwhile[refId as keyof typeof meanwhile]()
      return 'never_came'
    }
    const { journal, again, change, expire } = await journalIn(kind, { lookUp })
    const other = await again({ lookUp: () => 'never_came' })
    const refIds = Object.keys(meanwhile)
    for (const refId of refIds) await begin(journal, { refId })
    await expire()
    expect(await journal.settle({ concurrency: 1 })).toEqual({ ...passed, passed: 2 })
    expect(await statesOf(journal, ...refIds)).toEqual(['pending', 'unknown'])
  })

  it.each<[string, Step, end: object, JournalState]>([
    ['keeps its answer', make, { id: 'c-1' }, 'succeeded'],
    ['sends nothing more', broken({ code: 'ECONNREFUSED', syscall: 'connect' }), gone, 'not_sent'],
  ])('a call that somebody gave up too early %s', async (_, step, end, state) => {
    const { journal, expire, call, sent } = await recording(kind, [
      async (request) => {
        await expire()
        await journal.resolve('r-1', 'never_came')
        return step(request)
      },
    ])
    expect(await call()).toMatchObject(end)
    expect([sent.length, await statesOf(journal, 'r-1')]).toEqual([1, [state]])
  })
})
