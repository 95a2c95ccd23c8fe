import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openJournal, postgres, sqlite } from '../../src/journal.js'
import { conversion } from '../support/examples.js'
import {
  begin,
  failureOf,
  journalIn,
  kinds,
  make,
  nodeSqlite,
  openSqlite,
} from '../support/journal.js'
import { scripted } from '../support/scripted.js'

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
    const { client, sent } = scripted([make], { journal })
    const reason =
      'its connection may be of a replica, or of a pooler that sends reads to one; nothing was sent'
    const failure = { code: 'ERR_BEFORE_SEND', outcome: 'not_sent' }
    const message = expect.stringContaining(reason) as string
    expect(await failureOf(client.createStablecoinConversion(conversion))).toMatchObject({
      ...failure,
      message,
    })
    await begin(await again(), { refId: 'other' })
    const other = client.createStablecoinConversion({ ...conversion, ref_id: 'other' })
    expect(await failureOf(other)).toMatchObject({ ...failure, message })
    expect(sent).toEqual([])
  })

  it.each(['ROLLBACK', 'COMMIT'])(
    'sends and decides nothing within a transaction before %s',
    async (end) => {
      const { journal, exec, expire } = await journalIn(kind, { lookUp: () => 'never_came' })
      await begin(journal, { refId: 'earlier' })
      await expire()
      await exec('BEGIN')
      onTestFinished(() => exec('ROLLBACK').catch(() => undefined) as Promise<void>)
      const { client, sent } = scripted([make], { journal })
      expect(await failureOf(client.createStablecoinConversion(conversion))).toMatchObject({
        ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', attempts: 0 },
        message: expect.stringContaining(refusal) as string,
      })
      await expect(journal.resolve('earlier', 'abandoned')).rejects.toThrow('inside a transaction')
      expect((await journal.settle()).never_came).toBe(0)
      await exec(end)
      expect(sent).toEqual([])
      await client.createStablecoinConversion(conversion)
      await client.createStablecoinConversion(conversion)
      expect([sent.length, (await journal.find('r-1'))?.state]).toEqual([1, 'succeeded'])
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
  const end = await run('UPDATE', []).catch((error: unknown) => error)
  expect(end).toMatchObject(runs === 1 ? { code, message: 'try again' } : [])
  // Nothing of a row is shown.
  expect(end).not.toHaveProperty('detail')
  expect(query).toHaveBeenCalledTimes(runs)
})

it('a statement is given up after five seconds, and the pauses are random', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
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
  async function locked() {
    const name = `locked-${Math.random()}`
    const [app, other] = [openSqlite(name), openSqlite(name)]
    const run = (db: typeof app, sql: string) => db.prepare(sql).all({})
    const journal = await openJournal(sqlite(app), { partition: 'acme-us' })
    run(other, 'BEGIN IMMEDIATE')
    const release = () => run(other, 'ROLLBACK')
    return { journal, release }
  }

  it('is awaited when a journal is opened', async () => {
    const name = `opened-${Math.random()}`
    const [app, other] = [openSqlite(name), openSqlite(name)]
    other.prepare('BEGIN EXCLUSIVE').all({})
    const opened = openJournal(sqlite(app), { partition: 'acme-us' })
    await wait(20)
    other.prepare('ROLLBACK').all({})
    expect(await (await opened).find('r-1')).toBeUndefined()
  })

  it('is awaited while the event loop goes on', async () => {
    const { journal, release } = await locked()
    const { client, sent } = scripted([make], { journal })
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    onTestFinished(() => clearInterval(timer))
    const call = client.createStablecoinConversion(conversion)
    await expect.poll(() => ticks).toBeGreaterThan(4)
    expect(sent).toEqual([])
    release()
    await call
    expect([sent.length, (await journal.find('r-1'))?.state]).toEqual([1, 'succeeded'])
  })

  it('is awaited no longer than the call may take, and nothing is left of it', async () => {
    const { journal, release } = await locked()
    const { client, sent } = scripted([make], { journal, totalTimeout: 50 })
    expect(await failureOf(client.createStablecoinConversion(conversion))).toMatchObject({
      code: 'ERR_TIMEOUT',
      outcome: 'not_sent',
    })
    release()
    await wait(120)
    expect([sent, (await journal.find('r-1'))?.state ?? 'none']).toEqual([[], 'none'])
  })
})
