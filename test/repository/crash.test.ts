import { describe, expect, it } from 'vitest'
import type { FrozenCall } from '../systems/crash/frozen.js'
import type { Row } from '../systems/crash/journal.js'
import { isFrozenWrong } from '../systems/crash/table.js'
import { columns, compare } from '../systems/crash/truth.js'

/** The lies in a journal of one row, or of none, where the mock saw the reference so often. */
function found(state: string | undefined, times: number, later = times): string[] {
  const rows: Row[] = state === undefined ? [] : [{ key: 'a', state }]
  const lies = compare(rows, new Map(times > 0 ? [['a', times]] : []), new Map([['a', later]]))
  return columns.filter((lie) => lies.get(lie)?.includes('a') === true)
}

describe('a journal compared with what the mock saw', () => {
  it.each([
    ...['pending', 'unknown', 'rejected', 'succeeded'].map((state) => [state, 1, ''] as const),
    ...['pending', 'unknown', 'rejected', 'not_sent'].map((state) => [state, 0, ''] as const),
    [undefined, 1, 'seen, not in the journal'] as const,
    ['succeeded', 2, 'seen twice'] as const,
    ['not_sent', 1, '`not_sent` but seen'] as const,
    ['succeeded', 0, '`succeeded` but not seen'] as const,
  ])(
    'that says %s of what was seen %i times holds no lie, or is found out: %s',
    (state, times, lie) => {
      expect(found(state, times)).toEqual(lie === '' ? [] : [lie])
    },
  )

  it('may be read while a program goes on', () => {
    expect(found('succeeded', 0, 1)).toEqual([])
    expect(found('not_sent', 0, 1)).toEqual([])
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
})
