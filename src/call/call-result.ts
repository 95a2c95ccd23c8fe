/** The data of a call with what its answer held beside them. */
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
