import { ClientError } from 'stablecoin-issuer-api'

export const nextSteps = {
  succeeded: 'It is done. Do not call the tool for it again.',
  not_sent: 'Correct the cause and call the tool again, with the same ref_id.',
  rejected: 'Tell the person why, and do not call the tool for it again.',
  unknown: 'It may have been carried out. Tell the person, who has to find out. Use no new ref_id.',
  failed: 'A read failed. Call the tool again.',
}

/** The result of a tool, for programs, and as text for models. */
export async function toResult(call: Promise<object>) {
  const result = await call.then(
    (data) => ({ outcome: 'succeeded', next_step: nextSteps.succeeded, data }),
    (error: unknown) => {
      if (!ClientError.is(error)) throw error
      const { outcome, code, message, cause } = error
      // The sentence that `beforeSend` or the journal threw.
      const reason = code === 'ERR_BEFORE_SEND' && cause instanceof Error ? cause.message : ''
      return { outcome, next_step: nextSteps[outcome], code, message, reason }
    },
  )
  const content = [{ type: 'text' as const, text: JSON.stringify(result) }]
  return { content, structuredContent: result, isError: result.outcome !== 'succeeded' }
}
