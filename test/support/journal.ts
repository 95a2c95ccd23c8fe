import { PGlite } from '@electric-sql/pglite'
import {
  type Journal,
  type JournalDatabase,
  type JournalOptions,
  openJournal,
  postgres,
  sqlite,
} from '../../src/journal.js'

interface Kind {
  readonly name: string
  readonly open: () => JournalDatabase
}

type Sqlite = Parameters<typeof sqlite>[0]

/** One for all tests of a worker: to start it takes seconds. */
let pglite: PGlite | undefined
export const openPglite = (): PGlite => (pglite ??= new PGlite())
/** Undefined on Node.js 20, which lacks it. */
export const nodeSqlite = process.getBuiltinModule('node:sqlite') as
  { readonly DatabaseSync: new (file: string) => Sqlite } | undefined

/** The databases that the tests of the journal run on. */
export const kinds: readonly Kind[] = [
  { name: 'PostgreSQL', open: () => postgres(openPglite()) },
  ...(nodeSqlite
    ? [{ name: 'SQLite', open: () => sqlite(new nodeSqlite.DatabaseSync(':memory:')) }]
    : []),
]

export interface Opened {
  readonly journal: Journal
  readonly database: JournalDatabase
  readonly table: string
  /** Another journal over the same rows, as another process has it. */
  readonly again: (options?: Partial<JournalOptions>) => Promise<Journal>
  /** Ends the leases of all rows. */
  readonly expire: () => Promise<void>
  readonly run: (sql: string, ...values: (string | number | null)[]) => Promise<readonly object[]>
}

let tables = 0

/** A journal in a table of its own. */
export async function journalIn(
  { open }: Kind,
  options: Partial<JournalOptions> = {},
): Promise<Opened> {
  const database = open()
  const table = `calls_${++tables}`
  const again = (more: Partial<JournalOptions> = {}): Promise<Journal> =>
    openJournal(database, { partition: 'acme-us', table, ...options, ...more })
  const journal = await again()
  const run: Opened['run'] = (sql, ...values) => database.run(sql, values)
  const expire = async () => {
    await run(`UPDATE ${table} SET lease = 0 RETURNING reference`)
  }
  return { journal, database, table, again, expire, run }
}
