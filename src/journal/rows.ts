import type { JournalState } from '../call-context.js'
import type { Values } from '../operation.js'
import type { Checked } from '../shared/check-options.js'
import { isText } from '../shared/json.js'
import { type JournalDatabase, openTransaction, RefusedStatement, type Wait } from './databases.js'
import { replaces } from './decide.js'
import type { journalOptions } from './options.js'
import {
  type Decision,
  type JournalRow,
  readRow,
  type Row,
  type Sealed,
  withNumbers,
} from './row.js'
import { type StatementName, statementsOf } from './statements.js'
import type { StoredRow } from './table.js'

/** Values of a statement, by the names in `statementsOf`. */
type Named = Readonly<Record<string, string | number | null>>

/** The data of a success; the status and the code of a failure. */
type Outcome = Readonly<Record<'data' | 'status' | 'code', string | number | null>>

/** The values by which a statement knows a row that is as it was read. */
export const asRead = ({ reference, call, state, at }: Row) => {
  return { reference, call, read_state: state, read_at: at }
}

export const noAnswer: Outcome = { data: null, status: null, code: null }

export type Rows = ReturnType<typeof rowsIn>

export function rowsIn(
  database: JournalDatabase,
  options: Checked<typeof journalOptions>,
  table: string,
) {
  const { partition, gatewayRepeats, encrypt, decrypt } = options
  /** States in which a call may be recorded anew. */
  const free: JournalState[] = gatewayRepeats ? ['not_sent'] : ['not_sent', 'rejected']
  const statements = statementsOf(table, database, free)

  /** Runs a statement with the partition and these values, and gives the rows that it returns. */
  const run = async (
    statement: StatementName,
    values: Named = {},
    wait?: Wait,
  ): Promise<readonly StoredRow[]> => {
    const { sql, names } = statements[statement]
    const all: Named = { partition, ...values }
    const rows = await database.run(
      sql,
      names.map((name) => all[name] ?? null),
      wait,
    )
    return rows.map(withNumbers)
  }

  const read = async (
    statement: StatementName,
    values: Named,
    wait?: Wait,
  ): Promise<readonly Row[]> =>
    (await run(statement, values, wait)).map((row) => readRow(row, free))

  /**
   * Whether the row is of this call, once something was written into it.
   * @throws RefusedStatement where that may be rolled back
   */
  const isWritten = async (reference: string, call: string, wait?: Wait): Promise<boolean> => {
    const row = await find(reference, wait)
    if (row?.isCommitted === false) throw new RefusedStatement(openTransaction)
    return row?.call === call
  }

  const find = async (reference: string, wait?: Wait): Promise<Row | undefined> =>
    (await read('find', { reference }, wait))[0]

  /**
   * Writes the result of a look-up or a person; false where another was faster, or the lease runs and proves nothing.
   * @throws RefusedStatement where that may be rolled back
   */
  const settle = async (
    row: Row,
    state: JournalState,
    answer?: object,
    more?: readonly object[],
  ): Promise<boolean> => {
    const { reference, call } = row
    const values = {
      ...asRead(row),
      state,
      data: await seal(reference, 'data', JSON.stringify(answer)),
      decisions: await seal(reference, 'decisions', JSON.stringify(more)),
      kept_by: more ? 'person' : 'look_up',
    }
    if ((await run('settle', values)).length === 0) return false
    return isWritten(reference, call)
  }

  /** Writes the outcome of a call. It gives the end of the lease, and the time, where the row is of this call. */
  const keep = async (
    reference: string,
    call: string,
    state: JournalState,
    answer: Outcome = noAnswer,
    wait?: Wait,
  ) => {
    const write = (read_state: JournalState) =>
      run('keep', { reference, call, state, read_state, ...answer }, wait)
    // The second try goes over the pool's next connection, in case the first one was closed.
    let [written] = await write('pending').catch(() => write('pending'))
    if (!written && state === 'succeeded') {
      const row = await find(reference, wait)
      if (row?.call === call && replaces(row, state)) [written] = await write(row.state)
    }
    return written && { lease: written.lease, now: written.now }
  }

  /** The context keeps a text from being moved to another row. */
  const seal = async (
    reference: string,
    member: Sealed,
    text: string | undefined,
  ): Promise<string | null> => {
    if (text === undefined) return null
    return encrypt ? encrypt(text, contextOf(reference, member)) : text
  }

  /** The text of a member; empty where the row has none. */
  const unseal = async (row: Row, member: Sealed): Promise<string> => {
    const text = row[member] ?? ''
    return decrypt && isText(text) ? decrypt(text, contextOf(row.reference, member)) : text
  }

  const bodyOf = async (row: Row): Promise<Values> => {
    return JSON.parse(await unseal(row, 'body')) as Values
  }

  const decisionsOf = async (row: Row): Promise<readonly Decision[]> => {
    const text = await unseal(row, 'decisions')
    return JSON.parse(text || '[]') as readonly Decision[]
  }

  const toRow = async (row: Row): Promise<JournalRow> => {
    const { reference: refId, operation, call, account, status, code } = row
    const facts = {
      refId,
      operation,
      state: row.shown,
      call,
      at: new Date(row.at),
      lease: new Date(row.lease),
      account,
      ...(status !== null && { status }),
      ...(code !== null && { code }),
    }
    try {
      const data = await unseal(row, 'data')
      const decisions = await decisionsOf(row)
      return {
        ...facts,
        body: await bodyOf(row),
        ...(data !== '' && { data: JSON.parse(data) as unknown }),
        ...(decisions.length > 0 && { decisions }),
      }
    } catch (error) {
      return { ...facts, body: {}, error }
    }
  }

  /** The context has no operation: a free row may get another operation, and keeps its decisions. */
  const contextOf = (reference: string, member: Sealed): string =>
    JSON.stringify([partition, reference, member])

  return {
    options,
    free,
    run,
    read,
    find,
    keep,
    isWritten,
    settle,
    seal,
    unseal,
    bodyOf,
    decisionsOf,
    toRow,
  }
}
