import { describe, expect, it, vi } from 'vitest'
import { provider } from '../../generated/index.js'
import { type JournalDatabase, openJournal, postgres, sqlite } from '../../src/journal.js'
import { useFakeTimeouts } from '../support/clock.js'
import { conversion, heldQuote, quote } from '../support/examples.js'
import { callerOf, journalIn, kinds, make, nodeSqlite, openSqlite } from '../support/journal.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { openPglite } from '../support/pglite.js'
import { answer, broken, type Step } from '../support/scripted.js'

const made = { ...conversion, ...heldQuote, id: 'c-1' }
const ok = answer(200, made)
const unsent = broken({ code: 'ECONNREFUSED', syscall: 'connect' })

describe.each(kinds)('a journal in $name that fails', (kind) => {
  /** A journal whose statements meet `before` first. */
  async function faulty(before: (sql: string, run: () => Promise<unknown>) => unknown) {
    const { database, again, journal: sound } = await journalIn(kind)
    const journal = await again({}, async (sql, values) => {
      await before(sql, () => database.run(sql, values))
      return database.run(sql, values)
    })
    return { journal, sound }
  }

  const cause = Object.assign(new Error('terminated'), { code: '57P01' })
  const message = 'the journal failed with Error (57P01); nothing was sent'
  const notSent = {
    ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', attempts: 0, cause },
    message: expect.stringContaining(message) as string,
    retryAt: expect.any(Date) as Date,
  }
  const refused = { code: 'ERR_API', outcome: 'rejected', status: 422 }
  const lost = { code: 'ERR_API', outcome: 'unknown', status: 503 }
  it.each([
    ['before a call is sent lets nothing be sent', 'INSERT', 9, notSent, undefined, undefined],
    ['after its row was written frees it again', 'INSERT...', 1, notSent, undefined, 'not_sent'],
    ['after a success says so, and no more', 'UPDATE', 9, made, 'Error (57P01)', 'pending'],
    ['once after a success keeps it all the same', 'UPDATE', 1, made, undefined, 'succeeded'],
    ['once it has kept a refusal has kept it', 'UPDATE...', 1, refused, undefined, 'rejected'],
    ['once it has kept a lost call has kept it', 'UPDATE...', 1, lost, undefined, 'unknown'],
  ])('%s', async (_, word, times, ends, journalError, state) => {
    let left = times
    const { journal, sound } = await faulty(async (sql, run) => {
      if (!sql.startsWith(word.slice(0, 6)) || left-- <= 0) return
      if (word.endsWith('...')) await run()
      throw cause
    })
    const { call, sent, events } = callerOf(journal, ['status' in ends ? answer(ends.status) : ok])
    expect(await call()).toMatchObject(ends)
    expect(sent.length).toBe(ends === notSent ? 0 : 1)
    expect(events.at(-1)).toMatchObject({ journalError })
    expect((await sound.find('r-1'))?.state).toBe(state)
  })

  const tooLate = {
    code: 'ERR_TIMEOUT',
    outcome: 'not_sent',
    message: expect.stringContaining('the journal did not end in time') as string,
  }
  it('to answer before a repeat finds no earlier call: nothing is sent, and the row is free', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const { journal, sound } = await faulty((sql) => {
      isHeld ||= sql.includes('SET at = ')
      return sql.includes('SET at = ') ? held : undefined
    })
    const { call, sent } = callerOf(journal, [unsent, ok])
    useFakeTimeouts()
    const ending = call()
    while (sent.length === 0) await new Promise(setImmediate)
    // The pause before the repeat, and then the time of the call.
    await vi.advanceTimersByTimeAsync(250)
    while (!isHeld) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(30_000)
    release()
    expect(await ending).toMatchObject(tooLate)
    expect(sent.length).toBe(1)
    expect((await sound.find('r-1'))?.state).toBe('not_sent')
  })

  it.each([
    ['lets nothing be sent, and frees the row', 'INSERT', 30_000, tooLate, 0, 'not_sent'],
    ['at the end holds up a call for two seconds', 'UPDATE', 2_000, made, 1, 'succeeded'],
  ])('to answer %s', async (_, word, time, end, count, state) => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const { journal, sound } = await faulty((sql) => {
      isHeld = sql.startsWith(word)
      return isHeld ? held : undefined
    })
    const { call, sent, events } = callerOf(journal, [ok])
    useFakeTimeouts()
    const isOver = vi.fn()
    const ending = call()
    void ending.then(isOver)
    while (!isHeld) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(time - 1)
    await new Promise(setImmediate)
    expect(isOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await ending).toMatchObject(end)
    expect(events.at(-1)).toMatchObject({ journalError: end === made ? 'Error' : undefined })
    release()
    await expect.poll(async () => (await sound.find('r-1'))?.state).toBe(state)
    expect(sent.length).toBe(count)
  })

  it('and writes a row late, of a call that was not sent, frees it when the row is met again', async () => {
    let isLocked = false
    let late = (): Promise<unknown> => Promise.resolve()
    const { database, again, journal: sound } = await journalIn(kind)
    const journal = await again({}, (sql, ...rest) => {
      if (!isLocked || sql.startsWith('SELECT')) return database.run(sql, ...rest)
      if (sql.startsWith('INSERT')) late = () => database.run(sql, ...rest)
      return Promise.reject(new Error('Query read timeout'))
    })
    const { call, sent } = callerOf(journal, [ok])
    isLocked = true
    expect(await call()).toMatchObject({ code: 'ERR_BEFORE_SEND' })
    isLocked = false
    await late()
    expect((await sound.find('r-1'))?.state).toBe('pending')
    expect(await call({ metadata: { order: '2' } })).toEqual(made)
    expect(sent.length).toBe(1)
  })

  it('before an attempt is repeated leaves the call unknown, also to those after it', async () => {
    let isDown = false
    const { journal } = await faulty(() => {
      if (isDown) throw cause
    })
    const lost: Step = (request) => {
      isDown = true
      return broken({ code: 'ECONNRESET' })(request)
    }
    const keyed = callerOf(journal, [lost], { provider: keyedProvider })
    const retryAt = expect.any(Date) as Date
    const failed = { code: 'ERR_BEFORE_SEND', outcome: 'unknown', attempts: 1, retryAt }
    expect(await keyed.call()).toMatchObject(failed)
    isDown = false
    const again = callerOf(journal, [])
    expect(await again.call()).toMatchObject({ code: 'ERR_SENT_BEFORE', outcome: 'unknown' })
  })

  it('leases longer than a call may take, or nothing is sent', async () => {
    const { again } = await journalIn(kind)
    const journal = await again({ window: 59_999 })
    const problem = "totalTimeout, 30000, must be at most half of the journal's window, 59999"
    expect(() => callerOf(journal, [])).toThrow(problem)
    const { client, call, sent } = callerOf(journal, [ok], { totalTimeout: 29_998 })
    const long = { totalTimeout: 30_000 }
    expect(await call({}, long)).toMatchObject({
      code: 'ERR_INVALID_REQUEST',
      outcome: 'not_sent',
      message: expect.stringContaining(problem) as string,
    })
    expect(sent).toEqual([])
    // A quote has no reference, so the journal records nothing of it.
    await client.createIssuerQuote(quote, long)
    expect(sent.length).toBe(1)
  })

  it('to make its table where it is there uses it, and else says why', async () => {
    const { database, again } = await journalIn(kind)
    const denied = new Error('permission denied for schema public')
    const run: JournalDatabase['run'] = (sql, values) =>
      sql.startsWith('CREATE') ? Promise.reject(denied) : database.run(sql, values)
    await again({}, run)
    await expect(again({ table: 'nowhere' }, run)).rejects.toBe(denied)
  })
})

