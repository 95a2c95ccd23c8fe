import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from '../../src/index.js'
import { type JournalDatabase, openJournal, postgres, sqlite } from '../../src/journal.js'
import { conversion, heldQuote, quote } from '../support/examples.js'
import { failureOf, journalIn, kinds, make, nodeSqlite, openSqlite } from '../support/journal.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { openPglite } from '../support/pglite.js'
import { answer, broken, scripted, silence, type Step } from '../support/scripted.js'

const made = { ...conversion, ...heldQuote, id: 'c-1' }
const ok = answer(200, made)

describe.each(kinds)('a journal in $name that fails', (kind) => {
  /** A journal whose statements meet `before` first. */
  async function faulty(before: (sql: string) => unknown) {
    const { database, again, journal: sound } = await journalIn(kind)
    const journal = await again({}, async (sql, values) => {
      await before(sql)
      return database.run(sql, values)
    })
    return { journal, sound }
  }

  const cause = Object.assign(new Error('terminated'), { code: '57P01' })
  const message = 'the journal failed with Error; nothing was sent'
  const notSent = {
    ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', attempts: 0, cause },
    message: expect.stringContaining(message) as string,
  }
  it.each([
    ['before a call is sent lets nothing be sent', 'INSERT', 9, notSent, undefined, undefined],
    ['after a success says so, and no more', 'UPDATE', 9, made, 'Error (57P01)', 'pending'],
    ['once after a success keeps it all the same', 'UPDATE', 1, made, undefined, 'succeeded'],
  ])('%s', async (_, word, times, ends, journalError, state) => {
    let left = times
    const { journal, sound } = await faulty((sql) => {
      if (sql.startsWith(word) && left-- > 0) throw cause
    })
    const { client, sent, events } = scripted([ok], { journal })
    const call = client.createStablecoinConversion(conversion)
    expect(await call.catch((error: unknown) => error)).toMatchObject(ends)
    expect(sent.length).toBe(ends === made ? 1 : 0)
    expect(events.at(-1)).toMatchObject({ journalError })
    expect((await sound.find('r-1'))?.state).toBe(state)
  })

  it('after its row was written frees it again', async () => {
    const { journal, sound } = await faulty(() => undefined)
    const claim = journal.claim.bind(journal)
    vi.spyOn(journal, 'claim').mockImplementationOnce(async (...values) => {
      await claim(...values)
      throw new Error('the connection was killed')
    })
    const { client } = scripted([ok], { journal })
    await expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
      code: 'ERR_BEFORE_SEND',
    })
    expect((await sound.find('r-1'))?.state).toBe('not_sent')
    expect(await client.createStablecoinConversion(conversion)).toEqual(made)
  })

  it('to answer lets nothing be sent, ends with the call, and frees a row that it wrote late', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const { journal, sound } = await faulty((sql) => {
      isHeld = sql.startsWith('INSERT')
      return isHeld ? held : undefined
    })
    const { client, sent } = scripted([ok], { journal })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failure = failureOf(client.createStablecoinConversion(conversion))
    while (!isHeld) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await failure).toMatchObject({
      code: 'ERR_TIMEOUT',
      outcome: 'not_sent',
      message: expect.stringContaining('the journal did not end in time') as string,
    })
    release()
    await expect.poll(async () => (await sound.find('r-1'))?.state).toBe('not_sent')
    expect(sent).toEqual([])
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
    const { client, sent } = scripted([ok], { journal })
    isLocked = true
    expect(await failureOf(client.createStablecoinConversion(conversion))).toMatchObject({
      code: 'ERR_BEFORE_SEND',
    })
    isLocked = false
    await late()
    expect((await sound.find('r-1'))?.state).toBe('pending')
    expect(await client.createStablecoinConversion({ ...conversion, amount: '2' })).toEqual(made)
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
    const keyed = scripted([lost], { journal, provider: keyedProvider })
    const failed = { code: 'ERR_BEFORE_SEND', outcome: 'unknown', attempts: 1 }
    expect(await failureOf(keyed.client.createStablecoinConversion(conversion))).toMatchObject(
      failed,
    )
    isDown = false
    const { client, sent } = scripted([ok], { journal })
    const again = await failureOf(client.createStablecoinConversion(conversion))
    expect(again).toMatchObject({ code: 'ERR_SENT_BEFORE', outcome: 'unknown' })
    expect(sent).toEqual([])
  })

  it('to keep an answer, since its row is gone, says so', async () => {
    const { journal, run, table } = await journalIn(kind)
    const forgotten: Step = async (request) => {
      await run(`DELETE FROM ${table} WHERE true RETURNING reference`)
      return ok(request)
    }
    const { client, events } = scripted([forgotten], { journal })
    await client.createStablecoinConversion(conversion)
    expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', journalError: 'Error' })
  })

  it('to answer at the end holds up a call for two seconds', async () => {
    let held = 0
    const { journal } = await faulty((sql) =>
      sql.startsWith('UPDATE') ? new Promise(() => held++) : undefined,
    )
    const { client, events } = scripted([ok], { journal })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const call = client.createStablecoinConversion(conversion)
    const isOver = vi.fn()
    void call.then(isOver)
    while (held === 0) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(1_999)
    await new Promise(setImmediate)
    expect(isOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual(made)
    expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', journalError: 'Error' })
  })

  it('keeps the outcome of a call that its caller aborted', async () => {
    const { journal, sound } = await faulty(() => undefined)
    const caller = new AbortController()
    const step: Step = (request) => {
      caller.abort()
      return silence(request)
    }
    const { client } = scripted([step], { journal })
    const call = client.createStablecoinConversion(conversion, { signal: caller.signal })
    const code = 'ERR_ABORTED'
    await expect(call).rejects.toMatchObject({ code, outcome: 'unknown' })
    expect(await sound.find('r-1')).toMatchObject({ state: 'unknown', code })
  })

  it('leases longer than a call may take, or nothing is sent', async () => {
    const { again } = await journalIn(kind)
    const journal = await again({ window: 59_999 })
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', journal }
    const problem = "totalTimeout, 30000, must be at most half of the journal's window, 59999"
    expect(() => createClient(options)).toThrow(problem)
    const { client, sent } = scripted([answer(200, heldQuote)], { journal, totalTimeout: 29_998 })
    const long = { totalTimeout: 30_000 }
    await expect(client.createStablecoinConversion(conversion, long)).rejects.toMatchObject({
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
  const { client, sent } = scripted([make], { journal })
  const body = { ...conversion, metadata: { note: 'x'.repeat(99_999) } }
  expect(await failureOf(client.createStablecoinConversion(body))).toMatchObject({
    ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent' },
    cause: { message: 'database or disk is full' },
  })
  await client.createStablecoinConversion(conversion)
  expect(sent.length).toBe(1)
})

it.runIf(nodeSqlite)('a row of SQLite outlives a power cut', async () => {
  const db = openSqlite()
  db.prepare('PRAGMA synchronous = OFF').all({})
  const journal = await openJournal(sqlite(db), { partition: 'acme-us' })
  await scripted([make], { journal }).client.createStablecoinConversion(conversion)
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
  const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', journal }
  expect(() => createClient(options)).toThrow('lookUpFirst: no operation of provider has a link')
})

it('a client refuses a journal that was not awaited', async () => {
  const journal = openJournal(postgres(openPglite()), { partition: 'a' })
  const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', journal }
  expect(() => createClient(options as never)).toThrow('journal must be what openJournal resolves')
  await journal
})
