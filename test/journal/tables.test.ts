import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { journalTable, openJournal, sqlite } from '../../src/journal.js'
import { failureOf, journalIn, kinds, make, nodeSqlite, openPglite } from '../support/journal.js'
import { parcel, scripted } from '../support/parcels/calls.js'

/** The table of the first version. */
const first = (table: string): string => `CREATE TABLE ${table} (
  "partition" text NOT NULL, reference text NOT NULL, operation text NOT NULL, state text NOT NULL,
  body text NOT NULL, data text, call text NOT NULL, at float8 NOT NULL, lease float8 NOT NULL,
  PRIMARY KEY ("partition", reference))`

describe.each(kinds)('a table of $name', (kind) => {
  /** A journal in a table that is made by hand. */
  async function over(name: string, ddl: (table: string) => string) {
    const { database, exec, table } = await journalIn(kind)
    const own = `${table}_${name}`
    for (const sql of ddl(own).split(';')) if (sql.trim() !== '') await exec(sql)
    const open = () =>
      openJournal(database, {
        partition: 'acme-us',
        table: own,
        lookUp: (refId) => ({ data: { ...parcel, ref_id: refId, id: 'c-1' } }),
      })
    return { open, own, exec }
  }

  it.each<[string, (ddl: string) => string, RegExp]>([
    ['a lease', (ddl) => ddl.replace(/lease [^,]+,/, ''), /the table \S+ has no column lease$/],
    ['its key', (ddl) => ddl.replace(/,\s*PRIMARY KEY [^)]+\)/, ''), /ON CONFLICT/],
    [
      'its whole key',
      (ddl) => ddl.replace('("partition", reference))', '(reference))'),
      /ON CONFL/,
    ],
  ])('without %s is not opened', async (_, change, message) => {
    const { open } = await over('bad', (table) => change(first(table)))
    await expect(open()).rejects.toThrow(message)
  })

  it('of the version before is used with its rows', async () => {
    const { open, own, exec } = await over('first', first)
    const insert = (refId: string, rest: string): string => {
      const body = JSON.stringify({ ...parcel, ref_id: refId })
      const key = `'acme-us', '${refId}', 'createParcel'`
      return `INSERT INTO ${own} VALUES (${key}, ${rest.replace('BODY', body)})`
    }
    const kept = JSON.stringify({ ...parcel, id: 'c-0' })
    await exec(insert('r-1', `'succeeded', 'BODY', '${kept}', 'c', 5.4, 5.4`))
    for (const refId of ['r-2', 'r-3', 'r-4'])
      await exec(insert(refId, `'pending', 'BODY', NULL, 'c', 7.4, 7.4`))
    // Two processes of the new version start at once.
    const [journal] = await Promise.all([open(), open(), open()])
    const { client, sent } = scripted([make], { journal })
    expect(await client.createParcel(parcel)).toMatchObject({ id: 'c-0' })
    expect(sent).toEqual([])
    const [row, ...more] = await journal.list('unknown', { limit: 1 })
    const facts = { refId: 'r-2', state: 'unknown', body: { ref_id: 'r-2' }, at: new Date(7) }
    expect([row, more]).toMatchObject([facts, []])
    const next = await journal.list('unknown', { after: row as { at: Date; refId: string } })
    expect(next.map(({ refId }) => refId)).toEqual(['r-3', 'r-4'])
    const body = { ...parcel, ref_id: 'r-2' }
    expect(await client.createParcel(body)).toMatchObject({ ref_id: 'r-2' })
    expect(await journal.settle()).toMatchObject({ succeeded: 2, failed: [] })
    await client.createParcel({ ...parcel, ref_id: 'new' })
    expect([sent.length, (await journal.find('new'))?.state]).toEqual([1, 'succeeded'])
  })

  it('that refuses a body shows nothing of it', async () => {
    const check = "CONSTRAINT small CHECK (body NOT LIKE '%31415.92%')"
    const { open } = await over('check', (table) =>
      journalTable(table).replace('body text NOT NULL', `body text NOT NULL ${check}`),
    )
    const { client, sent } = scripted([make], { journal: await open() })
    const weight = '31415.92'
    const error = await failureOf(client.createParcel({ ...parcel, weight }))
    expect(error).toMatchObject({ code: 'ERR_BEFORE_SEND', outcome: 'not_sent' })
    const { cause } = error as { cause: Error }
    expect([cause.message, Object.keys(cause)]).toEqual([
      expect.stringMatching(/check constraint/i),
      ['name', 'code'],
    ])
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/31415|depot_id|Failing row/)
    expect(sent).toEqual([])
  })
})

it.each([
  ['unlogged', (sql: string) => sql.replace('CREATE TABLE', 'CREATE UNLOGGED TABLE')],
  ['temporary', (sql: string) => sql.replace('CREATE TABLE', 'CREATE TEMP TABLE')],
  [
    'view',
    (sql: string) =>
      `CREATE TABLE below ${/\([^]*?\n\)/.exec(sql)?.[0] ?? ''}; CREATE VIEW lost_view AS SELECT * FROM below`,
  ],
])('a table of PostgreSQL that is %s is not used', async (word, change) => {
  const name = `lost_${word}`
  await openPglite().exec(change(journalTable(name)))
  const problem = 'is no plain table that outlasts a crash'
  const [kind] = kinds
  const { again } = await journalIn(kind)
  await expect(again({ table: name })).rejects.toThrow(`openJournal: the table ${name} ${problem}`)
})

it('a table of PostgreSQL stays the one that it was when search_path changes', async () => {
  const [kind] = kinds
  const { journal, exec, table } = await journalIn(kind)
  const { client, sent } = scripted([make], { journal })
  const made = await client.createParcel(parcel)
  await exec(`CREATE SCHEMA elsewhere; SET search_path = elsewhere; ${journalTable(table)}`)
  onTestFinished(() => exec('RESET search_path') as Promise<never>)
  expect(await client.createParcel(parcel)).toEqual(made)
  expect(sent.length).toBe(1)
})

it.runIf(nodeSqlite)('a database of SQLite in memory is not used', async () => {
  const { DatabaseSync } = nodeSqlite as NonNullable<typeof nodeSqlite>
  for (const file of [':memory:', ''])
    await expect(
      openJournal(sqlite(new DatabaseSync(file)), { partition: 'acme-us' }),
    ).rejects.toThrow(/^openJournal: the table \S+ is in memory, and would end with the process$/)
})
