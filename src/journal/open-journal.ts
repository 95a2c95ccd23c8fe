import type { JournalState } from '../call-context.js'
import { findAnswer } from '../document/proof.js'
import type { CallJournal } from '../options.js'
import { checkOptions, type Optional } from '../shared/check-options.js'
import { createCallJournal } from './call-journal.js'
import { createClients } from './clients.js'
import type { JournalDatabase } from './databases.js'
import { rule } from './decide.js'
import { dataOf, lookUpsIn } from './look-up.js'
import {
  type JournalOptions,
  journalOptions,
  listOptions,
  resolveOptions,
  settleOptions,
} from './options.js'
import type { JournalRow, Row } from './row.js'
import { rowsIn } from './rows.js'
import { prepareTable } from './table.js'

/** The decision of a person who looked a call up. */
export type Resolution = 'never_came' | 'abandoned' | { readonly data: object }

/** The result of `settle`. */
export interface SettleReport {
  /** Calls that the service has. */
  readonly succeeded: number
  /** Calls that never came to the service, and may be sent again. */
  readonly never_came: number
  /** Calls that are still open: the look-up said nothing, failed or is missing, or found nothing in the lease. */
  readonly left: number
  /** Rows that another process changed or looks up, or that a trigger or row-level security keeps as they are. */
  readonly passed: number
  /** Open calls whose look-up failed, or proved nothing. */
  readonly failed: readonly { readonly refId: string; readonly error: unknown }[]
}

/** The rows of a state. */
export interface StateCount {
  /** The number of rows. */
  readonly count: number
  /** Milliseconds since the last attempt of the oldest row; 0 without a row. */
  readonly age: number
}

/** A journal: the option `journal` of a client, and the work on its rows. */
export interface Journal extends CallJournal {
  /** The row of a reference; undefined where there is none. */
  find(refId: string): Promise<JournalRow | undefined>
  /** Lists the rows of a state, the oldest first, by pages. */
  list(state: JournalState, options?: Optional<typeof listOptions>): Promise<JournalRow[]>
  /** Counts the rows by their state, for a metric. */
  counts(): Promise<Record<JournalState, StateCount>>
  /**
   * Looks up each call that may have taken effect, by the option `lookUp`, or by a client of this journal and process that has
   * its account; without such a client, `failed` says so. Within the lease, only an answer that is found counts. A failure
   * stops no other look-up.
   */
  settle(options?: Optional<typeof settleOptions>): Promise<SettleReport>
  /**
   * Writes the decision of a person. The row keeps the name, the note and the state before.
   * @throws Error where the lease still runs, or the call has succeeded; TypeError for data that do not prove to be those
   * of the call
   */
  resolve(
    refId: string,
    resolution: Resolution,
    options?: Optional<typeof resolveOptions>,
  ): Promise<void>
  /**
   * Deletes rows that were last sent, and settled, before a date, but no open row; gives their number. A call with such a
   * reference is sent again: keep rows that a queue may still deliver. Settle or resolve first: the successes are also the
   * neighbours that prove an empty look-up of an open row.
   */
  prune(before: Date): Promise<number>
}

/** Rows that one statement deletes, so that other statements do not wait long. */
const maxDeleted = 10_000

const states = ['pending', 'unknown', 'succeeded', 'rejected', 'not_sent', 'abandoned'] as const

/**
 * Opens a journal in a database. Without `create: false` it makes the table where that is missing.
 * @throws TypeError when an option is wrong; Error for a table that calls could not use; the error of the database
 */
