import type { CallState } from '../call-state.js'
import type { TransportResponse } from '../transport/transport.js'

/** What an answer held beside its data. */
export interface CallResult<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: Headers
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** The conversion's `ref_id`. */
  readonly refId: string | undefined
}

/** A call under way: a promise of the data. Every failure is a rejection with a `ClientError`. */
export interface Call<Data> extends Promise<Data> {
  /** The data with status, headers, attempts and refId. */
  withResponse(): Promise<CallResult<Data>>
}

/** What a call settles with; a transport may make the headers only when they are asked for. */
export interface Settled {
  readonly data: unknown
  readonly response: TransportResponse
  readonly state: CallState
}

/** The promise that a method returns. */
export function toCall(settled: Promise<Settled>): Call<unknown> {
  const data = settled.then((whole) => whole.data)
  const withResponse = async (): Promise<CallResult<unknown>> => {
    // Whoever asks for the whole result handles its rejection there; it is not unhandled here.
    data.catch(() => undefined)
    const { data: value, response, state } = await settled
    const { status, headers } = response
    return { data: value, status, headers, attempts: state.attempts, refId: state.refId }
  }
  return Object.assign(data, { withResponse })
}
