import { operations } from '../../generated/operations.js'
import type { Call, CallResult } from '../index.js'

/** What a call is to have beside its data, where a test looks at it. */
export interface CallFacts extends Partial<Omit<CallResult<unknown>, 'data' | 'headers'>> {
  /** The headers of the answer. @default none */
  readonly headers?: HeadersInit | undefined
}

/**
 * A call that succeeds, for a method that is replaced:
 * `vi.spyOn(client, 'createIssuerQuote').mockReturnValue(callOf(quote))`.
 */
export function callOf<Data extends object>(data: Data, facts: CallFacts = {}): Call<Data> {
  const result = {
    ...{ status: 200, requestId: undefined, attempts: 1, refId: referenceIn(data), ...facts },
    ...{ data, headers: new Headers(facts.headers) },
  }
  return Object.assign(Promise.resolve(data), { withResponse: () => Promise.resolve(result) })
}

/** The caller's own reference, as an answer echoes it. */
function referenceIn(data: object): string | undefined {
  const fields = Object.values(operations).flatMap((one) => one.referenceField ?? [])
  const echoed = fields.map((name) => (data as Readonly<Record<string, unknown>>)[name])
  return echoed.find((value) => typeof value === 'string')
}
