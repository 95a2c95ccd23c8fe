import type { CallState } from '../call-state.js'
import { remaining } from '../call-state.js'
import type { Prepared } from '../check/prepare.js'
import { ConnectionError } from '../errors.js'
import { kindOf } from '../outcome.js'
import { Interruption, within } from '../ground/deadline.js'
import { interrupted } from '../interrupted.js'
import type { Sending } from '../options.js'

/**
 * Lets the caller record what is about to be sent, within the time that the call has left.
 * @throws ClientError with `not_sent`, where that fails: what is not recorded is not sent.
 */
export async function beforeSending(
  hook: (sending: Sending) => unknown,
  { text }: Prepared,
  state: CallState,
): Promise<void> {
  const { operation, refId, call, signal, clock } = state
  const record = async (): Promise<void> => {
    await hook({ operation: operation.id, refId, call, body: text })
  }
  try {
    await within(remaining(state), signal, record, clock)
  } catch (reason) {
    if (reason instanceof Interruption)
      throw interrupted(reason, 'beforeSend did not end in time', state, 'not_sent')
    const what = `beforeSend failed with ${kindOf(reason)}, so nothing was sent`
    // The whole error may be the `cause`: it is the caller's own, and holds nothing that was sent
    // or received.
    throw new ConnectionError(what, state, 'not_sent', reason instanceof Error ? reason : undefined)
  }
}
