import type { Pool } from 'pg'
import { type Database, type Found, journalIn } from './journal.js'

/** A journal that many machines share. */
export function openJournal(pool: Pool, lease: { window: number }) {
  const run: Database['run'] = async (sql, ...values) => (await pool.query<Found>(sql, values)).rows
  return journalIn({ now: 'extract(epoch FROM now()) * 1000', run }, lease)
}
