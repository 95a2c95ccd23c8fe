import type { Pool } from 'pg'
import type { Journal, Lease, Row } from './journal.js'

/** A journal of calls that many processes share. */
export async function openJournal(pool: Pool, { window }: Lease): Promise<Journal> {
  await pool.query(`CREATE TABLE IF NOT EXISTS calls (
    key text PRIMARY KEY, call text NOT NULL, operation text NOT NULL, body text,
    state text NOT NULL, id text, at timestamptz NOT NULL, lease timestamptz NOT NULL)`)

  const close = async (call: string, outcome: string): Promise<void> => {
    await pool.query(
      `UPDATE calls SET state = $1
       WHERE call = $2 AND (state IN ('pending', 'unknown') OR $1 = 'succeeded')`,
      [outcome, call],
    )
  }
  const over = async (state: string): Promise<Row[]> => {
    const over = 'SELECT * FROM calls WHERE state = $1 AND lease < now() ORDER BY at'
    return (await pool.query<Row>(over, [state])).rows
  }
  return {
    beforeSend: async ({ operation, refId, call, body, totalTimeout }) => {
      if (!(window > totalTimeout)) throw new RangeError('window must be more than totalTimeout')
      const { rowCount } = await pool.query(
        `INSERT INTO calls (key, call, operation, body, state, at, lease)
         VALUES ($1, $2, $3, $4, 'pending', now(), now() + $5 * interval '1 millisecond')
         ON CONFLICT (key) DO UPDATE SET call = excluded.call, body = excluded.body,
           state = 'pending', at = excluded.at, lease = excluded.lease
         WHERE calls.state = 'not_sent'
           OR (calls.state = 'pending' AND calls.call = excluded.call)`,
        [refId ?? call, call, operation, body, window],
      )
      return rowCount === 0 ? 'sent_before' : undefined
    },
    onEvent: async (event) => {
      if (event.type === 'end') await close(event.call, event.outcome)
    },
    close,
    succeeded: async (key, id) => {
      await pool.query("UPDATE calls SET state = 'succeeded', id = $1 WHERE key = $2", [id, key])
    },
    unknown: async () => {
      // From here on their calls are refused by `beforeSend`.
      await pool.query(
        "UPDATE calls SET state = 'unknown' WHERE state = 'pending' AND lease < now()",
      )
      return over('unknown')
    },
    rejected: () => over('rejected'),
    settle: async ({ key, call }, state) => {
      const { rowCount } = await pool.query(
        `UPDATE calls SET state = $1 WHERE key = $2 AND call = $3
         AND state IN ('unknown', 'rejected') AND lease < now()`,
        [state, key, call],
      )
      if (rowCount === 0) throw new Error(`${key} cannot be settled: a call may still send it`)
    },
  }
}
