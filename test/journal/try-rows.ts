import { expect, it } from 'vitest'
import type { CallOptions } from '../../src/index.js'
import type { JournalOptions, JournalRow, JournalState } from '../../src/journal.js'
import type { LookedUp } from '../../src/journal/rows.js'
import type { Operation } from '../../src/operation.js'
import {
  begin,
  callerOf,
  createParcel,
  journalIn,
  type Kind,
  type Opened,
} from '../support/journal.js'
import { parcel } from '../support/parcels/calls.js'
import { type ClientOptions, operations, provider } from '../support/parcels/client.js'
import { answer, broken, type Step } from '../support/scripted.js'

export const made = { ...parcel, id: 'c-1', status: 'PENDING' }
/** A weight that no message and no error may show. */
export const secretWeight = '271828'

/** A call of `parcel` in one attempt, by what it has otherwise. */
export interface CallFacts {
  readonly body?: object
  readonly call?: Partial<CallOptions>
  readonly client?: Partial<ClientOptions>
  readonly journal?: Partial<JournalOptions>
  readonly operation?: Partial<Operation>
  /** What becomes of its request. */
  readonly meets?: Step
}

type Happening = (opened: Opened) => Promise<unknown>

/** A row, by the call that left it. */
export interface Earlier extends CallFacts {
  readonly row: Partial<JournalRow> & { readonly state: JournalState }
  /** Whether its lease runs still. */
  readonly isLeased?: true
  /** What happened to it since. */
  readonly since?: Happening
}

/** What happens to the row: a call that would succeed, or something else, by the journal of that call. */
export interface Event extends CallFacts {
  readonly happens?: Happening
}

/** What comes of it. */
export interface End {
  /** A part of the result, or of the error. */
  readonly gets: unknown
  readonly isSent?: true
  /** The state of the row; without one it is as before. */
  readonly state?: JournalState | 'deleted'
}

// What left a row.
const reset = broken({ code: 'ECONNRESET' })
export const refusedConnection = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
export const succeeded: Earlier = { meets: answer(200, made), row: { state: 'succeeded' } }
export const lost: Earlier = { meets: reset, row: { state: 'unknown', code: 'ERR_CONNECTION' } }
export const unsent: Earlier = { meets: refusedConnection, row: { state: 'not_sent' } }
export const refusedBy = (status: number): Earlier => ({
  meets: answer(status),
  row: { state: 'rejected', status, code: 'ERR_API' },
})
/** Its process ended before it was sent. */
export const leftBehind: Earlier = { row: { state: 'unknown' } }
export const underWay: Earlier = { row: { state: 'pending' }, isLeased: true }
export const abandoned: Earlier = {
  ...lost,
  since: ({ journal }) => journal.resolve('r-1', 'abandoned'),
  row: { state: 'abandoned' },
}
/** Changes it, where `now` is the time of the database. */
export const changed =
  (change: (now: string) => string): Happening =>
  ({ run, table, database }) =>
    run(`UPDATE ${table} SET ${change(database.now)} RETURNING reference`)

// What happens to it.
const lookUp = (found: () => LookedUp | Promise<LookedUp>): Event => ({
  journal: {
    lookUp: (...told) => {
      const [at, lease] = [expect.any(Date) as Date, expect.any(Date) as Date]
      const account = expect.any(String) as string
      const facts = { operation: 'createParcel', body: parcel, at, lease, account }
      expect(told).toEqual(['r-1', facts])
      return found()
    },
  },
})
export const again: Event = {}
export const neverCame = lookUp(() => 'never_came')
export const finds = (data: unknown): Event =>
  lookUp(() => Promise.resolve({ data: data as object }))
export const saysNothing = lookUp(() => undefined)
export const throws = lookUp(() => Promise.reject(new RangeError('503')))
export const hangs = { ...lookUp(() => new Promise(() => undefined)), call: { totalTimeout: 200 } }
export const otherTenant: Event = { journal: { partition: 'acme-eu' } }

// What comes of it.
export const isSent: End = { gets: made, isSent: true, state: 'succeeded' }
export const isFound: End = { gets: made, state: 'succeeded' }
/** A call that sends nothing. */
export const fails = (code: string, outcome: string, message: string, more: object = {}): End => {
  const text = expect.stringContaining(message) as string
  return { gets: { code, outcome, attempts: 0, refId: 'r-1', message: text, ...more } }
}
export const sentBefore = (message: string, more: object = {}): End =>
  fails('ERR_SENT_BEFORE', 'unknown', message, more)

/** Tries what becomes of a row, for each event by the sentence that says it; its subject is the title. */
export function tryRows(
  kind: Kind,
  title: string,
  earlier: Earlier,
  rows: Readonly<Record<string, readonly [Event, End]>>,
): void {
  it.each(Object.entries(rows))(`${title} %s`, (_, [event, end]) =>
    tryRow(kind, earlier, event, end),
  )
}

async function tryRow(kind: Kind, earlier: Earlier, event: Event, end: End): Promise<void> {
  const opened = await journalIn(kind, earlier.journal)
  const { journal } = opened
  const row = async () => journal.find('r-1')
  if (earlier.meets) await callOf(opened.journal, earlier).call()
  else await begin(journal, { operation: { ...createParcel, ...earlier.operation } })
  if (!earlier.isLeased) await opened.expire()
  await earlier.since?.(opened)
  const before = await row()
  expect(before).toMatchObject(earlier.row)

  const next = await opened.again(event.journal)
  const { call, sent } = callOf(next, { meets: answer(200, made), ...event })
  const happens = event.happens?.({ ...opened, journal: next }) ?? call()
  const gets = await happens.catch((error: unknown) => error)
  expect({ gets }).toMatchObject({ gets: end.gets })
  expect(JSON.stringify([gets])).not.toContain(secretWeight)

  const isSentBefore = (gets as { code?: string } | undefined)?.code === 'ERR_SENT_BEFORE'
  const { lookUpAt } = (gets ?? {}) as { readonly lookUpAt?: Date }
  if (isSentBefore && earlier.isLeased)
    expect(lookUpAt).toEqual(event.journal?.lookUp && before?.lease)

  const after = await row()
  const state = end.state ?? earlier.row.state
  expect([sent.length, after?.state ?? 'deleted']).toEqual([end.isSent ? 1 : 0, state])
  const body = { ...parcel, ...(end.isSent && event.body) }
  if (state === 'succeeded') expect(after).toMatchObject({ body, data: made })
  if (state === 'succeeded' && end.isSent) expect(after).not.toHaveProperty('code')
}

function callOf(journal: Opened['journal'], { meets, body, call, client, operation }: CallFacts) {
  const all = { ...operations, createParcel: { ...createParcel, ...operation } }
  const options = { provider: { ...provider, operations: all }, maxRetries: 0, ...client }
  const caller = callerOf(journal, meets ? [meets] : [], options)
  return { sent: caller.sent, call: () => caller.call(body, call) }
}
