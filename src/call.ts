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

/** The promise that a method returns. */
export function toCall<Data>(result: Promise<CallResult<Data>>): Call<Data> {
  const data = result.then((whole) => whole.data)
  const withResponse = (): Promise<CallResult<Data>> => {
    // Whoever asks for the whole result handles its rejection there; it is not unhandled here.
    data.catch(() => undefined)
    return result.then((whole) => whole)
  }
  return Object.assign(data, { withResponse })
}
