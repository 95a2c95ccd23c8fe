import type { CallContext } from '../call-context.js'
import type { Operation } from '../operation.js'
import type { Step } from './decide.js'
import type { Rows } from './rows.js'

export const isLookedUp = ({ lookUp }: Rows['options'], operation: Operation): boolean =>
  (lookUp ?? operation.lookUp) !== undefined

/** Whether a look-up or a key can end a row without a person. */
export const isSettled = (options: Rows['options'], operation: Operation): boolean =>
  isLookedUp(options, operation) || operation.key !== undefined

/** The time of a step by the clock of this process. */
export function retryAtOf(
  step: Step,
  { at, lease, now }: Readonly<Record<'at' | 'lease' | 'now', number>>,
  window: number,
  { totalTimeout }: CallContext['limits'],
): Date | undefined {
  if (typeof step !== 'object') return undefined
  const times = {
    'end of the call': at + totalTimeout,
    'end of the lease': lease,
    // The answer waits for a read to catch up, or for another call to succeed.
    'next look': now + window / 10,
  }
  return new Date(Date.now() + times[step.wait] - now + 1)
}
