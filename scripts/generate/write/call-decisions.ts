import { type CallFacts, decide, type FailedAttempt, type Step } from '../../../src/call/decide.js'
import { repeatedStatuses } from '../../../src/call/statuses.js'
import { markdownTable } from '../../lib/record.js'

/** A call with time and retries left, whose first attempt has failed. */
const call: CallFacts = {
  idempotent: false,
  isKeyKnown: false,
  getsFirstAnswer: true,
  mayRetry: true,
  isRetryLeft: true,
  isFirst: true,
  canRenew: true,
  canBeFound: false,
  isLookedUp: false,
  isLookLeft: false,
  isTimeToSend: true,
  isTimeToLook: false,
}

const answered = (status: number, isPaced = false): FailedAttempt => {
  return { kind: 'answered', status, isPaced }
}

const rows: readonly (readonly [words: string, ...attempts: FailedAttempt[]])[] = [
  ['The request never left', { kind: 'unsent' }],
  ['401, unless `auth` is a string', { kind: 'token refused' }],
  ['429, with a `Retry-After` that fits', answered(429, true)],
  ['429 without it, once', answered(429)],
  [repeatedStatuses.join(', '), ...repeatedStatuses.map((status) => answered(status))],
  ['A timeout or a broken connection after it was sent', { kind: 'unanswered' }],
  ['409, where a repeat gets the first answer', answered(409)],
  ['Any other answer, such as a 2xx that cannot be read', { kind: 'other' }, answered(499)],
]

const words: Partial<Record<Step, string>> = {
  'send again': 'retried',
  'renew the token': 'once, with a new token',
  fail: 'never',
}

/** The table of what the client retries, from the function that decides it. @throws Error where a row is of two kinds */
export function callDecisions(): string {
  const columns: readonly Partial<CallFacts>[] = [{ idempotent: true }, {}, { isKeyKnown: true }]
  return markdownTable(
    ['What happened', 'PUT (address)', 'POST (conversion, quote)', 'POST under a known key'],
    rows.map(([what, ...attempts]) => [
      what,
      ...columns.map((facts) => {
        const steps = new Set(attempts.map((attempt) => decide(attempt, { ...call, ...facts })))
        const [step = 'fail'] = steps
        if (steps.size !== 1) throw new Error(`${what} is decided in ${steps.size} ways`)
        return words[step] ?? step
      }),
    ]),
  )
}
