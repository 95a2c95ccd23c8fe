import type { JournalState } from '../call-context.js'
import type { JournalDatabase } from './databases.js'
import { tableVersion } from './table.js'

/** A column that makes the commit of its statement outlast a crash, and a column that says that no transaction is open. */
const durability = {
  postgres: {
    // The setting is local to the transaction of the one statement, and in force at its commit.
    durable: `set_config('synchronous_commit', CASE current_setting('synchronous_commit')
      WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`,
    // The id is null until a transaction has written. Another connection sees no uncommitted row.
    committed: 'CAST(txid_current_if_assigned() IS NULL AS integer)',
  },
  sqlite: { durable: '1', committed: '1' },
}

/** A statement, and the names of its values in the order of `$1`, `$2` … */
export interface Statement {
  readonly sql: string
  readonly names: readonly string[]
}

const namedValue = /:([a-z_]+)/g

/** Numbers the values that SQL names, such as `:reference`. */
function numbered(named: string): Statement {
  const names = [...new Set(Array.from(named.matchAll(namedValue), ([, name = '']) => name))]
  const sql = named.replace(namedValue, (_, name: string) => `$${names.indexOf(name) + 1}`)
  return { sql, names }
}

export type StatementName = keyof ReturnType<typeof namedStatements>

/**
 * The statements of a journal, each a transaction of its own. `decide` says which; SQL checks only that the row is still the one
 * that was read. `free` are the states in which a call may be recorded anew.
 */
export function statementsOf(
  table: string,
  database: JournalDatabase,
  free: readonly JournalState[],
): Readonly<Record<StatementName, Statement>> {
  const named = Object.entries(namedStatements(table, database, free))
  const all = named.map(([name, sql]) => [name, numbered(sql)])
  return Object.fromEntries(all) as Record<StatementName, Statement>
}

function namedStatements(
  table: string,
  { dialect, now }: JournalDatabase,
  free: readonly JournalState[],
) {
  const { durable, committed } = durability[dialect]
  const isOver = `lease < ${now}`
  const shown = `CASE WHEN state = 'pending' AND ${isOver} THEN 'unknown' ELSE state END`
  const key = '"partition" = :partition AND reference = :reference'
  const read = `SELECT *, ${now} AS now, ${committed} AS committed, ${shown} AS shown
    FROM ${table} WHERE "partition" = :partition`
  /** The rows after one, in pages. */
  const page = (condition: string): string =>
    `${read} AND ${condition} AND (at, reference) > (:after_at, :after_reference)
      ORDER BY at, reference LIMIT :limit`
  /** A look-up may not find a success that a person wrote down. */
  const successes = `${read} AND state = 'succeeded' AND operation = :operation AND account_hash = :account_hash
    AND kept_by <> 'person'`
  /** Each changes a row that is as it was read, or a row of the call itself in a state. */
  const asRead = 'call = :call AND state = :read_state AND at = :read_at'
  const update = (set: string, guard: string, more = ''): string =>
    `UPDATE ${table} SET ${set} WHERE ${key} AND ${guard} RETURNING ${durable}${more}`
  const inQuotes = (states: readonly JournalState[]): string => `('${states.join("', '")}')`
  const open = (['pending', 'unknown', 'rejected'] as const).filter((one) => !free.includes(one))
  /** What a row has of its call. The times are those of a call that is about to be sent, or that nobody knows. */
  const facts = {
    operation: ':operation',
    body: ':body',
    call: ':next_call',
    account: ':account',
    proof: ':proof',
    account_hash: ':account_hash',
    at: now,
    version: `${tableVersion}`,
    data: 'NULL',
    status: 'NULL',
    code: 'NULL',
    kept_by: 'NULL',
  }
  const pending = {
    ...facts,
    state: "'pending'",
    lease: `${now} + :window`,
    since: `coalesce(CAST(:since AS float8), ${now})`,
  }
  const inDoubt = { ...facts, state: "'unknown'", lease: `${now} - 1`, since: 'NULL' }
  type Values = typeof pending | typeof inDoubt
  /** One of two that run at once gives a row. It names every column, so that `check` misses none. */
  const insert = (values: Values): string =>
    `INSERT INTO ${table} ("partition", reference, decisions, ${Object.keys(values).join(', ')})
      VALUES (:partition, :reference, NULL, ${Object.values(values).join(', ')})
      ON CONFLICT ("partition", reference) DO NOTHING RETURNING ${durable}`
  /** The decisions of people stay. */
  const replace = (values: Values): string =>
    update(
      Object.entries(values)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', '),
      asRead,
    )
  const old = `"partition" = :partition AND at < :before AND lease < :before AND state NOT IN ${inQuotes(open)}`
  const record = insert(pending)
  return {
    /** Records the first attempt of a call, where its reference has no row. */
    record,
    /** The database refuses this statement for a table that lacks a column or the key. */
    check: `EXPLAIN ${record}`,
    /** The same over a row. */
    replace: replace(pending),
    /** Records a call that a restored table may have forgotten. */
    recordInDoubt: insert(inDoubt),
    replaceInDoubt: replace(inDoubt),
    /** Records a further attempt of the same call. */
    renew: update(`at = ${now}, lease = ${now} + :window`, "call = :call AND state = 'pending'"),
    /** Records a further call of the same input, under the key by which the service knows the first. */
    reclaim: update(
      `call = :next_call, state = 'pending', at = ${now}, lease = ${now} + :window`,
      asRead,
    ),
    find: `${read} AND reference = :reference`,
    /** The last success that was sent before the first attempt of a call, and the first that was sent only after its last. */
    neighbours: `SELECT * FROM (${successes} AND at < :first ORDER BY at DESC LIMIT 1) AS earlier UNION ALL
      SELECT * FROM (${successes} AND at >= :last AND since >= :last ORDER BY at LIMIT 1) AS later`,
    /** Keeps the outcome of the call itself. A 2xx of an earlier attempt stays known while the row is open. */
    keep: update(
      `state = :state, data = :data, code = :code, kept_by = 'call',
        status = CASE WHEN status < 300 AND :state IN ${inQuotes(open)} THEN status ELSE :status END,
        lease = CASE WHEN :state IN ${inQuotes(open)} THEN lease ELSE at END`,
      'call = :call AND state = :read_state',
      `, lease, ${now} AS now`,
    ),
    /** Writes what a look-up or a person says. The lease ends now, for `prune`. */
    settle: update(
      `state = :state, data = :data, decisions = coalesce(:decisions, decisions), kept_by = :kept_by,
        lease = ${now} - 1`,
      asRead,
    ),
    list: page('state = :state'),
    /** A page of the rows that are shown as `pending` or `unknown`. */
    listShown: page(`state IN ('pending', 'unknown') AND ${shown} = :state`),
    /** A page of the open rows that were recorded until a time. */
    open: page(`state IN ${inQuotes(open)} AND at <= :until`),
    counts: `SELECT ${shown} AS state, count(*) AS count, max(${now} - at) AS age
      FROM ${table} WHERE "partition" = :partition GROUP BY 1`,
    /** Deletes some rows, but no row that is claimed while they are chosen. */
    prune: `DELETE FROM ${table} WHERE ${old} AND reference IN
      (SELECT reference FROM ${table} WHERE ${old} LIMIT :limit) RETURNING 1 AS one`,
  }
}
