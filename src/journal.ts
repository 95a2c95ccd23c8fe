// A journal of the calls that have a reference, in the caller's database: each call is made once.

export type { JournalState } from './call-context.js'
export { type JournalDatabase, postgres, sqlite } from './journal/databases.js'
export { type Journal, openJournal } from './journal/open-journal.js'
export type { JournalOptions } from './journal/options.js'
export type { JournalRow } from './journal/row.js'
export { journalTable } from './journal/table.js'
