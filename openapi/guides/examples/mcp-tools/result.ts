import { ClientError } from 'stablecoin-issuer-api'

export const nextSteps = {
  succeeded: 'It is done. Do not call the tool for it again.',
  not_sent: 'Nothing was sent. Correct the cause and call the tool again, with the same ref_id.',
  rejected: 'The service refused it. Tell the person why, and do not call the tool for it again.',
  unknown: 'It may have been carried out. Tell the person, who has to find out. Use no new ref_id.',
  failed: 'A read failed, and has no effect. Call the tool again.',
}

/** The facts of a failed call, and what a model has to do next. */
export function toFailure({ outcome, code, refId, message, cause }: ClientError) {
  // The sentence that `beforeSend` or the journal threw.
  const reason = code === 'ERR_BEFORE_SEND' && cause instanceof Error ? cause.message : undefined
  return { outcome, next_step: nextSteps[outcome], code, ref_id: refId, message, reason }
}

/** The result of a tool: what became of its call, for programs, and as text for models. */
export async function toResult(call: Promise<object>) {
  const result = await call.then(
    (data) => ({ outcome: 'succeeded', next_step: nextSteps.succeeded, data }),
    (error: unknown) => {
      if (!ClientError.is(error)) throw error
      return toFailure(error)
    },
  )
  const content = [{ type: 'text' as const, text: JSON.stringify(result) }]
  return { content, structuredContent: result, isError: result.outcome !== 'succeeded' }
}
