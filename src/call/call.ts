import { type CallState, requestIdOf } from '../call-state.js'
import type { TransportResponse } from '../transport/transport.js'

/** What an answer held beside its data. */
export interface CallResult<Data> {
  /** The answer's data. */
  readonly data: Data
  /** The answer's status. */
  readonly status: number
  /** The answer's headers. */
  readonly headers: Headers
  /** How the answer names the request, for the service's support: its header `requestIdHeader`. */
  readonly requestId: string | undefined
  /** How many attempts were made to send the request. */
  readonly attempts: number
  /** The conversion's `ref_id`. */
  readonly refId: string | undefined
}

/** A call under way: a promise of the data. Every failure is a rejection with a `ClientError`. */
export interface Call<Data> extends Promise<Data> {
  /** The data with status, headers, requestId, attempts and refId. */
  withResponse(): Promise<CallResult<Data>>
}

/**
 * What a call settles with. `response.headers` is read late: some transports build it only then.
 */
export interface Settled {
  readonly data: unknown
  readonly response: TransportResponse
  readonly state: CallState
}

/** The promise that a method returns. */
export function toCall(settled: Promise<Settled>): Call<unknown> {
  let whole: Settled | undefined
  const data = settled.then((all) => (whole = all).data)
  // It waits for `data`, not for `settled`: with two waiting for `settled`, stacks would not show
  // the caller's line.
  const withResponse = async (): Promise<CallResult<unknown>> => {
    const value = await data
    const { response, state } = whole as Settled
    const { status, headers } = response
    const { attempts, refId } = state
    return { data: value, status, headers, requestId: requestIdOf(state), attempts, refId }
  }
  return Object.assign(data, { withResponse })
}
