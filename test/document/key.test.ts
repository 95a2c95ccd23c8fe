import { expect, it } from 'vitest'
import { differing } from '../../src/call/answer.js'
import type { IdempotencyKey, Values } from '../../src/operation.js'
import { acmeWith, conversion } from '../support/acme.js'
import { idempotencyKey } from '../support/keyed-provider.js'
import { scripted } from '../support/scripted.js'

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
  ['has a part for a whole', { amount: '0.5' }, { amount: '5' }, ['amount']],
  ['has 0 for nothing', { memo: '' }, { memo: 0 }, ['memo']],
  ['has an object under the name of a text', { address: '0x1' }, { address: { id: 'a' } }, []],
  ['is a list', { items: [] }, [{ id: 'c-1' }], []],
  ['is of a service that gives a repeat 409', { amount: '1' }, { amount: '2' }, [], '409'],
])(
  'only what differs tells an answer of another request: one that %s',
  (_, sent, given, fields, status) => {
    const rule = { in: 'header', name: 'k', prefix: '', lifetime: 1 } as const
    const key: IdempotencyKey = { ...rule, rules: true, repeated: status ?? 'first-answer' }
    expect(differing(key, sent as Values, given)).toEqual(fields)
  },
)

it.each<[string, key: object, rules: object, refId: string | undefined, problem: string]>([
  ['in a header', {}, { format: 'uuid' }, 'order-1', 'must be a uuid string, got "order-1"'],
  ['escaped in a header', {}, { maxLength: 9 }, 'é é', 'maxLength 9, got "%C3%A9%20%C3%A9"'],
  [
    'filled into a field',
    { in: 'input', name: 'ref_id' },
    { maxLength: 9 },
    undefined,
    'maxLength 9',
  ],
])(
  'a call whose key the service would not take is not sent: %s',
  async (_, place, limits, ref_id, problem) => {
    const rule = { ...idempotencyKey, ...place }
    const rules = { properties: { [rule.name]: { type: 'string', ...limits } } }
    const provider = acmeWith('createStablecoinConversion', { key: { ...rule, rules } })
    const body = JSON.parse(JSON.stringify({ ...conversion, ref_id })) as typeof conversion
    const call = scripted([], { provider }).client.createStablecoinConversion(body)
    const message = expect.stringMatching(`${rule.name}.*${problem}`) as string
    await expect(call).rejects.toMatchObject({ outcome: 'not_sent', message })
  },
)
