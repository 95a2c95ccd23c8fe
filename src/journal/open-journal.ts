import type { JournalState } from '../call-context.js'
import { findAnswer } from '../document/find-answer.js'
import type { Follow } from '../operation.js'
import type { CallJournal } from '../options.js'
import { checkOptions, type Optional } from '../shared/check-options.js'
import type { JournalDatabase } from './databases.js'
import { dataOf, lookUpsIn } from './look-up.js'
import {
  type JournalOptions,
  journalOptions,
  listOptions,
  resolveOptions,
  settleOptions,
} from './options.js'
import { recorder } from './recorder.js'
import { isOver, type JournalRow, proofOf, rowsIn, toDate } from './rows.js'
import { prepareTable, type StoredRow } from './table.js'

/** The decision of a person who looked a call up. */
export type Resolution = 'never_came' | 'abandoned' | { readonly data: object }

/** The result of `settle`. */
export interface SettleReport {
  /** How many the service had. */
  readonly succeeded: number
  /** How many never came there, and may be sent again. */
  readonly never_came: number
  /** How many are still open: their look-up said nothing or failed, or there is none, or nothing was found in their lease. */
  readonly left: number
  /** How many changed meanwhile or are looked up by another process; or a trigger or row-level security keeps them as they are. */
  readonly passed: number
  /** Those of them of which something failed, or nothing proved what was found. */
  readonly failed: readonly { readonly refId: string; readonly error: unknown }[]
}

export interface StateCount {
  readonly count: number
  /** Milliseconds since the last attempt of the oldest; 0 where there are none. */
  readonly age: number
}

/** A journal: the option `journal` of a client, and what there is to do with its rows. */
export interface Journal extends CallJournal {
  find(refId: string): Promise<JournalRow | undefined>
  /** Lists the rows of a state, the oldest first, by pages. */
  list(state: JournalState, options?: Optional<typeof listOptions>): Promise<JournalRow[]>
  /** Counts the rows by their state, for a metric. */
  counts(): Promise<Record<JournalState, StateCount>>
  /**
   * Looks up each call that may have taken effect, by the option `lookUp`, or by a client of this journal and process that has
   * its account; where there is none, `failed` says so. Within its lease, only what is found counts. One that fails stops
   * no other.
   */
  settle(options?: Optional<typeof settleOptions>): Promise<SettleReport>
  /**
   * Writes what a person found out. The row keeps who, why and what it was before.
   * @throws Error where the lease still runs, or the call has succeeded; TypeError for data that are not proven to be those
   * of the call
   */
  resolve(
    refId: string,
    resolution: Resolution,
    options?: Optional<typeof resolveOptions>,
  ): Promise<void>
  /**
   * Deletes rows that were last sent, and settled, before; none that is open; and gives how many. A call with such a
   * reference is sent again: delete none that a queue may still deliver. Settle or resolve first, since the successes also
   * control what a look-up says of rows that are open.
   */
  prune(before: Date): Promise<number>
}

/** How many rows are deleted at a time, so that others wait for none of it for long. */
const maxDeleted = 10_000

const states = ['pending', 'unknown', 'succeeded', 'rejected', 'not_sent', 'abandoned'] as const

/**
 * Opens a journal in a database. Without `create: false` it makes the table where that is missing.
 * @throws TypeError when an option is wrong; Error for a table that calls could not use; what the database throws
 */
export async function openJournal(
  database: JournalDatabase,
  options: JournalOptions,
): Promise<Journal> {
  const own = checkOptions('openJournal', options, journalOptions)
  if (!own.encrypt !== !own.decrypt)
    throw new TypeError('openJournal: give encrypt and decrypt, or neither')
  const rows = rowsIn(database, own, await prepareTable(database, own.table, own.create))
  await rows.run('check', ['', '', '', '', '', '', 0, 0])
  /** How the clients of this journal look calls up, by their account. */
  const clients = new Map<string, Follow | undefined>()

  /** @throws Error where nobody of this process looks up calls of the row's account */
  const assertKnown = ({ account }: StoredRow): void => {
    const isOwn = own.account === undefined ? clients.size === 0 : own.account === account
    if (!clients.has(account) && !(own.lookUp && isOwn))
      throw new Error(`no client of this journal has the account ${account}`)
  }

  /** The open rows of now, page by page: a call that begins meanwhile is none of them. */
  async function* open(): AsyncGenerator<StoredRow> {
    let until: StoredRow['now'] | undefined
    let last: Pick<StoredRow, 'at' | 'reference'> | undefined = { at: -1, reference: '' }
    while (last) {
      const values = [last.at, last.reference, 100, until ?? Number.MAX_SAFE_INTEGER]
      const page: readonly StoredRow[] = await rows.run('open', values)
      until ??= page[0]?.now
      yield* page
      last = page.at(-1)
    }
  }

  return {
    ...recorder(rows, clients),
    find: async (refId) => {
      const row = await rows.find(refId)
      return row && rows.toRow(row)
    },
    list: async (state, more = {}) => {
      if (!states.includes(state)) throw new TypeError(`list: ${state} is no state of a row`)
      const { limit, after } = checkOptions('list', more, listOptions)
      const isShown = state === 'pending' || state === 'unknown'
      const values = [after?.at.getTime() ?? -1, after?.refId ?? '', limit, state]
      const page = await rows.run(isShown ? 'listShown' : 'list', values)
      return Promise.all(page.map((row) => rows.toRow(row)))
    },
    counts: async () => {
      const none = states.map((state) => [state, { count: 0, age: 0 }] as const)
      const counts = Object.fromEntries(none) as Record<JournalState, StateCount>
      for (const { state, count, age } of await rows.run('counts'))
        counts[state] = { count: Number(count), age: Number(age) }
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
        // Each of them takes the next row of the same list.
        for await (const row of all) {
          if (count++ >= limit || signal?.aborted) return
          try {
            assertKnown(row)
            counts[await lookUps.settle(row, clients.get(row.account))]++
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
      if (row.state === 'succeeded') refuse('has succeeded')
      const isPlain = resolution === 'never_came' || resolution === 'abandoned'
      if (isPlain && !isOver(row))
        refuse(`may be under way until ${toDate(row.lease).toISOString()}`)
      const answer = isPlain
        ? undefined
        : findAnswer(proofOf(row), await rows.bodyOf(row), dataOf(resolution))
      if (!isPlain && !answer) throw new TypeError(`resolve: ${refId} has no data in an empty list`)
      const state = answer ? 'succeeded' : resolution === 'abandoned' ? resolution : 'not_sent'
      const decision = { by, note, before: row.shown, at: new Date().toISOString() }
      const decisions = [...(await rows.decisionsOf(row)), decision]
      if (!(await rows.settle(row, state, answer, decisions))) refuse('has changed')
    },
    prune: async (before) => {
      const at = before.getTime()
      // PostgreSQL takes NaN for more than any number, and would delete all of them.
      if (Number.isNaN(at)) throw new TypeError('prune: no valid Date')
      let count = 0
      for (;;) {
        const { length } = await rows.run('prune', [at, maxDeleted])
        count += length
        if (length < maxDeleted) return count
      }
    },
  }
}
