import type { JournalState } from '../call-context.js'

/** What a journal knows of a row, by the clock of the database. */
export interface RowFacts {
  readonly state: JournalState
  /** Whether a call may be recorded anew over the row: it proves that nothing of its call will take effect. */
  readonly isFree: boolean
  /** Whether the lease is over: no request of the row's call leaves from then on. */
  readonly isLeaseOver: boolean
  /** Whether the call was answered with a 2xx that proves no success. */
  readonly isAnswered: boolean
  /** Whether a person has decided on the row since it stood for a call from before a restore. */
  readonly isDecided: boolean
  /** Whether the row stands for a call from before a restore: the journal recorded none that was sent. */
  readonly isInDoubt: boolean
}

/** What a journal knows of a call whose reference has the row; `settle` and a person have none. */
export interface CallFacts {
  /** Whether the call has yet to be looked up before it is sent, as after a restore. */
  readonly looksFirst: boolean
  /** Whether this process knows that nothing of the row's call was sent. */
  readonly isUnsent: boolean
  /** Whether the row is of another operation, input or account. */
  readonly isOther: boolean
  /** Whether the service knows the row's first attempt by the key of this call, for longer than this call may take. */
  readonly isKnownByKey: boolean
  /** Whether the call of the row may still be under way, with about as much time as this call has. */
  readonly isUnderWay: boolean
  /** Whether the row can end without a person: by a look-up, or by a key. */
  readonly endsByItself: boolean
}

/**
 * What the look-up of a row says. `other`: the reference, with other values than the call has. `silent`: nothing, also where there
 * is no look-up. `empty`: that the call is not there, and `absent`: the same, proven by its neighbours in its account. `unproven`:
 * one of them is missing too. `elsewhere`: it may have read another account.
 */
export type Evidence =
  | 'none yet'
  | 'found'
  | 'other'
  | 'silent'
  | 'empty'
  | 'absent'
  | 'unproven'
  | 'elsewhere'
  | 'failed'

/** The time at which the same call can come out differently without a person. */
export type Until = 'end of the call' | 'end of the lease' | 'next look'

/** The next step of a journal with a row. */
export type Step =
  /** To record the call, and send it. */
  | 'send'
  /** To record a call that may have been sent before a restore, and look it up. */
  | 'record in doubt'
  /** To give the kept answer. */
  | 'answer'
  /** To refuse the reference, which is that of another call. */
  | 'refuse'
  | 'look up'
  /** To look up the neighbours of the call, and the call again. */
  | 'prove absence'
  | 'write succeeded'
  | 'write not_sent'
  /** To record the call anew, and send it under the key by which the service knows it. */
  | 'send under the key'
  | { readonly wait: Until }
  /** To leave the row to a person. */
  | 'ask a person'

/** The next step with a row. Each line is a row of the guide's table; the first that fits counts. */
export function decide(row: RowFacts, call: CallFacts | undefined, evidence: Evidence): Step {
  const { state, isFree, isLeaseOver, isAnswered } = row
  if (isFree) return call?.looksFirst && !row.isDecided ? 'record in doubt' : 'send'
  // This process knows that the row's call never left. A row in doubt has that call's id too, but is not pending.
  if (call?.isUnsent && state === 'pending') return 'write not_sent'
  // The input in a row in doubt is of a call that only looked, and was never sent: another input may take its place.
  if (call?.isOther) return row.isInDoubt ? 'record in doubt' : 'refuse'
  // A row that cannot be read now may be later, as after an outage of what decrypts it.
  if (state === 'succeeded') return evidence === 'failed' ? { wait: 'next look' } : 'answer'
  if (state === 'abandoned') return 'ask a person'
  // An answer that is found is a proof at any time.
  if (evidence === 'none yet') return 'look up'
  if (evidence === 'found') return 'write succeeded'
  // It stays another one.
  if (evidence === 'other') return 'ask a person'
  // Nothing else proves anything as long as the call may come.
  if (isLeaseOver) {
    if (evidence === 'empty' && !isAnswered) return 'prove absence'
    if (evidence === 'absent') return 'write not_sent'
    // After a look-up that failed, the key may be forgotten, and the call have been carried out.
    if (call?.isKnownByKey && evidence !== 'failed') return 'send under the key'
  }
  if (call?.isUnderWay) return { wait: 'end of the call' }
  if (call && !call.endsByItself) return 'ask a person'
  if (!isLeaseOver) return { wait: 'end of the lease' }
  // An empty list says nothing of a call that was answered. A look-up that fails, or is silent, may find it later.
  const isLasting = evidence === 'elsewhere' || (evidence === 'empty' && isAnswered)
  return isLasting ? 'ask a person' : { wait: 'next look' }
}

/** Whether the outcome of a call replaces what its own row has become meanwhile: a success replaces all but another. */
export const replaces = ({ state }: Pick<RowFacts, 'state'>, outcome: JournalState): boolean =>
  outcome === 'succeeded' && state !== 'succeeded'

/** The decision of a person. */
export type Verdict = 'found' | 'never_came' | 'abandoned'

/** The state that a decision of a person gives a row, or the reason why it gives none. */
export type Ruling = 'succeeded' | 'not_sent' | 'abandoned' | 'has succeeded' | 'may be under way'

/** A person may give the answer at any time, and end a call only once its lease is over. */
export function rule(
  { state, isLeaseOver }: Pick<RowFacts, 'state' | 'isLeaseOver'>,
  verdict: Verdict,
): Ruling {
  if (state === 'succeeded') return 'has succeeded'
  if (verdict === 'found') return 'succeeded'
  if (!isLeaseOver) return 'may be under way'
  return verdict === 'never_came' ? 'not_sent' : 'abandoned'
}
