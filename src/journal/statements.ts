import type { JournalState } from '../call-context.js'
import type { JournalDatabase } from './databases.js'

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

/** The statements of a journal, each a transaction of its own. `free` are the states in which a row may be claimed. */
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
  /**
   * A look-up may not find a success that a person wrote down. The lease of a success that its own call kept, perhaps after a
   * decision, is `at`.
   */
  const successes = `${read} AND state = 'succeeded' AND operation = :operation AND account_hash = :account_hash
    AND (decisions IS NULL OR lease = at)`
  const update = (set: string, guard: string, more = ''): string =>
    `UPDATE ${table} SET ${set} WHERE ${key} AND call = :call AND ${guard} RETURNING ${durable}${more}`
  const inQuotes = (states: readonly JournalState[]): string => `('${states.join("', '")}')`
  const open = (['pending', 'unknown', 'rejected'] as const).filter((one) => !free.includes(one))
  const facts = [
    'operation',
    'state',
    'body',
    'call',
    'at',
    'lease',
    'account',
    'proof',
    'account_hash',
  ]
  /** One of two that run at once gives a row. The statement names every column. */
  const record = (state: JournalState, since: string, guard = ''): string =>
    `INSERT INTO ${table} AS old ("partition", reference, ${facts.join(', ')}, since)
      VALUES (:partition, :reference, :operation, '${state}', :body, :call, ${now}, ${since} + :window,
        :account, :proof, :account_hash, ${since})
      ON CONFLICT ("partition", reference) DO UPDATE SET
        ${facts.map((name) => `${name} = excluded.${name}`).join(', ')},
        data = NULL, status = NULL, code = NULL,
        since = CASE WHEN old.since > 0 AND excluded.since > 0 THEN old.since ELSE excluded.since END,
        decisions = old.decisions
      WHERE old.state IN ${inQuotes(free)} AND old.account = excluded.account${guard}
      RETURNING ${durable}`
  const old = `"partition" = :partition AND at < :before AND lease < :before AND state NOT IN ${inQuotes(open)}`
  /** `since` stays, as a service may know the first attempt, unless it was 0 and no attempt came. */
  const claim = record('pending', now)
  return {
    claim,
    /** The database refuses this statement for a table that lacks a column or the key. */
    check: `EXPLAIN ${claim}`,
    /**
     * Records a call that a restored table may have forgotten, at a time that nobody knows, so `since` is 0. A person's
     * decision stands.
     */
    suspect: record('unknown', '0.0', ' AND old.decisions IS NULL'),
    /** Records a further attempt of the same call. */
    renew: update(`at = ${now}, lease = ${now} + :window`, "state = 'pending'"),
    /** Records a further call, over a row that is unchanged since it was read and whose lease is over. */
    reclaim: update(
      `call = :next_call, state = 'pending', at = ${now}, lease = ${now} + :window`,
      `state = :read_state AND ${isOver}`,
    ),
    find: `${read} AND reference = :reference`,
    /** The last success that was sent before the first attempt of a call, and the first that was sent only after its last. */
    neighbours: `SELECT * FROM (${successes} AND at < :first ORDER BY at DESC LIMIT 1) AS earlier UNION ALL
      SELECT * FROM (${successes} AND at >= :last AND since >= :last ORDER BY at LIMIT 1) AS later`,
    /**
     * Keeps the outcome of the call itself. A success replaces every state but another success. A 2xx of an earlier attempt stays
     * known: an empty look-up proves nothing of the call.
     */
    keep: update(
      `state = :state, data = :data, code = :code,
        status = CASE WHEN status < 300 AND :state IN ${inQuotes(open)} THEN status ELSE :status END,
        lease = CASE WHEN :state IN ${inQuotes(open)} THEN lease ELSE at END`,
      "(state = 'pending' OR (:state = 'succeeded' AND state <> 'succeeded'))",
      `, lease, ${now} AS now`,
    ),
    /** Settles a row that is unchanged since it was read; within its lease, only by a find. The lease ends now, for `prune`. */
    settle: update(
      `state = :state, data = :data, decisions = coalesce(:decisions, decisions), lease = ${now} - 1`,
      `state = :read_state AND (${isOver} OR :state = 'succeeded')`,
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
