// What becomes of a row of a journal, by what left it and what happens to it.

import { expect, it } from 'vitest'
import { operations, provider } from '../../generated/index.js'
import type { AnyClientError, CallOptions, ClientOptions } from '../../src/index.js'
import type { JournalOptions, JournalRow, JournalState } from '../../src/journal.js'
import type { Operation } from '../../src/operation.js'
import { conversion } from './examples.js'
import {
  begin,
  callerOf,
  createStablecoinConversion,
  journalIn,
  type Kind,
  make,
  type Opened,
} from './journal.js'
import { answer, type Step } from './scripted.js'

export const made = { ...conversion, id: 'c-1', status: 'PENDING' }
/** An amount that no message and no error may show. */
export const secretAmount = '271828'

/** A call of `conversion` in one attempt, by what it has otherwise. */
interface CallFacts {
  readonly body?: object
  readonly call?: Partial<CallOptions>
  readonly client?: Partial<ClientOptions>
  readonly journal?: Partial<JournalOptions>
  readonly operation?: Partial<Operation> | undefined
  /** Whether the call `known` has succeeded before. */
  readonly isKnown?: true
  /** What becomes of its request. */
  readonly meets?: Step
  /** What becomes of the reads that its link leads to. */
  readonly isRead?: Step
}

const findConversions: Operation = {
  id: 'findConversions',
  method: 'GET',
  path: '/v2/conversion/stablecoins',
  scopes: [],
  idempotent: true,
  hasBody: false,
  parameters: [{ in: 'query', name: 'ref_id' }],
  response: { type: 'array' },
}

export type Happening = (opened: Opened) => Promise<unknown>

/** A row, by the call that left it; without one, the table is new or was restored. */
export interface Earlier extends CallFacts {
  readonly row?: Partial<JournalRow> & { readonly state: JournalState }
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
  readonly state?: JournalState | 'none'
}

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

/** Expects that a call is made again at that time, within half a second. */
export function expectNear(error: unknown, time: Date | undefined): void {
  const { retryAt } = error as { readonly retryAt?: Date }
  if (time === undefined) expect(error).not.toHaveProperty('retryAt')
  else expect(Number(retryAt) / 1_000).toBeCloseTo(Number(time) / 1_000, 0)
}

async function tryRow(kind: Kind, earlier: Earlier, event: Event, end: End): Promise<void> {
  const opened = await journalIn(kind, earlier.journal)
  const { journal } = opened
  const row = async () => journal.find('r-1')
  if (earlier.isKnown ?? event.isKnown) await callerOf(journal, [make]).call({ ref_id: 'known' })
  if (earlier.meets) {
    const error = await callOf(opened.journal, earlier).call()
    if (earlier.operation?.key) expectNear(error, (await row())?.lease)
  } else if (earlier.row)
    await begin(journal, { operation: { ...createStablecoinConversion, ...earlier.operation } })
  if (!earlier.isLeased) await opened.expire()
  await earlier.since?.(opened)
  const before = await row()
  if (earlier.row) expect(before).toMatchObject(earlier.row)

  const next = await opened.again(event.journal)
  const { operation } = earlier
  // A service repeats what it was sent, but for the amount, which no error may show.
  const repeated = event.body ? { id: made.id, ref_id: made.ref_id, status: made.status } : made
  const { call, sent } = callOf(next, { operation, meets: answer(200, repeated), ...event })
  const happens = event.happens?.({ ...opened, journal: next }) ?? call()
  const gets = await happens.catch((error: unknown) => error)
  expect({ gets }).toMatchObject({ gets: end.gets })
  expect(JSON.stringify([gets])).not.toContain(secretAmount)

  const { code, outcome } = (gets ?? {}) as Partial<AnyClientError>
  const isSentBefore = code === 'ERR_SENT_BEFORE'
  // The journal's own refusal stays.
  if (code === 'ERR_BEFORE_SEND' && outcome === 'not_sent')
    expect('retryAt' in (gets as object)).toBe('cause' in (gets as object))
  // A call that may be under way is over after its totalTimeout.
  if (isSentBefore && earlier.isLeased && before?.state === 'pending')
    expectNear(gets, new Date(Number(before.at) + 30_000))
  else if (isSentBefore && earlier.isLeased)
    expectNear(gets, event.journal?.lookUp && before?.lease)
  // After the lease, a tenth of the window; a look-up that hangs may answer the next time.
  else if (isSentBefore && event.journal?.lookUp) {
    const isHanging = String(gets).includes('did not end in time')
    const pause = isHanging ? 1_000 : (event.journal.window ?? 900_000) / 10
    const after = Date.now() + pause
    const isOther = String(gets).includes('a look-up finds it with other values')
    const isForPeople = isOther || before?.state === 'abandoned' || (before?.status ?? 500) < 300
    expectNear(gets, isForPeople ? undefined : new Date(after))
  }

  const after = await row()
  const state = end.state ?? earlier.row?.state ?? 'none'
  expect([sent().length, after?.state ?? 'none']).toEqual([end.isSent ? 1 : 0, state])
  if (after) expect(Number(after.at)).toBeGreaterThan(Date.now() - 60_000)
  // Such as that of an answer which a link found.
  if (state === 'unknown' && !end.isSent) expect(after?.status).toBe(before?.status)
  const body = { ...conversion, ...(end.isSent && event.body) }
  if (state === 'succeeded')
    expect(after).toMatchObject({ body, data: end.isSent ? repeated : made })
  if (state === 'succeeded' && end.isSent) expect(after).not.toHaveProperty('code')
}

function callOf(journal: Opened['journal'], facts: CallFacts) {
  const { meets, isRead, body, call, client, operation } = facts
  const all = {
    ...operations,
    findConversions,
    createStablecoinConversion: { ...createStablecoinConversion, ...operation },
  }
  const options = { provider: { ...provider, operations: all }, maxRetries: 0, ...client }
  const step: Step = (request) => {
    const next = request.method === 'GET' ? isRead : meets
    if (next === undefined) throw new Error('nothing should have been sent')
    return next(request)
  }
  const { sent, ...caller } = callerOf(journal, [step], options)
  return {
    sent: () => sent.filter(({ method }) => method === 'POST'),
    call: () => caller.call(body, call),
  }
}
