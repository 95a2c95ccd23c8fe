import type { CallState } from '../call-state.js'
import { remaining } from '../call-state.js'
import type { Prepared } from '../document/prepare.js'
import { BeforeSendError, SentBeforeError } from '../errors.js'
import { kindOf } from '../shared/outcome.js'
import { Interruption, within } from '../shared/deadline.js'
import { interrupted } from '../interrupted.js'
import type { ClientOptions } from '../options.js'

/**
 * Lets the caller record the attempt that is about to be made, within the time that the call has left.
 * @throws ClientError where that fails, or where an earlier call was recorded: the attempt is not made.
 */
export async function beforeSending(
  hook: NonNullable<ClientOptions['beforeSend']>,
  { text }: Prepared,
  state: CallState,
): Promise<void> {
  const { operation, refId, call, signal, attempts, clock } = state
  const { totalTimeout } = state.limits
  const attempt = attempts + 1
  const sending = { operation: operation.id, refId, call, attempt, body: text, totalTimeout }
  const nothing = attempts === 0 ? 'nothing was sent' : 'nothing more was sent'
  let answer: unknown
  try {
    answer = await within(remaining(state), signal, async () => hook(sending), clock)
  } catch (reason) {
    if (reason instanceof Interruption)
      throw interrupted(reason, 'beforeSend did not end in time', state, 'not_sent')
    // The `cause` may be kept whole: it is the caller's own, and holds nothing that was received.
    const what = `beforeSend failed with ${kindOf(reason)}, so ${nothing}`
    throw new BeforeSendError(what, state, 'not_sent', reason)
  }
  if (answer !== 'sent_before') return
  // Before a later attempt, the other call may have begun after this one.
  const which = attempts === 0 ? 'an earlier call' : 'another call'
  const { referenceField } = operation
  const same = referenceField === undefined ? '' : ` with this ${referenceField}`
  const what = `${which}${same} may have taken effect, as beforeSend says, so ${nothing}`
  throw new SentBeforeError(what, state, 'unknown')
}
