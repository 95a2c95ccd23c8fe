import type { Pool } from 'pg'
import type { ClientEvent, Sending } from 'stablecoin-issuer-api'

/** What is thrown for a `ref_id` that is in the journal, unless it was `not_sent`. */
export class SentBefore extends Error {}

export type Journal = Awaited<ReturnType<typeof openJournal>>

/** A journal of calls that many processes share. */
export async function openJournal(pool: Pool) {
  await pool.query(`CREATE TABLE IF NOT EXISTS calls (
    key text PRIMARY KEY, call text NOT NULL, operation text NOT NULL, body text,
    state text NOT NULL, at timestamptz NOT NULL DEFAULT now())`)

  const close = async (call: string, state: string): Promise<void> => {
    await pool.query('UPDATE calls SET state = $1 WHERE call = $2', [state, call])
  }
  return {
    beforeSend: async ({ operation, refId, call, body }: Sending): Promise<void> => {
      const { rowCount } = await pool.query(
        `INSERT INTO calls (key, call, operation, body, state) VALUES ($1, $2, $3, $4, 'pending')
         ON CONFLICT (key) DO UPDATE
         SET call = excluded.call, body = excluded.body, state = 'pending', at = now()
         WHERE calls.state = 'not_sent'`,
        [refId ?? call, call, operation, body],
      )
      if (rowCount === 0) throw new SentBefore('this ref_id may have been sent before')
    },
    /** A row that cannot be closed stays `pending`, and is `unknown` in time. */
    onEvent: async (event: ClientEvent): Promise<void> => {
      if (event.type === 'end') await close(event.call, event.outcome)
    },
    close,
    /** A call is over after `totalTimeout`, 30 s: what is pending for longer was left by a process that died. */
    unknown: async (milliseconds = 60_000) => {
      await pool.query(
        `UPDATE calls SET state = 'unknown'
         WHERE state = 'pending' AND at < now() - $1 * interval '1 millisecond'`,
        [milliseconds],
      )
      const { rows } = await pool.query("SELECT * FROM calls WHERE state = 'unknown' ORDER BY at")
      return rows as { key: string; operation: string; body: string; at: Date }[]
    },
    settle: async (key: string, state: string): Promise<void> => {
      await pool.query('UPDATE calls SET state = $1 WHERE key = $2', [state, key])
    },
  }
}
