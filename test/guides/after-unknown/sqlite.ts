import Database from 'better-sqlite3'
import type { ClientEvent, Sending } from 'stablecoin-issuer-api'

/** A journal of calls in a file that one process writes. */
export function openJournal(file: string) {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  // What was committed outlives a power cut as well.
  db.pragma('synchronous = FULL')
  db.exec(`CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY, -- the ref_id; where there is none, the call's id
    call TEXT NOT NULL, operation TEXT NOT NULL, body TEXT, state TEXT NOT NULL,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)`)
  // Whoever wrote these rows died before they were closed.
  db.exec("UPDATE calls SET state = 'unknown' WHERE state = 'pending'")

  const record = db.prepare(`INSERT INTO calls (key, call, operation, body, state)
    VALUES (?, ?, ?, ?, 'pending') ON CONFLICT (key) DO UPDATE
    SET call = excluded.call, body = excluded.body, state = 'pending', at = CURRENT_TIMESTAMP
    WHERE state = 'not_sent'`)
  const close = db.prepare('UPDATE calls SET state = ? WHERE call = ?')
  const settle = db.prepare('UPDATE calls SET state = ? WHERE key = ?')
  const unknown = db.prepare("SELECT * FROM calls WHERE state = 'unknown' ORDER BY at")

  return {
    /** Committed when it returns. What it throws keeps the call from being sent. */
    beforeSend: ({ operation, refId, call, body }: Sending): void => {
      const { changes } = record.run(refId ?? call, call, operation, body ?? null)
      if (changes === 0) throw new Error('this ref_id may have been sent before')
    },
    onEvent: (event: ClientEvent): void => {
      if (event.type === 'end') close.run(event.outcome, event.call)
    },
    unknown: () => unknown.all() as Recorded[],
    /** For whoever found out: a row that is `not_sent` may be sent again. */
    settle: (key: string, state: string): void => void settle.run(state, key),
  }
}

/** A call that may have taken effect. */
export interface Recorded {
  readonly key: string
  readonly operation: string
  readonly body: string
  readonly at: string
}
