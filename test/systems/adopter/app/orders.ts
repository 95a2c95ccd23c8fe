// The app's record of its conversions: it is on disk before anything is sent.
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from './settings.js'

export interface Order {
  readonly ref_id: string
  readonly call: string
  readonly body: string
  /** `sending` from before the first byte until the call has ended; then what became of it. */
  readonly state: string
}

const database = new DatabaseSync(databaseFile)
database.exec(`
  pragma synchronous = full;
  create table if not exists orders (
    ref_id text primary key, call text not null, body text not null, state text not null
  );
  -- The app ended while these were under way: nobody knows whether they were carried out.
  update orders set state = 'unknown' where state = 'sending';
`)

// What was not sent may be tried again under its reference, and each attempt of one call; nothing else may.
const inserted = database.prepare(`
  insert into orders values (?, ?, ?, 'sending')
  on conflict (ref_id) do update set call = excluded.call, body = excluded.body, state = 'sending'
  where state = 'not_sent' or call = excluded.call
`)
const ended = database.prepare('update orders set state = ? where call = ?')
const found = database.prepare('select * from orders where ref_id = ?')
const listed = database.prepare("select * from orders where state in ('sending', 'unknown')")

/** Says where an order of this reference may have been sent by an earlier call. */
export function record(refId: string, call: string, body: string): 'sent_before' | undefined {
  const { changes } = inserted.run(refId, call, body)
  return changes === 0 ? 'sent_before' : undefined
}

export function end(call: string, outcome: string): void {
  ended.run(outcome, call)
}

export function find(refId: string): Order | undefined {
  return found.get(refId) as Order | undefined
}

/** Those to be looked up at the service. */
export function open(): Order[] {
  return listed.all() as unknown as Order[]
}
