import { describe, expect, it } from 'vitest'
import type { Row } from '../systems/crash/journal.js'
import type { Finding } from '../systems/crash/lives.js'
import type { FrozenCall } from '../systems/crash/frozen.js'
import { type Result, frozenTable, isFrozenWrong, liesIn, table } from '../systems/crash/table.js'
import { columns, compare } from '../systems/crash/truth.js'

/** The lies in a journal of one row, or of none, where the mock saw the reference so often. */
function found(state: string | undefined, times: number, later = times): string[] {
  const rows: Row[] = state === undefined ? [] : [{ key: 'a', state }]
  const lies = compare(rows, new Map(times > 0 ? [['a', times]] : []), new Map([['a', later]]))
  return columns.filter((lie) => lies.get(lie)?.includes('a') === true)
}

describe('a journal compared with what the mock saw', () => {
  it('holds no lie where it is told as it was', () => {
    for (const state of ['pending', 'unknown', 'rejected', 'succeeded'])
      expect(found(state, 1), state).toEqual([])
    for (const state of ['pending', 'unknown', 'rejected', 'not_sent'])
      expect(found(state, 0), state).toEqual([])
  })

  it('is found out in every kind of lie', () => {
    expect(found(undefined, 1)).toEqual(['seen, not in the journal'])
    expect(found('succeeded', 2)).toEqual(['seen twice'])
    expect(found('not_sent', 1)).toEqual(['`not_sent` but seen'])
    expect(found('succeeded', 0)).toEqual(['`succeeded` but not seen'])
  })

  it('may be read while a program goes on', () => {
    expect(found('succeeded', 0, 1)).toEqual([])
    expect(found('not_sent', 0, 1)).toEqual([])
  })
})

describe('the table of kills', () => {
  const finding = (lies: Finding['lies']): Finding => ({
    lies,
    left: new Set(['a', 'b']),
    early: 1,
  })
  const result = (...findings: Finding[]): Result => ({
    ...{ name: 'SQLite', kills: 300, findings, seconds: 61.4 },
    rows: [{ key: 'a', state: 'unknown' }],
    seen: new Map([['a', 1]]),
  })

  it('counts each reference that is lied about once', () => {
    const lie = new Map([['seen twice' as const, new Set(['a', 'b'])]])
    expect([
      liesIn(result(finding(new Map()))),
      liesIn(result(finding(lie), finding(lie))),
    ]).toEqual([0, 4])
  })

  it('shows what the dead left behind, and what of it was sent', () => {
    const [head = '', , line = ''] = table([result(finding(new Map()))]).split('\n')
    const cells = (text: string): string[] => text.split(' | ')
    const told = Object.fromEntries(cells(head).map((name, at) => [name, cells(line)[at]]))
    expect(told).toMatchObject({
      ...{ Kills: '300', 'before its work': '1', Conversions: '1', unknown: '1' },
      ...{ 'left by the dead': '2', 'of these seen': '1', 'seen twice': '0' },
    })
  })
})

describe('a call that was frozen', () => {
  const call: FrozenCall = {
    ...{ transport: 'fetch', span: 'past its lease', phase: 'connecting' },
    ...{ said: 'not_sent ERR_TIMEOUT', byFrozen: 0, byOther: 1, row: 'succeeded', lies: [] },
  }

  it('is carried out once past its lease, by one or the other', () => {
    expect(isFrozenWrong(call)).toBe(false)
    expect(isFrozenWrong({ ...call, byOther: 0 })).toBe(true)
    expect(isFrozenWrong({ ...call, byOther: 0, span: 'within its lease' })).toBe(false)
    expect(isFrozenWrong({ ...call, lies: ['seen twice'] })).toBe(true)
  })

  it('is counted by its transport and phase', () => {
    const twice: FrozenCall = { ...call, byFrozen: 1, lies: ['seen twice'] }
    const [, , line] = frozenTable([call, twice]).split('\n')
    expect(line).toBe('| fetch: connecting | 2 | 1 | 2 | 0 | 2 | 0 | 1 | 0 | 1 | 0 | 0 |')
  })
})