export async function openJournal(
  database: JournalDatabase,
  options: JournalOptions,
): Promise<Journal> {
  const own = checkOptions('openJournal', options, journalOptions)
  if (!own.encrypt !== !own.decrypt)
    throw new TypeError('openJournal: give encrypt and decrypt, or neither')
  const table = await prepareTable(database, own.table, own.create)
  const rows = rowsIn(database, own, table)
  await rows.run('check')
  const clients = createClients()

  /** @throws Error where no client of this process looks up calls of the row's account */
  const assertKnown = ({ account }: Row): void => {
    const isOwn = own.account === undefined ? clients.isEmpty() : own.account === account
    if (!clients.has(account) && !(own.lookUp && isOwn))
      throw new Error(`no client of this journal has the account ${account}`)
  }

  /** The rows that are open now, page by page, without those of calls that begin later. */
  async function* open(): AsyncGenerator<Row> {
    let until = Number.MAX_SAFE_INTEGER
    let last: Pick<Row, 'at' | 'reference'> | undefined = { at: -1, reference: '' }
    while (last) {
      const after = { after_at: last.at, after_reference: last.reference }
      const page: readonly Row[] = await rows.read('open', { ...after, limit: 100, until })
      until = Math.min(until, page[0]?.now ?? until)
      yield* page
      last = page.at(-1)
    }
  }

  return {
    ...createCallJournal(rows, clients),
    find: async (refId) => {
      const row = await rows.find(refId)
      return row && rows.toRow(row)
    },
    list: async (state, more = {}) => {
      const { limit, after } = checkOptions('list', more, listOptions)
      const isShown = state === 'pending' || state === 'unknown'
      const from = { after_at: after?.at.getTime() ?? -1, after_reference: after?.refId ?? '' }
      const page = await rows.read(isShown ? 'listShown' : 'list', { ...from, limit, state })
      return Promise.all(page.map((row) => rows.toRow(row)))
    },
    counts: async () => {
      const none = states.map((state) => [state, { count: 0, age: 0 }] as const)
      const counts = Object.fromEntries(none) as Record<JournalState, StateCount>
      for (const { state, count = 0, age = 0 } of await rows.run('counts'))
        counts[state] = { count, age }
      return counts
    },
    settle: async (more = {}) => {
      const { concurrency, limit, signal } = checkOptions('settle', more, settleOptions)
      const counts = { succeeded: 0, never_came: 0, left: 0, passed: 0 }
      const failed: { refId: string; error: unknown }[] = []
      const lookUps = lookUpsIn(rows, new Map())
      const all = open()
      let count = 0
      const work = async (): Promise<void> => {
        // Each worker takes the next row of the same list.
        for await (const row of all) {
          if (count++ >= limit || signal?.aborted) return
          try {
            assertKnown(row)
            const { fate, finding } = await lookUps.settle(row, clients.of(row.account))
            counts[fate]++
            if (finding.error !== undefined)
              failed.push({ refId: row.reference, error: finding.error })
          } catch (error) {
            counts.left++
            failed.push({ refId: row.reference, error })
          }
        }
      }
      await Promise.all(Array.from({ length: concurrency }, work))
      return { ...counts, failed }
    },
    resolve: async (refId, resolution, more = {}) => {
      const { by, note } = checkOptions('resolve', more, resolveOptions)
      const row = await rows.find(refId)
      const refuse = (why: string): never => {
        throw new Error(`resolve: ${refId} ${why}`)
      }
      if (!row) return refuse('has no row')
      const isPlain = resolution === 'never_came' || resolution === 'abandoned'
      const ruling = rule(row, isPlain ? resolution : 'found')
      if (ruling === 'has succeeded') return refuse(ruling)
      if (ruling === 'may be under way')
        return refuse(`${ruling} until ${new Date(row.lease).toISOString()}`)
      const answer = isPlain
        ? undefined
        : findAnswer(row.proof, await rows.bodyOf(row), dataOf(resolution))
      if (!isPlain && !answer) throw new TypeError(`resolve: ${refId} has no data in an empty list`)
      const decision = { by, note, before: row.shown, at: new Date().toISOString() }
      const decisions = [...(await rows.decisionsOf(row)), decision]
      if (!(await rows.settle(row, ruling, answer, decisions))) refuse('has changed')
    },
    prune: async (before) => {
      const at = before.getTime()
      // PostgreSQL takes NaN for more than any number, and would delete every row.
      if (Number.isNaN(at)) throw new TypeError('prune: no valid Date')
      let count = 0
      for (;;) {
        const { length } = await rows.run('prune', { before: at, limit: maxDeleted })
        count += length
        if (length < maxDeleted) return count
      }
    },
  }
}
