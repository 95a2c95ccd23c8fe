import type { ClientError } from '../../../src/index.js'
import type { Fate } from './fates.js'
import type { Recording } from './recording.js'

export type OperationId =
  'putCryptoDestinationAddress' | 'createStablecoinConversion' | 'createIssuerQuote'

/** How an exchange ended for the client. */
export type Ending =
  /** It was told, or could know, that nothing left. */
  | { readonly by: 'no request' }
  /** Something failed that proves nothing. */
  | { readonly by: 'failure'; readonly hostile: boolean }
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
  /** When the transport set to work on it. */
  begunAt: number
  /** When the client was ready to make it, but for `beforeSend`, and when the turn before that began. */
  readonly wanted: { readonly at: number; readonly turnBefore: number }
  readonly token: string
  /** Undefined where nothing asked for it. */
  body: string | undefined
  /** The reference that its body holds. */
  reference: string | undefined
  readonly fate: Fate
  /** Its first byte left. */
  left: boolean
  /** How long after the call began it left, by the clock that went further. */
  leftAfter: number
  carriedOut: boolean
  /** How many more times it was carried out: something below the client was given its body again. */
  copies: number
  /** Whether the transport looks, before the first byte leaves, whether the time is over. */
  looks: boolean
  ending: Ending | undefined
  endedAt: number
  /** Whether the transport listens to the client. */
  watched: boolean
  /** Whether the client ended this exchange, and nobody listened. */
  readonly stopped: () => boolean
}

/** One call, what was asked for and what came of it. */
export interface CallRecord {
  readonly key: string
  readonly operation: OperationId
  readonly idempotent: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly valid: boolean
  readonly refId: string | undefined
  readonly generatesRefId: boolean
  readonly limits: {
    readonly timeout: number
    readonly totalTimeout: number
    readonly maxRetries: number
  }
  readonly controller: AbortController | undefined
  readonly auth: AuthKind
  /** Whether the client has a `beforeSend`. */
  readonly records: boolean
  /** The last one. */
  recording: Recording | undefined
  readonly startedAt: number
  /** The same by the wall clock. */
  readonly startedDate: number
  readonly attempts: Attempt[]
  settledAt: number | undefined
  result: unknown
  error: ClientError | undefined
  /** The wall clock jumped ahead while it was under way, so that its time may be over at once. */
  jumped: boolean
  /** When its signal was aborted while it was under way. */
  abortedAt: number | undefined
}

/** The reference of a call; undefined where it was generated and nothing of it was seen. */
export function referenceOf({ attempts, refId }: CallRecord): string | undefined {
  return refId ?? attempts.find(({ body }) => body !== undefined)?.reference
}

export type AuthKind = 'fixed' | 'function' | 'source' | 'credentials'

/** What every secret of this world begins with, so that one can be found wherever it shows. */
export const mark = 'Zx9qKv'
