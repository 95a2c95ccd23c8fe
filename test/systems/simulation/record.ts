import type { ClientError, TransportRequest } from '../../../src/index.js'
import type { Entry } from '../../network/server-log.js'
import type { Fate } from './fates.js'

export type OperationId =
  'putCryptoDestinationAddress' | 'createStablecoinConversion' | 'createIssuerQuote'

/** How an exchange ended for the client. */
export type Ending =
  /** It was told, or could know, that nothing left. */
  | { readonly by: 'no request' }
  /** Something failed that proves nothing. */
  | { readonly by: 'failure' }
  | { readonly by: 'answer'; readonly status: number }
  /** A success that broke off. */
  | { readonly by: 'broken' }
  /** A success that came whole and cannot be read. */
  | { readonly by: 'unreadable' }
  /** The client ended it; whether it was told that nothing had left. */
  | { readonly by: 'client'; readonly unsent: boolean }

/** One request that a transport was given, and the truth of it. */
export interface Attempt {
  readonly call: CallRecord
  readonly number: number
  readonly at: number
  readonly fate: Fate
  readonly stop: TransportRequest['stop']
  /** Undefined where nothing asked for it. */
  body: string | undefined
  /** The reference that its body holds. */
  reference: string | undefined
  /** Its first byte left. */
  left: boolean
  /** How long after the call began it left, by the clock that went further. */
  leftAfter: number
  ending: Ending | undefined
}

/** One call, what was asked for and what came of it. */
export interface CallRecord {
  readonly key: string
  readonly operation: OperationId | 'listConversions'
  readonly idempotent: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly limits: {
    readonly timeout: number
    readonly totalTimeout: number
    readonly maxRetries: number
  }
  /** The account that a header selects, where the client's provider has such a parameter. */
  readonly account: string | undefined
  readonly controller: AbortController | undefined
  /** Whether the client has a `beforeSend`. */
  readonly records: boolean
  readonly startedAt: number
  /** The same by the wall clock. */
  readonly startedDate: number
  readonly attempts: Attempt[]
  /** What the service knows of it. */
  readonly truth: Entry
  /** When the service carried it out. */
  readonly carriedOut: number[]
  /** The reads that look it up, as a call of their own; undefined where its client has no link. */
  reads?: CallRecord
  /** Of reads: the call that they look up. */
  readonly of?: CallRecord
  /** Whether a read showed it to the client. */
  isShown: boolean
  /** The last attempt that `beforeSend` recorded. */
  recorded: number
  isSettled: boolean
  result?: unknown
  error?: ClientError
}

export const nameOf = ({ call, number }: Attempt): string => `${call.key}#${number}`

/** Whether the request has a reference, which its answer repeats. */
export const isNamed = ({ body }: CallRecord): boolean => 'ref_id' in body

/** Whether nothing tells that an answer is of another call: a quote repeats the market and the side alone, and a read is a page. */
export const isHidden = ({ operation, of }: CallRecord): boolean =>
  operation === 'createIssuerQuote' || of !== undefined

export function isStatus({ ending }: Attempt, status: number): boolean {
  return ending?.by === 'answer' && ending.status === status
}
