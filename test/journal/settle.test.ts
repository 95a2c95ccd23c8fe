import { describe, expect, it, vi } from 'vitest'
import type { Journal, JournalOptions, LookedUp } from '../../src/journal.js'
import {
  begin,
  callerOf,
  journalIn,
  kinds,
  leave,
  madeOf,
  recording,
  statesOf,
} from '../support/journal.js'
import { scripted } from '../support/parcels/calls.js'
import { answer, broken } from '../support/scripted.js'

const lost = broken({ code: 'ECONNRESET' })

/** Runs both. */
const chain = (one: () => void, other: () => void) => (): void => {
  one()
  other()
}

/** A journal that so many calls were left behind in. */
async function filled(kind: (typeof kinds)[number], options: Partial<JournalOptions>) {
  const opened = await journalIn(kind, options)
  const { journal, table, exec } = opened
  const fill = async (count: number) => {
    await begin(journal, { refId: 'r-0' })
    const same = 'operation, state, body, call, at, lease, version, account, proof'
    await exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
      INSERT INTO ${table} ("partition", reference, ${same})
      SELECT "partition", 'n-' || n.i, ${same} FROM ${table}, n`)
  }
  return { ...opened, fill }
}

describe.each(kinds)('a journal in $name', (kind) => {
  it('settles row by row, and is stopped by none', async () => {
    const error = new RangeError('503')
    const found: Readonly<Record<string, () => LookedUp>> = {
      throws: () => {
        throw error
      },
      made: () => ({ data: madeOf('made') }),
      never: () => 'never_came',
      open: () => undefined,
    }
    const lookUp = vi.fn((refId: string) => found[refId]?.())
    const { journal, expire, run, table } = await journalIn(kind, { lookUp })
    await leave(journal, 'bad', 'throws', 'made', 'never', 'open')
    await run(`UPDATE ${table} SET body = '{' WHERE reference = 'bad' RETURNING reference`)
    expect(await journal.settle()).toEqual({ succeeded: 0, never_came: 0, left: 0, failed: [] })
    expect(lookUp).not.toHaveBeenCalled()
    await expire()
    expect(await journal.settle()).toEqual({
      succeeded: 1,
      never_came: 1,
      left: 1,
      failed: [
        { refId: 'bad', error: expect.any(SyntaxError) as Error },
        { refId: 'throws', error },
      ],
    })
    expect(await journal.find('made')).toMatchObject({ state: 'succeeded', data: madeOf('made') })
    const states = await statesOf(journal, 'throws', 'never', 'open')
    expect(states).toEqual(['unknown', 'not_sent', 'unknown'])
  })

  it('settles the others where one look-up hangs', async () => {
    const lookUp = (refId: string): LookedUp | Promise<LookedUp> =>
      refId === 'a' ? new Promise(() => undefined) : 'never_came'
    const { journal, expire } = await journalIn(kind, { lookUp })
    await leave(journal, 'a', 'b')
    await expire()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const settling = journal.settle()
      await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 1 })
      await vi.advanceTimersByTimeAsync(60_000)
      const error = expect.objectContaining({ message: 'lookUp took too long' }) as Error
      expect(await settling).toMatchObject({ never_came: 1, failed: [{ refId: 'a', error }] })
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not settle a call that renewed its lease while it was looked up', async () => {
    const lookUp = async (): Promise<LookedUp> => {
      await begin(journal, { refId: 'r', attempt: 2 })
      return 'never_came'
    }
    const { journal, expire } = await journalIn(kind, { lookUp })
    await begin(journal, { refId: 'r' })
    await expire()
    expect(await journal.settle()).toMatchObject({ succeeded: 0, never_came: 0, failed: [] })
    expect(await statesOf(journal, 'r')).toEqual(['pending'])
  })

  it('settles a call that a process left behind, and only rows of its own partition', async () => {
    const { journal, again, expire } = await journalIn(kind, { lookUp: () => 'never_came' })
    const eu = await again({ partition: 'acme-eu' })
    for (const each of [journal, eu]) await begin(each, { refId: 'r' })
    await expire()
    expect(await journal.settle()).toMatchObject({ never_came: 1, failed: [] })
    expect([await statesOf(journal, 'r'), await statesOf(eu, 'r')]).toEqual([
      ['not_sent'],
      ['unknown'],
    ])
  })

  it('makes five look-ups at once, or as many as it is told, and stops when it is told', async () => {
    let active = 0
    let release = (): void => undefined
    const lookUp = vi.fn(async (): Promise<LookedUp> => {
      active++
      await new Promise<void>((resolve) => (release = chain(release, resolve)))
      active--
      return undefined
    })
    const { journal, expire, fill } = await filled(kind, { lookUp })
    await fill(11)
    await expire()
    const settling = async (options: Parameters<Journal['settle']>[0], most: number) => {
      lookUp.mockClear()
      const settled = journal.settle(options)
      await vi.waitUntil(() => active === most, { interval: 1 })
      const peaks: number[] = []
      for (let left = 100; left > 0; left--) {
        peaks.push(active)
        release()
        await new Promise(setImmediate)
      }
      const { left } = await settled
      return [Math.max(...peaks), left, lookUp.mock.calls.length]
    }
    const stop = new AbortController()
    expect(await settling({}, 5)).toEqual([5, 11, 11])
    expect(await settling({ concurrency: 2, limit: 3 }, 2)).toEqual([2, 3, 3])
    lookUp.mockImplementation(async () => {
      await Promise.resolve()
      stop.abort()
      return undefined
    })
    expect(await journal.settle({ concurrency: 1, signal: stop.signal })).toMatchObject({ left: 1 })
    expect(await journal.settle({ signal: stop.signal })).toMatchObject({ left: 0 })
    for (const options of [{ concurrency: 0 }, { limit: 1.5 }, { signal: {} }, { sigal: 1 }])
      await expect(journal.settle(options as object)).rejects.toThrow(TypeError)
  })

  it('settles more rows than a page has, each of them once where two settle at once', async () => {
    const lookUp = vi.fn(async (): Promise<LookedUp> => Promise.resolve('never_came'))
    const { journal, again, expire, fill } = await filled(kind, { lookUp })
    await fill(105)
    await expire()
    const both = await Promise.all([journal.settle(), (await again()).settle()])
    expect(both.reduce((sum, { never_came }) => sum + never_came, 0)).toBe(105)
    expect(both).toMatchObject([
      { left: 0, failed: [] },
      { left: 0, failed: [] },
    ])
    expect(lookUp).toHaveBeenCalledTimes(105)
  })

  it('looks a row up once at a time, whoever wants to know', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const lookUp = vi.fn(async (): Promise<LookedUp> => held.then(() => undefined))
    const { journal, again, expire } = await journalIn(kind, { lookUp })
    await begin(journal)
    await expire()
    const settled = journal.settle()
    await vi.waitUntil(() => lookUp.mock.calls.length === 1, { interval: 1 })
    const other = await again()
    const { call, sent } = callerOf(other, [lost])
    expect(await other.settle()).toEqual({ succeeded: 0, never_came: 0, left: 0, failed: [] })
    expect(await call()).toMatchObject({
      code: 'ERR_SENT_BEFORE',
      message: expect.stringContaining('and is being looked up') as string,
    })
    release()
    expect([await settled, lookUp.mock.calls.length]).toMatchObject([{ left: 1 }, 1])
    // It said nothing, so others need not wait for a minute.
    expect([await other.settle(), sent]).toMatchObject([{ left: 1 }, []])
  })

  it('never overwrites a call that began again while it was looked up', async () => {
    let before = (): Promise<unknown> => Promise.resolve()
    const lookUp = async (): Promise<LookedUp> => {
      await before()
      return 'never_came'
    }
    const { journal, again, expire, run, table } = await journalIn(kind, { lookUp })
    await leave(journal, 'r-1')
    await expire()
    const other = await again({ lookUp: () => 'never_came' })
    before = async () => {
      // It hangs for more than the minute that others leave the row to it.
      await run(`UPDATE ${table} SET look_up = 0 RETURNING reference`)
      await leave(other, 'r-1')
    }
    expect(await journal.settle()).toEqual({ succeeded: 0, never_came: 0, left: 0, failed: [] })
    expect(await statesOf(journal, 'r-1')).toEqual(['unknown'])
  })

  it('keeps the answer of a call that somebody gave up too early', async () => {
    const { journal, expire, call, row } = await recording(kind, [
      async (request) => {
        await expire()
        await journal.resolve('r-1', 'never_came')
        return answer(200, madeOf('r-1'))(request)
      },
    ])
    await call()
    expect(await row()).toMatchObject({ state: 'succeeded', data: madeOf('r-1') })
  })

  it('lets a call that somebody gave up between two attempts send nothing more', async () => {
    const { journal, expire, call, sent } = await recording(kind, [
      async (request) => {
        await expire()
        await journal.resolve('r-1', 'never_came')
        return broken({ code: 'ECONNREFUSED', syscall: 'connect' })(request)
      },
    ])
    expect(await call()).toMatchObject({
      code: 'ERR_BEFORE_SEND',
      outcome: 'not_sent',
      cause: { message: 'the row is of another call' },
    })
    expect([sent.length, await statesOf(journal, 'r-1')]).toEqual([1, ['not_sent']])
  })

  it('without lookUp settles nothing', async () => {
    const { journal, expire } = await journalIn(kind)
    await leave(journal, 'a')
    await expire()
    expect(await journal.settle()).toEqual({ succeeded: 0, never_came: 0, left: 1, failed: [] })
  })

  it('settles rows of its own clients, or where there are none of any', async () => {
    const lookUp = vi.fn(() => 'never_came' as const)
    const { journal, again, expire } = await journalIn(kind, { lookUp })
    await begin(journal)
    await expire()
    const sandbox = await again()
    scripted([], { journal: sandbox, baseUrl: 'https://sandbox.example.com' })
    expect(await sandbox.settle()).toMatchObject({ never_came: 0, left: 0, failed: [] })
    expect(lookUp).not.toHaveBeenCalled()
    expect(await (await again()).settle()).toMatchObject({ never_came: 1 })
  })

  it('settles rows of its own account', async () => {
    const lookUp = vi.fn(() => 'never_came' as const)
    const { journal, again, expire } = await journalIn(kind, { lookUp, account: 'acme' })
    const other = await again({ account: 'other' })
    await begin(journal)
    await expire()
    expect(await other.settle()).toMatchObject({ never_came: 0, left: 0 })
    expect(lookUp).not.toHaveBeenCalled()
    expect(await journal.settle()).toMatchObject({ never_came: 1 })
  })

  it('settles rows of refused calls where a gateway repeats requests', async () => {
    const lookUp = (refId: string) => ({ data: madeOf(refId) })
    const options = { lookUp, gatewayRepeats: true }
    const { journal, expire, call } = await recording(kind, [answer(404)], options)
    await call()
    await expire()
    expect(await journal.settle()).toMatchObject({ succeeded: 1, failed: [] })
  })
})
