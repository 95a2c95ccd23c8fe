import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openJournal, postgres, sqlite } from '../../src/journal.js'
import { useFakeTimeouts } from '../support/clock.js'
import {
  begin,
  callerOf,
  failureOf,
  journalIn,
  kinds,
  make,
  nodeSqlite,
  openSqlite,
} from '../support/journal.js'

describe.each(kinds)('a journal in $name, on a connection of the app,', (kind) => {
  const refusal =
    'the connection of the journal is inside a transaction of the app, which a rollback would undo: give it a pool or a connection of its own; nothing was sent'

  it('sends nothing where it reads from a replica that is behind', async () => {
    const { database, table, again } = await journalIn(kind)
    const replica = `${table}_replica`
    await again({ table: replica })
    const run: typeof database.run = (sql, ...rest) =>
      database.run(sql.startsWith('SELECT') ? sql.replace(table, replica) : sql, ...rest)
    const journal = await again({}, run)
    const { call } = callerOf(journal, [])
    const reason =
      'its connection may be of a replica, or of a pooler that sends reads to one; nothing was sent'
    const message = expect.stringContaining(reason) as string
    const failure = { code: 'ERR_BEFORE_SEND', outcome: 'not_sent', message }
    expect(await call()).toMatchObject(failure)
    await begin(await again(), { refId: 'other' })
    expect(await call({ ref_id: 'other' })).toMatchObject(failure)
  })

  it.each(['ROLLBACK', 'COMMIT'])(
    'sends and decides nothing within a transaction before %s',
    async (end) => {
      const { journal, exec, expire } = await journalIn(kind, { lookUp: () => 'never_came' })
      await begin(journal, { refId: 'earlier' })
      await expire()
      await exec('BEGIN')
      onTestFinished(() => exec('ROLLBACK').catch(() => undefined) as Promise<void>)
      const { call, sent, row } = callerOf(journal, [make])
      expect(await call()).toMatchObject({
        ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', attempts: 0 },
        message: expect.stringContaining(refusal) as string,
      })
      await expect(journal.resolve('earlier', 'abandoned')).rejects.toThrow('inside a transaction')
      expect((await journal.settle()).never_came).toBe(0)
      await exec(end)
      expect(sent).toEqual([])
      await call()
      await call()
      expect([sent.length, (await row())?.state]).toEqual([1, 'succeeded'])
    },
  )
})

/** A database of PostgreSQL in which so many statements fail. */
function failing(code: string, times: number) {
  const facts = { code, detail: 'Failing row contains (31415.92)' }
  const query = vi.fn(() =>
    times-- > 0
      ? Promise.reject(Object.assign(new Error('try again'), facts))
      : Promise.resolve({ rows: [] }),
  )
  return { query, run: postgres({ query }).run }
}

it.each([
  ['40001', 4],
  ['40P01', 4],
  ['23514', 1],
])('a statement that PostgreSQL ends with %s three times is run %i times', async (code, runs) => {
  const { query, run } = failing(code, 3)
  const wait = { ended: false, lastError: undefined as unknown }
  const end = await run('UPDATE', [], wait).catch((error: unknown) => error)
  // A call that ends meanwhile tells it.
  if (runs > 1) expect(wait.lastError).toMatchObject({ code, message: 'try again' })
  expect(end).toMatchObject(runs === 1 ? { code, message: 'try again' } : [])
  // Nothing of a row is shown.
  expect(end).not.toHaveProperty('detail')
  expect(query).toHaveBeenCalledTimes(runs)
})

it('a statement is given up after five seconds, and the pauses are random', async () => {
  useFakeTimeouts()
  const random = vi.spyOn(Math, 'random')
  onTestFinished(() => random.mockRestore())
  const countOf = async (part: number): Promise<number> => {
    random.mockReturnValue(part)
    const { query, run } = failing('40001', Infinity)
    const failure = failureOf(run('UPDATE', []))
    await vi.advanceTimersByTimeAsync(5_200)
    expect(await failure).toMatchObject({ code: '40001' })
    return query.mock.calls.length
  }
  const [most, least] = [await countOf(0), await countOf(0.99)]
  expect([most > 400, least < 200, least > 100]).toEqual([true, true, true])
})

describe.runIf(nodeSqlite)('a file of SQLite that another connection has locked', () => {
  function connections() {
    const name = `locked-${Math.random()}`
    const [app, other] = [openSqlite(name), openSqlite(name)]
    const exec = (sql: string) => other.prepare(sql).all({})
    const open = () => openJournal(sqlite(app), { partition: 'acme-us' })
    return { open, exec }
  }

  it('is awaited when a journal is opened', async () => {
    const { open, exec } = connections()
    exec('BEGIN EXCLUSIVE')
    const opened = open()
    await wait(20)
    exec('ROLLBACK')
    expect(await (await opened).find('r-1')).toBeUndefined()
  })

  it('is awaited while the event loop goes on', async () => {
    const { open, exec } = connections()
    const journal = await open()
    exec('BEGIN IMMEDIATE')
    const { call, sent, row } = callerOf(journal, [make])
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    onTestFinished(() => clearInterval(timer))
    const ending = call()
    await expect.poll(() => ticks).toBeGreaterThan(4)
    expect(sent).toEqual([])
    exec('ROLLBACK')
    await ending
    expect([sent.length, (await row())?.state]).toEqual([1, 'succeeded'])
  })

  it('is awaited no longer than the call may take, and nothing is left of it', async () => {
    const { open, exec } = connections()
    const journal = await open()
    exec('BEGIN IMMEDIATE')
    const { call, row } = callerOf(journal, [], { totalTimeout: 50 })
    expect(await call()).toMatchObject({
      ...{ code: 'ERR_TIMEOUT', outcome: 'not_sent' },
      cause: { message: 'database is locked' },
    })
    exec('ROLLBACK')
    await wait(120)
    expect(await row()).toBeUndefined()
  })
})
