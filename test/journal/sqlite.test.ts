import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openJournal, sqlite } from '../../src/journal.js'
import { failureOf, kinds, make, nodeSqlite, openSqlite } from '../support/journal.js'
import { parcel, scripted } from '../support/parcels/calls.js'

it('a journal in SQLite is tried over node:sqlite', (context) => {
  if (nodeSqlite === undefined) context.skip('this Node.js has no node:sqlite')
  expect(kinds.map(({ name }) => name)).toContain('SQLite')
})

it.runIf(nodeSqlite)('a database of SQLite in memory is not used', async () => {
  const { DatabaseSync } = nodeSqlite as NonNullable<typeof nodeSqlite>
  for (const file of [':memory:', ''])
    await expect(
      openJournal(sqlite(new DatabaseSync(file)), { partition: 'acme-us' }),
    ).rejects.toThrow(/^openJournal: the table \S+ is in memory, and would end with the process$/)
})

it.runIf(nodeSqlite)('a table in a database of SQLite that is attached has its index', async () => {
  const db = openSqlite()
  const files = db.prepare('PRAGMA database_list').all({}) as { file: string }[]
  db.prepare(`ATTACH '${files[0]?.file}-2' AS other`).all({})
  await openJournal(sqlite(db), { partition: 'acme-us', table: 'other.calls' })
  const indexes = db.prepare("SELECT name FROM pragma_index_list('calls') ORDER BY name").all({})
  expect(indexes).toContainEqual({ name: 'calls_state' })
})

it.runIf(nodeSqlite)('a disk that is full is said, and lets nothing be sent', async () => {
  const db = openSqlite()
  const journal = await openJournal(sqlite(db), { partition: 'acme-us' })
  const [pages] = db.prepare('PRAGMA page_count').all({}) as { page_count: number }[]
  db.prepare(`PRAGMA max_page_count = ${pages?.page_count ?? 0}`).all({})
  const { client, sent } = scripted([make], { journal })
  const body = { ...parcel, metadata: { note: 'x'.repeat(99_999) } }
  expect(await failureOf(client.createParcel(body))).toMatchObject({
    ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent' },
    cause: { message: 'database or disk is full' },
  })
  await client.createParcel(parcel)
  expect(sent.length).toBe(1)
})

describe.runIf(nodeSqlite)('a file of SQLite that another connection has locked', () => {
  async function locked() {
    const name = `locked-${Math.random()}`
    const [app, other] = [openSqlite(name), openSqlite(name)]
    const run = (db: typeof app, sql: string) => db.prepare(sql).all({})
    run(app, 'PRAGMA busy_timeout = 1234')
    const journal = await openJournal(sqlite(app), { partition: 'acme-us' })
    run(other, 'BEGIN IMMEDIATE')
    const release = () => run(other, 'ROLLBACK')
    return { journal, release, busyTimeout: () => run(app, 'PRAGMA busy_timeout') }
  }

  it('is awaited while the event loop goes on', async () => {
    const { journal, release, busyTimeout } = await locked()
    const { client, sent } = scripted([make], { journal })
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    onTestFinished(() => clearInterval(timer))
    const call = client.createParcel(parcel)
    await expect.poll(() => ticks).toBeGreaterThan(4)
    expect([sent, busyTimeout()]).toEqual([[], [{ timeout: 1234 }]])
    release()
    await call
    expect([sent.length, (await journal.find('r-1'))?.state]).toEqual([1, 'succeeded'])
    expect(busyTimeout()).toEqual([{ timeout: 1234 }])
  })

  it('is awaited no longer than the call may take, and nothing is left of it', async () => {
    const { journal, release } = await locked()
    const { client, sent } = scripted([make], { journal, totalTimeout: 50 })
    expect(await failureOf(client.createParcel(parcel))).toMatchObject({
      code: 'ERR_TIMEOUT',
      outcome: 'not_sent',
    })
    release()
    await wait(120)
    expect([sent, (await journal.find('r-1'))?.state ?? 'none']).toEqual([[], 'none'])
  })
})
