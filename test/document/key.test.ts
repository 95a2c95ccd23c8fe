import { expect, it } from 'vitest'
import { createOperations } from '../../src/document/provider.js'
import type { Operation, Values } from '../../src/operation.js'

it.each<[string, sent: object, answer: unknown, differing: string[], '409'?]>([
  ['has another amount', { amount: '1' }, { id: 'c-1', amount: '2' }, ['amount']],
  ['has another id than the path', { id: 'c-1' }, { id: 'c-2' }, ['id']],
  ['has other metadata', { metadata: { a: 1 } }, { metadata: { a: 2 } }, ['metadata.a']],
  ['has the same as a small number', { amount: '0.00000001' }, { amount: 1e-8 }, []],
  [
    'has no more digits than a number',
    { fee: '0.123456789012345678' },
    { fee: 0.12345678901234568 },
    [],
  ],
  ['has another number', { amount: '0.00000001' }, { amount: 1e-7 }, ['amount']],
  ['has 0 for nothing', { memo: '' }, { memo: 0 }, ['memo']],
  ['has an object under the name of a text', { address: '0x1' }, { address: { id: 'a' } }, []],
  ['is a list', { items: [] }, [{ id: 'c-1' }], []],
  ['is of a service that gives a repeat 409', { amount: '1' }, { amount: '2' }, [], '409'],
])(
  'only what differs tells an answer of another request: one that %s',
  (_, sent, given, differing, status) => {
    const rule = { in: 'header', name: 'k', prefix: '', lifetime: 1 } as const
    const key = { ...rule, repeated: status ?? 'first-answer' }
    const { one } = createOperations<Operation>({ one: { key } })
    expect(one?.key?.differences?.(sent as Values, given) ?? []).toEqual(differing)
  },
)