it.runIf(nodeSqlite)('a disk that is full is said, and lets nothing be sent', async () => {
  const db = openSqlite()
  const journal = await openJournal(sqlite(db), { partition: 'acme-us' })
  const [pages] = db.prepare('PRAGMA page_count').all({}) as { page_count: number }[]
  db.prepare(`PRAGMA max_page_count = ${pages?.page_count ?? 0}`).all({})
  const { call, sent } = callerOf(journal, [make])
  expect(await call({ metadata: { note: 'x'.repeat(99_999) } })).toMatchObject({
    ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent' },
    cause: { message: 'database or disk is full' },
  })
  await call()
  expect(sent.length).toBe(1)
})

it.runIf(nodeSqlite)('a row of SQLite outlives a power cut', async () => {
  const db = openSqlite()
  db.prepare('PRAGMA synchronous = OFF').all({})
  const journal = await openJournal(sqlite(db), { partition: 'acme-us' })
  await callerOf(journal, [make]).call()
  expect(db.prepare('PRAGMA synchronous').all({})).toEqual([{ synchronous: 2 }])
})

it.each([
  [{}, 'partition must be a string'],
  [{ partition: 'a\ud800' }, 'partition must be a string of at most 250 characters of Unicode'],
  [{ partition: 'a'.repeat(251) }, 'partition must be a string of at most 250 characters'],
  [{ partition: 'a', account: 'b\udc00' }, 'account must be a string of at most 250 characters'],
  [{ partition: 'a', table: 'a; DROP TABLE b' }, 'table must be a name of letters'],
  [{ partition: 'a', encrypt: String }, 'give encrypt and decrypt, or neither'],
])('a journal is not opened with %j', async (options, message) => {
  await expect(openJournal(postgres(openPglite()), options as never)).rejects.toThrow(message)
})

it('a client without a look-up refuses a journal that looks up first', async () => {
  const journal = await openJournal(postgres(openPglite()), { partition: 'a', lookUpFirst: true })
  expect(() => callerOf(journal, [])).toThrow('lookUpFirst: no operation of provider has a link')
})

it('a client refuses a journal with a provider of whom no operation has a reference', async () => {
  const journal = await openJournal(postgres(openPglite()), { partition: 'a' })
  const unreferenced = { ...provider, operations: {} }
  expect(() => callerOf(journal, [], { provider: unreferenced })).toThrow(
    'journal: no operation of provider has a reference',
  )
})

it('a client refuses a journal that was not awaited', async () => {
  const journal = openJournal(postgres(openPglite()), { partition: 'a' })
  expect(() => callerOf(journal as never, [])).toThrow('journal must be what openJournal resolves')
  await journal
})
