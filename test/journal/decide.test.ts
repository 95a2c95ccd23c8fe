// The decision of a journal in every combination of its facts: what must never be, in the words of SECURITY.md.

import { expect, it } from 'vitest'
import {
  type CallFacts,
  decide,
  type Evidence,
  type RowFacts,
  rule,
  type Step,
} from '../../src/journal/decide.js'

const states = ['pending', 'unknown', 'succeeded', 'rejected', 'not_sent', 'abandoned'] as const
const evidences: readonly Evidence[] = [
  ...([
    'none yet',
    'found',
    'other',
    'silent',
    'empty',
    'absent',
    'unproven',
    'elsewhere',
    'failed',
  ] as const),
]
const rows: readonly RowFacts[] = states.flatMap((state) =>
  Array.from({ length: 32 }, (_, bits) => {
    const bit = (at: number): boolean => (bits & (1 << at)) !== 0
    const isFree = state === 'not_sent' || (state === 'rejected' && bit(0))
    const facts = { isLeaseOver: bit(1), isAnswered: bit(2), isDecided: bit(3) }
    return { state, isFree, ...facts, isInDoubt: state === 'unknown' && bit(4) }
  }),
)
const calls: readonly (CallFacts | undefined)[] = [
  undefined,
  ...Array.from({ length: 64 }, (_, bits) => {
    const bit = (at: number): boolean => (bits & (1 << at)) !== 0
    return {
      isUnsent: bit(0),
      isOther: bit(1),
      isKnownByKey: bit(2),
      isUnderWay: bit(3),
      endsByItself: bit(4),
      looksFirst: bit(5),
    }
  }),
]

interface Case {
  readonly row: RowFacts
  readonly call: CallFacts | undefined
  readonly evidence: Evidence
  readonly step: Step
}
const all: readonly Case[] = rows.flatMap((row) =>
  calls.flatMap((call) =>
    evidences.map((evidence) => {
      return { row, call, evidence, step: decide(row, call, evidence) }
    }),
  ),
)
const casesOf = (...steps: readonly Step[]) => all.filter(({ step }) => steps.includes(step))
/** Whether a call of this process wrote the row, and never left. */
const isUnsent = ({ row, call }: Case): boolean =>
  call?.isUnsent === true && row.state === 'pending'
/** Whether the first call may have taken effect, for all that the journal knows. */
const isOpen = (one: Case): boolean =>
  !one.row.isFree && !['succeeded', 'abandoned'].includes(one.row.state) && !isUnsent(one)

it('every combination is decided', () => {
  expect(all).toHaveLength(192 * 65 * 9)
  expect(all.every(({ step }) => typeof step === 'string' || typeof step.wait === 'string')).toBe(
    true,
  )
})

it('a call is sent where its row proves that nothing came, and else only under a key that the service knows', () => {
  expect(casesOf('send').every(({ row }) => row.isFree)).toBe(true)
  // After a restore nothing is sent before it was looked up, but where a person has decided since.
  expect(casesOf('send').every(({ row, call }) => !call?.looksFirst || row.isDecided)).toBe(true)
  const underKey = casesOf('send under the key')
  expect(underKey.length).toBeGreaterThan(0)
  for (const { row, call, evidence } of underKey) {
    expect(call).toMatchObject({ isKnownByKey: true, isOther: false })
    // Within its lease the first attempt may still leave. After a look-up that failed, nobody knows whether the key is known.
    expect(row.isLeaseOver).toBe(true)
    expect(['none yet', 'found', 'other', 'absent', 'failed']).not.toContain(evidence)
  }
})

it('a row is free again only by a proof that nothing came', () => {
  const freed = casesOf('write not_sent')
  expect(freed.some((one) => !isUnsent(one))).toBe(true)
  for (const one of freed)
    expect(isUnsent(one) || (one.evidence === 'absent' && one.row.isLeaseOver)).toBe(true)
  for (const { row, evidence } of casesOf('prove absence'))
    expect([row.isLeaseOver, row.isAnswered, evidence]).toEqual([true, false, 'empty'])
})

