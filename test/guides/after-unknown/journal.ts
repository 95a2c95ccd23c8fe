import type { ClientEvent, Sending } from 'stablecoin-issuer-api'

/** A database: the SQL that gives its time in milliseconds, and what runs a statement. */
export interface Database {
  readonly now: string
  readonly run: (sql: string, ...values: unknown[]) => Found[] | Promise<Found[]>
}

/** A recorded call that can send nothing any more. */
export interface Row {
  /** The `ref_id`; where the operation has none, the call's id. */
  readonly key: string
  readonly call: string
  readonly operation: string
  /** As it was sent. */
  readonly body: string
  /** When its last attempt was recorded. */
  readonly at: Date
}

/** The same as the database gives it. */
export type Found = Omit<Row, 'at'> & { readonly at: number }

export type Journal = Awaited<ReturnType<typeof journalIn>>

/** A journal of calls. Each attempt leases its row for so many milliseconds: more than `totalTimeout`. */
export async function journalIn({ now, run }: Database, { window }: { window: number }) {
  await run(`CREATE TABLE IF NOT EXISTS calls (
    key text PRIMARY KEY, call text NOT NULL, operation text NOT NULL, body text, state text NOT NULL,
    id text, at double precision NOT NULL, lease double precision NOT NULL)`)

  const close = async (call: string, outcome: string): Promise<void> => {
    const isOpen = "(state IN ('pending', 'unknown') OR $1 = 'succeeded')"
    await run(`UPDATE calls SET state = $1 WHERE call = $2 AND ${isOpen}`, outcome, call)
  }
  const over = async (state: string): Promise<Row[]> => {
    const which = `state = $1 AND lease < ${now}`
    const rows = await run(`SELECT * FROM calls WHERE ${which} ORDER BY at`, state)
    return rows.map((row) => ({ ...row, at: new Date(row.at) }))
  }
  return {
    /** For the client: writes the row, or renews its lease. */
    beforeSend: async (sending: Sending): Promise<'sent_before' | undefined> => {
      const { operation, refId, call, body, totalTimeout } = sending
      if (!(window > totalTimeout)) throw new RangeError('window must be more than totalTimeout')
      const mine = await run(
        `INSERT INTO calls (key, call, operation, body, state, at, lease)
         VALUES ($1, $2, $3, $4, 'pending', ${now}, ${now} + $5)
         ON CONFLICT (key) DO UPDATE SET call = excluded.call, body = excluded.body,
           state = 'pending', at = excluded.at, lease = excluded.lease
         WHERE calls.state = 'not_sent'
           OR (calls.state = 'pending' AND calls.call = excluded.call) RETURNING *`,
        ...[refId ?? call, call, operation, body ?? null, window],
      )
      return mine.length === 0 ? 'sent_before' : undefined
    },
    /** For the client: closes the row. */
    onEvent: async (event: ClientEvent): Promise<void> => {
      if (event.type === 'end') await close(event.call, event.outcome)
    },
    close,
    /** Keeps the conversion's id, from its answer or from a look-up. */
    succeeded: async (key: string, id: string): Promise<void> => {
      await run("UPDATE calls SET state = 'succeeded', id = $1 WHERE key = $2", id, key)
    },
    /** What may have taken effect, once its lease is over; `beforeSend` then refuses its call. */
    unknown: async (): Promise<Row[]> => {
      await run(`UPDATE calls SET state = 'unknown' WHERE state = 'pending' AND lease < ${now}`)
      return over('unknown')
    },
    /** What was refused, once its lease is over. */
    rejected: () => over('rejected'),
    /** After a look-up. @throws Error where a call may still send it */
    settle: async ({ key, call }: Row, state: 'not_sent' | 'repeated' | 'abandoned') => {
      const settled = await run(
        `UPDATE calls SET state = $1 WHERE key = $2 AND call = $3
         AND state IN ('unknown', 'rejected') AND lease < ${now} RETURNING *`,
        ...[state, key, call],
      )
      if (settled.length === 0) throw new Error(`${key} is not settled: a call may still send it`)
    },
  }
}
