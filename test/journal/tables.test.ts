import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { journalTable, openJournal, postgres, sqlite } from '../../src/journal.js'
import { conversion } from '../support/examples.js'
import { begin, journalIn, kinds, make, nodeSqlite, openSqlite } from '../support/journal.js'
import { scripted } from '../support/scripted.js'

/** Tables that are missing, and the schema that each is looked for in. */
const missing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PostgreSQL: { absent: 'public', 'elsewhere.absent': 'elsewhere' },
  SQLite: { absent: 'main' },
}

describe.each(kinds)('a table of $name', (kind) => {
  it.each<[string, (ddl: string) => string, RegExp]>([
    ['decisions', (ddl) => ddl.replace(', decisions text', ''), /column (?:named )?"?decisions/],
    ['its key', (ddl) => ddl.replace(/,\s*PRIMARY KEY [^)]+\)/, ''), /ON CONFLICT/],
  ])('without %s is not opened', async (_, change, message) => {
    const { again, database, exec, table } = await journalIn(kind)
    const bad = `${table}_bad`
    const [create = ''] = change(journalTable(database.dialect, bad)).split(';')
    await exec(create)
    await expect(again({ table: bad })).rejects.toThrow(message)
  })

  it('has the version 1 in its rows, and a row of a later version is left alone', async () => {
    const { journal, change, run, table } = await journalIn(kind)
    await begin(journal)
    expect(await run(`SELECT version FROM ${table}`)).toEqual([{ version: 1 }])
    await change("version = 2, state = 'not_sent'")
    const { client, sent } = scripted([], { journal })
    await expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
      code: 'ERR_BEFORE_SEND',
      outcome: 'not_sent',
      message: expect.stringContaining(
        'the row of r-1 has version 2 of the table, and this package knows version 1',
      ) as string,
    })
    await expect(journal.find('r-1')).rejects.toThrow('has version 2 of the table')
    expect(sent).toEqual([])
  })

  it('that is missing is made, or is an error where that is asked for', async () => {
    const { again, exec } = await journalIn(kind)
    const open = (table: string) => again({ table, create: false })
    for (const [table, schema] of Object.entries(missing[kind.name] ?? {}))
      await expect(open(table)).rejects.toThrow(
        `openJournal: there is no table absent in the schema ${schema}; name its schema, or run what journalTable() gives`,
      )
    await expect(exec('SELECT * FROM absent')).rejects.toThrow('absent')
    await again({ table: 'absent' })
    await open('absent')
  })

  it('loses old rows by their number, ten thousand at a time, and loads none of them', async () => {
    const { database, again, change, table } = await journalIn(kind)
    const run = vi.fn(database.run)
    const journal = await again({}, run)
    await begin(journal, { refId: 'a' })
    const copied =
      'operation, state, body, call, at, lease, account, proof, account_hash, since, version'
    await database.run(
      `INSERT INTO ${table} ("partition", reference, ${copied})
        WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
        SELECT "partition", reference || n, ${copied} FROM ${table}, numbers`,
      [],
    )
    await change("state = 'succeeded', lease = at")
    run.mockClear()
    expect(await journal.prune(new Date(Date.now() + 60_000))).toBe(10_001)
    const results = await Promise.all(
      run.mock.results.map(({ value }) => value as Promise<object[]>),
    )
    expect(results.map(({ length }) => length)).toEqual([10_000, 1])
    expect(results[1]).toEqual([{ one: 1 }])
  })
})

it.runIf(nodeSqlite)('a table in a database of SQLite that is attached has its index', async () => {
  const db = openSqlite()
  const files = db.prepare('PRAGMA database_list').all({}) as { file: string }[]
  db.prepare(`ATTACH '${files[0]?.file}-2' AS other`).all({})
  await openJournal(sqlite(db), { partition: 'acme-us', table: 'other.calls' })
  const indexes = db.prepare("SELECT name FROM pragma_index_list('calls') ORDER BY name").all({})
  expect(indexes).toContainEqual({ name: 'calls_state' })
})

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['what has no query, as the db of Drizzle', { query: { calls: {} } }],
  ['rows alone', { query: () => Promise.resolve([{ schemas: 'public' }]) }],
  ['rows as lists', { query: () => Promise.resolve({ rows: [['public']] }) }],
])('%s is no database for a journal', async (_, pool) => {
  const open = async () => openJournal(postgres(pool as never), { partition: 'acme-us' })
  const shape =
    'postgres takes what has query(text, values) that resolves to { rows: [{…}] }, such as a Pool of pg'
  await expect(open()).rejects.toThrow(new TypeError(shape))
})

const later = () => Promise.reject(new Error('not authorized'))
it.each<[string, unknown]>([
  ['nothing', undefined],
  ['what has no prepare, as a client of @libsql/client', { execute: later }],
  ['a D1 database, whose rows come later', { prepare: () => ({ all: later }) }],
  ['a database of libsql/promise, whose statement comes later', { prepare: later }],
  ['a database of sql.js, whose statement has no all', { prepare: () => ({ step: () => true }) }],
  ['a database of sqlite3, whose rows go to a callback', { prepare: () => ({ all: () => ({}) }) }],
])('%s is no database for a journal in SQLite', async (_, db) => {
  const open = async () => openJournal(sqlite(db as never), { partition: 'acme-us' })
  await expect(open()).rejects.toThrow(/^sqlite takes what has prepare\(text\)\.all\(values\) that/)
  await expect(open()).rejects.toBeInstanceOf(TypeError)
})

it('a table of PostgreSQL stays the one that it was when search_path changes', async () => {
  const [kind] = kinds
  const { journal, exec, table } = await journalIn(kind)
  const { client, sent } = scripted([make], { journal })
  const made = await client.createStablecoinConversion(conversion)
  await exec(
    `CREATE SCHEMA elsewhere; SET search_path = elsewhere; ${journalTable('postgres', table)}`,
  )
  onTestFinished(() => exec('RESET search_path') as Promise<never>)
  expect(await client.createStablecoinConversion(conversion)).toEqual(made)
  expect(sent.length).toBe(1)
})
