import SQLite from 'better-sqlite3'
import { type Database, type Found, journalIn } from './journal.js'

/** A journal in a file, for the processes of one machine. */
export function openJournal(file: string, lease: { window: number }) {
  const db = new SQLite(file)
  db.pragma('journal_mode = WAL')
  // What was committed outlives a power cut as well.
  db.pragma('synchronous = FULL')
  const run: Database['run'] = (sql, ...values) => {
    const statement = db.prepare(sql)
    const named = Object.fromEntries(values.map((value, at) => [at + 1, value]))
    return statement.reader ? (statement.all(named) as Found[]) : (statement.run(named), [])
  }
  return journalIn({ now: "unixepoch('subsec') * 1000", run }, lease)
}
