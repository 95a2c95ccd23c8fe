import { expect, it } from 'vitest'
import { acmeWith, conversion } from '../support/acme.js'
import { idempotencyKey } from '../support/keyed-provider.js'
import { scripted } from '../support/scripted.js'

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