it('a success is written where it was found, and at any time', () => {
  expect(casesOf('write succeeded').every(({ evidence }) => evidence === 'found')).toBe(true)
  const found = all.filter((one) => isOpen(one) && !one.call?.isOther && one.evidence === 'found')
  expect(found.every(({ step }) => step === 'write succeeded')).toBe(true)
})

it('an answer is given to its own call alone', () => {
  for (const { row, call } of casesOf('answer'))
    expect([row.state, call?.isOther ?? false]).toEqual(['succeeded', false])
  const others = all.filter((one) => one.call?.isOther && !one.row.isFree && !isUnsent(one))
  for (const { row, step } of others)
    expect(step).toBe(row.isInDoubt ? 'record in doubt' : 'refuse')
})

it('a call is recorded in doubt over no row of a call that was sent', () => {
  const inDoubt = casesOf('record in doubt')
  expect(inDoubt.some(({ row }) => row.isFree)).toBe(true)
  expect(inDoubt.every(({ row }) => row.isFree || row.isInDoubt)).toBe(true)
  expect(inDoubt.every(({ row }) => !row.isFree || !row.isDecided)).toBe(true)
})

it('a decision of a person stands', () => {
  const abandoned = all.filter(({ row, call }) => row.state === 'abandoned' && !call?.isOther)
  expect(abandoned.every(({ step }) => step === 'ask a person')).toBe(true)
})

it('settle sends nothing, and every row that is looked up ends or waits', () => {
  for (const { row, evidence, step } of all.filter(({ call }) => !call)) {
    expect(['send under the key', 'refuse', 'record in doubt']).not.toContain(step)
    if (row.isFree) continue
    // No step is taken twice: what a look-up has said is not asked again.
    if (step === 'look up') expect(evidence).toBe('none yet')
  }
})

it('a row waits for a time at which something can change, and else for a person', () => {
  for (const { row, call, evidence, step } of all) {
    if (typeof step !== 'object') continue
    if (step.wait === 'end of the call') expect(call?.isUnderWay).toBe(true)
    if (step.wait === 'end of the lease') expect(row.isLeaseOver).toBe(false)
    if (step.wait !== 'next look') continue
    const isUnreadable = row.state === 'succeeded' && evidence === 'failed'
    expect(row.isLeaseOver || isUnreadable).toBe(true)
  }
  const people = casesOf('ask a person').filter(isOpen)
  for (const { row, call, evidence } of people) {
    const isNeverSettled = call !== undefined && !call.endsByItself
    const isEmpty = row.isAnswered && evidence === 'empty'
    const isLasting = row.isLeaseOver && (isEmpty || evidence === 'elsewhere')
    expect(isNeverSettled || isLasting || evidence === 'other').toBe(true)
  }
})

it('a call waits for no look-up where nothing can settle its row, and for a kept answer that cannot be read', () => {
  const never = all.filter((one) => isOpen(one) && one.call && !one.call.endsByItself)
  for (const { step } of never)
    if (typeof step === 'object') expect(step.wait).toBe('end of the call')
  const unread = all.filter(
    ({ row, call, evidence }) =>
      row.state === 'succeeded' && evidence === 'failed' && !call?.isOther,
  )
  for (const { step } of unread) expect(step).toEqual({ wait: 'next look' })
})

it.each([
  ['found', { isLeaseOver: false }, 'succeeded'],
  ['never_came', { isLeaseOver: false }, 'may be under way'],
  ['abandoned', { isLeaseOver: false }, 'may be under way'],
  ['never_came', { isLeaseOver: true }, 'not_sent'],
  ['abandoned', { isLeaseOver: true }, 'abandoned'],
] as const)('a person says %s of a row with %j: %s', (verdict, lease, ruling) => {
  for (const state of states)
    expect(rule({ state, ...lease }, verdict)).toBe(
      state === 'succeeded' ? 'has succeeded' : ruling,
    )
})
