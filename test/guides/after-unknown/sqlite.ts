import Database from 'better-sqlite3'
import type { Journal, Lease, Row } from './journal.js'

/** A journal of calls in a file, for the processes of one machine. */
export function openJournal(file: string, { window }: Lease): Journal {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  // What was committed outlives a power cut as well.
  db.pragma('synchronous = FULL')
  db.exec(`CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY, call TEXT NOT NULL, operation TEXT NOT NULL, body TEXT,
    state TEXT NOT NULL, id TEXT, at INTEGER NOT NULL, lease INTEGER NOT NULL)`)

  const record = db.prepare(`INSERT INTO calls (key, call, operation, body, state, at, lease)
    VALUES (?, ?, ?, ?, 'pending', ?, ?)
    ON CONFLICT (key) DO UPDATE SET call = excluded.call, body = excluded.body,
      state = 'pending', at = excluded.at, lease = excluded.lease
    WHERE calls.state = 'not_sent'
      OR (calls.state = 'pending' AND calls.call = excluded.call)`)
  const finish = db.prepare(`UPDATE calls SET state = @outcome
    WHERE call = @call AND (state IN ('pending', 'unknown') OR @outcome = 'succeeded')`)
  const keep = db.prepare("UPDATE calls SET state = 'succeeded', id = ? WHERE key = ?")
  const expire = db.prepare(
    "UPDATE calls SET state = 'unknown' WHERE state = 'pending' AND lease < ?",
  )
  const select = db.prepare('SELECT * FROM calls WHERE state = ? AND lease < ? ORDER BY at')
  const change = db.prepare(`UPDATE calls SET state = ? WHERE key = ? AND call = ?
    AND state IN ('unknown', 'rejected') AND lease < ?`)

  const close = (call: string, outcome: string): void => void finish.run({ call, outcome })
  const over = (state: string): Row[] => {
    const rows = select.all(state, Date.now()) as (Row & { at: number })[]
    return rows.map((row) => ({ ...row, at: new Date(row.at) }))
  }
  return {
    beforeSend: ({ operation, refId, call, body, totalTimeout }) => {
      if (!(window > totalTimeout)) throw new RangeError('window must be more than totalTimeout')
      const at = Date.now()
      const row = [refId ?? call, call, operation, body ?? null, at, at + window]
      return record.run(...row).changes === 0 ? 'sent_before' : undefined
    },
    onEvent: (event) => {
      if (event.type === 'end') close(event.call, event.outcome)
    },
    close,
    succeeded: (key, id) => void keep.run(id, key),
    unknown: () => {
      // From here on their calls are refused by `beforeSend`.
      expire.run(Date.now())
      return over('unknown')
    },
    rejected: () => over('rejected'),
    settle: ({ key, call }, state) => {
      const { changes } = change.run(state, key, call, Date.now())
      if (changes === 0) throw new Error(`${key} cannot be settled: a call may still send it`)
    },
  }
}
