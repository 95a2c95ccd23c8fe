import type { CallJournal } from '../options.js'
import {
  aFunction,
  checkOptions,
  flag,
  milliseconds,
  type Needed,
  needed,
  type Optional,
  optional,
} from '../shared/check-options.js'
import { isText } from '../shared/json.js'
import type { JournalDatabase } from './databases.js'
import { type Fate, keepData, type LookUp, settleRow } from './look-up.js'
import { recorder } from './recorder.js'
import { type Cipher, isOver, type JournalRow, leaseEnd, Rows } from './rows.js'
import {
  defaultTable,
  type JournalState,
  type StoredRow,
  tableName,
  tableStatements,
} from './table.js'

/** The decision of a person who looked a call up. */
export type Resolution =
  | 'not_sent'
  | 'abandoned'
  | {
      /** What the call would have given. */
      readonly data: object
    }

/** The result of `settle`. */
export interface Settled {
  /** How many the service had. */
  readonly succeeded: number
  /** How many never came there, and may be sent again. */
  readonly not_sent: number
  /** How many are still unknown, because `lookUp` said nothing, or there is none. */
  readonly left: number
  /** Those that are still unknown because something failed. */
  readonly failed: readonly {
    /** The caller's own reference. */
    readonly refId: string
    /** What was thrown. */
    readonly error: unknown
  }[]
}

export const journalOptions = {
  /** Separates the rows of one tenant from those of others, who may use the same references. */
  partition: needed<string>(isText, 'a string'),
  /**
   * Milliseconds that a row is leased for an attempt: more than `totalTimeout` of each call. Until then nobody else
   * sends the call, or looks it up. @default 900_000
   */
  window: milliseconds(900_000),
  /**
   * Finds out at the service what became of a call, once its lease is over: `{ data }` with what the call would have
   * given, `'never_came'` where that is certain, else undefined. A call waits for it as long as the call may take,
   * `settle` for a minute.
   */
  lookUp: aFunction<LookUp>(),
  /** Whether a refused call may be sent again: only where no gateway sends a request twice. @default false */
  refusalsAreFinal: flag(false),
  /** Encrypts a body or an answer before it is written; `context` names its row. */
  encrypt: aFunction<Cipher>(),
  /** Decrypts it, and throws for a text of another `context`. */
  decrypt: aFunction<Cipher>(),
  /** The name of the table, which is made where it is missing. @default 'stablecoin_issuer_calls' */
  table: optional<string, string>(
    (value) => typeof value === 'string' && tableName.test(value),
    'a name of letters, digits and underscores',
    defaultTable,
  ),
}

/** Options of `openJournal`. */
export interface JournalOptions
  extends Needed<typeof journalOptions>, Optional<typeof journalOptions> {}

/** A journal: the option `journal` of a client, and what there is to do with its rows. */
export interface Journal extends CallJournal {
  /** Finds the row of a reference. */
  find(refId: string): Promise<JournalRow | undefined>
  /** Lists the rows of a state, the oldest first. */
  list(state: JournalState): Promise<JournalRow[]>
  /**
   * Looks up each call that may have taken effect and whose lease is over. One that fails stops no other. One that
   * another process settled in the meantime is not counted.
   */
  settle(): Promise<Settled>
  /**
   * Writes what a person found out.
   * @throws Error where the lease still runs, or the call has succeeded
   */
  resolve(refId: string, resolution: Resolution): Promise<void>
  /**
   * Deletes rows whose last attempt is older, except `pending` and `unknown` ones, and gives how many. A call with such a
   * reference is sent again: delete none that a queue may still deliver.
   */
  prune(before: Date): Promise<number>
}

/** Milliseconds that a look-up of `settle` may take. */
const lookUpTime = 60_000

/**
 * Opens a journal in a database, and makes its table where it is missing.
 * @throws TypeError when an option is wrong, and what the database throws
 */
export async function openJournal(
  database: JournalDatabase,
  options: JournalOptions,
): Promise<Journal> {
  const own = checkOptions('openJournal', options, journalOptions)
  const { window, lookUp } = own
  if (!own.encrypt !== !own.decrypt)
    throw new TypeError('openJournal: give encrypt and decrypt, or neither')
  const rows = new Rows(database, own)
  await makeTable(database, rows, own.table)
  const find = async (refId: string): Promise<StoredRow | undefined> =>
    (await rows.run('find', refId))[0]

  return {
    ...recorder(rows, window, lookUp),
    find: async (refId) => {
      const row = await find(refId)
      return row && rows.toRow(row)
    },
    list: async (state) => {
      const list: JournalRow[] = []
      for (const row of await rows.run('list', state)) list.push(await rows.toRow(row))
      return list
    },
    settle: async () => {
      const counts = { succeeded: 0, not_sent: 0, left: 0 }
      const failed: { refId: string; error: unknown }[] = []
      for (const row of await rows.run('open')) {
        try {
          const fate = await inTime(settleRow(rows, row, lookUp))
          if (fate) counts[fate]++
        } catch (error) {
          failed.push({ refId: row.reference, error })
        }
      }
      return { ...counts, failed }
    },
    resolve: async (refId, resolution) => {
      const row = await find(refId)
      const refuse = (why: string): never => {
        throw new Error(`resolve: ${refId} ${why}`)
      }
      if (!row) return refuse('has no row')
      if (row.state === 'succeeded') refuse('has succeeded')
      if (!isOver(row)) refuse(`may be under way until ${leaseEnd(row)}`)
      const isPlain = resolution === 'not_sent' || resolution === 'abandoned'
      const isWritten = await (isPlain
        ? rows.settle(row, resolution)
        : keepData(rows, row, await rows.bodyOf(row), resolution))
      if (!isWritten) refuse('has changed')
    },
    prune: async (before) => {
      const at = before.getTime()
      // PostgreSQL takes NaN for more than any number, and would delete all of them.
      if (Number.isNaN(at)) throw new TypeError('prune: no valid Date')
      return (await rows.run('prune', at)).length
    },
  }
}

/** One look-up that hangs must not keep the others from being made. */
async function inTime(fate: Promise<Fate>): Promise<Fate> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, lookUpTime, new Error('lookUp took too long'))
  })
  return Promise.race([fate, late]).finally(() => clearTimeout(timer))
}

/** A role that may not make tables can use one that is there. */
async function makeTable({ run }: JournalDatabase, rows: Rows, table: string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    rows.run('find', '').then(
      () => true,
      () => false,
    )
  if (await isThere()) return
  try {
    for (const statement of tableStatements(table)) await run(statement, [])
  } catch (error) {
    // PostgreSQL lets only one of two processes that make it at once.
    if (!(await isThere())) throw error
  }
}
