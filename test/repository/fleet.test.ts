import { describe, expect, it } from 'vitest'
import type { Books } from '../systems/fleet/far-side.js'
import type { Run } from '../systems/fleet/fleet.js'
import { complaints, findings } from '../systems/fleet/judge.js'
import type { Phase, Scenario } from '../systems/fleet/scenarios.js'

const start: Phase = { name: 'start', from: 0, to: 10, requests: [1, 1] }
const revocation: Phase = {
  ...{ name: 'revocation', from: 10, to: 20, requests: [1, 2], refused: 1 },
}
const scenario: Scenario = {
  ...{ name: 'lock', lock: true, processes: 1, redis: true, acts: [] },
  phases: [start, revocation],
}

const began = 1_000_000
const at = (seconds: number): number => began + seconds * 1_000
const call = (refId: string, seconds: number, outcome = 'succeeded') => ({
  ...{ refId, at: at(seconds), added: seconds, outcome },
})
/** A run without a fault, or with what it is told otherwise. */
function judged(
  { calls = [call('a', 1), call('b', 11)], storeErrors = [] as number[], failures = [''] } = {},
  books: Partial<Books> = {},
  phases = scenario.phases,
): readonly string[] {
  const told = storeErrors.map((seconds) => ({ at: at(seconds), error: 'get failed' }))
  const run: Run = { began, reports: [{ calls, storeErrors: told, failures: failures.slice(1) }] }
  const known: Books = {
    asked: [at(0.1), at(12)],
    refused: [{ at: at(11), wasRevoked: true }],
    carriedOut: new Map(calls.map(({ refId }) => [refId, 1])),
    ...books,
  }
  return complaints(findings({ ...scenario, phases }, run, known), run, known)
}

describe('a run of a fleet', () => {
  it('that is as it has to be gives nothing to complain of', () => {
    expect(judged()).toEqual([])
  })

  it('is found to ask for too many tokens, or for none', () => {
    const asked = [at(0.1), at(9), at(11)]
    expect(judged({}, { asked })).toEqual(['start: 2 token requests'])
    expect(judged({}, { asked: [at(0)] })).toEqual(['revocation: 0 token requests'])
  })

  it('may ask for as many more as processes told that the store failed them', () => {
    const asked = [at(0.1), at(5), at(6), at(11)]
    expect(judged({ storeErrors: [5, 6] }, { asked })).toEqual([])
    expect(judged({ storeErrors: [5] }, { asked })).toEqual(['start: 3 token requests'])
  })

  it('proves nothing where the store seldom answered', () => {
    expect(judged({ storeErrors: [5, 15] })).toEqual([expect.stringContaining('too busy')])
  })

  it('is found where a call failed, with what it said', () => {
    const calls = [call('a', 1), call('b', 11), call('c', 12, 'not_sent')]
    const carriedOut = new Map([
      ['a', 1],
      ['b', 1],
    ])
    expect(judged({ calls, failures: ['', 'no token'] }, { carriedOut })).toEqual([
      'revocation: 1 calls failed',
      'no token',
    ])
  })

  it('is found where the far side knows otherwise', () => {
    const carriedOut = new Map([
      ['a', 2],
      ['c', 1],
    ])
    const refused = [
      { at: at(11), wasRevoked: true },
      { at: at(12), wasRevoked: false },
    ]
    expect(judged({}, { carriedOut, refused })).toEqual([
      '1 conversions succeeded, but were not carried out',
      '1 conversions were carried out, but did not succeed',
      '1 conversions were carried out twice',
      '1 conversions were sent with a token that had ended',
    ])
  })

  it('has to meet what befalls it', () => {
    expect(judged({}, { refused: [] })).toEqual(['revocation: only 0 calls met the revocation'])
    expect(judged({}, {}, [{ ...start, storeFails: true }, revocation])).toEqual([
      'start: nobody told that the store failed',
    ])
    expect(judged({ calls: [call('a', 1)] })).toEqual(['revocation: no calls'])
  })
})
