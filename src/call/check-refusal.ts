import { type ApiError, putBody, type RefusalSchema } from '../errors.js'
import { within } from '../shared/deadline.js'

/** A call that may still take some time. */
interface CallToEnd {
  readonly remaining: number
  readonly signal: AbortSignal | undefined
}

/**
 * Puts the output of the caller's schema in the place of the body of a refusal, if that fits. What the schema throws, or
 * does not say in time, is no failure of the call, which has one already.
 */
export async function checkRefusal(
  error: ApiError,
  schema: RefusalSchema,
  { remaining, signal }: CallToEnd,
): Promise<void> {
  try {
    const run = async () => schema['~standard'].validate(error.body)
    const result = await within(remaining, signal, run)
    if (result.issues === undefined && 'value' in result) putBody(error, schema, result.value)
  } catch {
    // The body stays as it was.
  }
}
