// The next step of a call after a failed attempt, in every combination of its facts: what must never be, in the words of SECURITY.md.

import { expect, it } from 'vitest'
import { type CallFacts, decide, type FailedAttempt, type Step } from '../../src/call/decide.js'

const attempts: readonly FailedAttempt[] = [
  ...(['unsent', 'unanswered', 'token refused', 'other'] as const).map((kind) => ({ kind })),
  ...[302, 400, 401, 403, 404, 405, 408, 409, 422, 425, 429, 499, 500, 501, 502, 503, 504].map(
    (status) => ({ kind: 'answered' as const, status, isPaced: false }),
  ),
  { kind: 'answered', status: 429, isPaced: true },
]
const names = [
  'idempotent',
  'isKeyKnown',
  'getsFirstAnswer',
  'mayRetry',
  'isRetryLeft',
  'isFirst',
  'canRenew',
  'canBeFound',
  'isLookedUp',
  'isLookLeft',
  'isTimeToSend',
  'isTimeToLook',
] as const satisfies readonly (keyof CallFacts)[]
const calls = Array.from({ length: 2 ** names.length }, (_, bits) => {
  const facts = names.map((name, at) => [name, (bits & (1 << at)) !== 0])
  return Object.fromEntries(facts) as Record<keyof CallFacts, boolean>
})

interface Case {
  readonly attempt: FailedAttempt
  readonly call: CallFacts
  readonly step: Step
}
const all: readonly Case[] = attempts.flatMap((attempt) =>
  calls.map((call) => {
    return { attempt, call, step: decide(attempt, call) }
  }),
)
const casesOf = (wanted: Step) => all.filter(({ step }) => step === wanted)
const statusOf = (attempt: FailedAttempt) => (attempt.kind === 'answered' ? attempt.status : 0)
/** The names of the facts that fail in some case. Vitest takes long to expect a hundred thousand times. */
const failing = (cases: readonly Case[], holds: (one: Case) => boolean) =>
  cases.filter((one) => !holds(one)).slice(0, 3)

it('every combination is decided', () => {
  expect(all).toHaveLength(22 * 4_096)
  const steps = new Set(all.map(({ step }) => step))
  expect([...steps].sort()).toEqual([
    'drop the token',
    'fail',
    'look up',
    'look up later',
    'renew the token',
    'send again',
  ])
})

it('a request that may have taken effect is sent again only where it is idempotent, or its key is known', () => {
  const isHarmless = ({ attempt, call }: Case): boolean =>
    // Nothing left; or the service refused the request, which did nothing.
    attempt.kind === 'unsent' || statusOf(attempt) === 429 || call.idempotent || call.isKeyKnown
  expect(failing(casesOf('send again'), isHarmless)).toEqual([])
})

it('a call that may be found is looked up before it is sent again', () => {
  const isAsked = ({ call }: Case): boolean => !call.canBeFound || call.isLookedUp
  expect(failing(casesOf('send again'), isAsked)).toEqual([])
  const looks = [...casesOf('look up'), ...casesOf('look up later')]
  expect(failing(looks, ({ call }) => call.canBeFound)).toEqual([])
})

it('nothing is sent past the time of the call, and no more often than maxRetries says', () => {
  expect(failing(casesOf('send again'), ({ call }) => call.isTimeToSend)).toEqual([])
  const isCounted = ({ attempt, call }: Case): boolean =>
    call.isRetryLeft || (call.mayRetry && attempt.kind === 'answered' && attempt.isPaced)
  expect(failing(casesOf('send again'), isCounted)).toEqual([])
  const isLeft = ({ call }: Case): boolean => call.isLookLeft && call.isTimeToLook
  expect(failing(casesOf('look up later'), isLeft)).toEqual([])
})

it('a redirect, an unreadable success and a refusal are never sent again', () => {
  const again = casesOf('send again').map(({ attempt }) => statusOf(attempt) || attempt.kind)
  const known = [408, 409, 425, 429, 500, 502, 503, 504]
  expect(new Set(again)).toEqual(new Set([...known, 'unsent', 'unanswered']))
  const isPromised = ({ attempt, call }: Case): boolean =>
    statusOf(attempt) !== 409 || (call.isKeyKnown && call.getsFirstAnswer)
  expect(failing(casesOf('send again'), isPromised)).toEqual([])
})

it('a refused token is replaced once, and never looked up', () => {
  const refused = all.filter(({ attempt }) => attempt.kind === 'token refused')
  const isRight = ({ call, step }: Case): boolean =>
    step === (call.canRenew ? (call.mayRetry ? 'renew the token' : 'drop the token') : 'fail')
  expect(failing(refused, isRight)).toEqual([])
})

it('every path of a call ends: no fact that a step makes true leads to the same step without end', () => {
  // A look makes isLookedUp true; later looks and repeats are counted, and time passes.
  const isEnded = ({ call }: Case): boolean => !call.isLookedUp
  expect(failing(casesOf('look up'), isEnded)).toEqual([])
  const late = { isRetryLeft: false, isLookLeft: false, mayRetry: false, isLookedUp: true }
  for (const attempt of attempts)
    for (const call of calls)
      if (!['fail', 'drop the token'].includes(decide(attempt, { ...call, ...late })))
        expect.fail(JSON.stringify([attempt, call]))
})
