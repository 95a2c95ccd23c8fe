import type { ClientEvent, Recorded, Sending } from 'stablecoin-issuer-api'

/** How long a row belongs to the call that wrote it. */
export interface Lease {
  /** Milliseconds since its last attempt was recorded; more than `totalTimeout` of any call. */
  readonly window: number
}

/** A recorded call that can send nothing any more. */
export interface Row {
  /** The `ref_id`; where the operation has none, the call's id. */
  readonly key: string
  readonly call: string
  readonly operation: string
  /** As it was sent. */
  readonly body: string
  /** When its last attempt was recorded. */
  readonly at: Date
}

type Later<Result> = Result | Promise<Result>

/** What both journals can do. */
export interface Journal {
  /** For the client: writes the row, or renews its lease, before each attempt. */
  readonly beforeSend: (sending: Sending) => Later<Recorded>
  /** For the client: closes the row. */
  readonly onEvent: (event: ClientEvent) => Later<void>
  readonly close: (call: string, outcome: string) => Later<void>
  /** Keeps the conversion's id, from its answer or from a look-up. */
  readonly succeeded: (key: string, id: string) => Later<void>
  /** Rows of calls that may have taken effect, once their leases are over. */
  readonly unknown: () => Later<readonly Row[]>
  /** Rows of calls that were refused, once their leases are over. */
  readonly rejected: () => Later<readonly Row[]>
  /** After a look-up. @throws Error where the row's call may still send, or another call has the row */
  readonly settle: (row: Row, state: 'not_sent' | 'repeated' | 'abandoned') => Later<void>
}
