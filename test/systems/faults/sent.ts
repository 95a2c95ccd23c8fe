import type { Step } from './step.js'

export const secret = 'secret-4f1d9c7be2'
export const token = 'token-8a6b3e5d71'
export const refId = 'ref-2026-0001'

export const quote = {
  profile_id: 'p',
  market: 'PAXGUSD',
  side: 'BUY',
  base_amount: '2.5',
} as const
export const conversion = {
  profile_id: 'p',
  amount: '1',
  source_asset: 'A',
  target_asset: 'B',
  ref_id: refId,
}
export const address = { id: 'a', nickname: 'n' }
/** Of each operation. */
export const success: Step = { body: '{"id":"1","quote_id":"1","address":{"id":"1"}}' }

/** A token endpoint's answer. */
export function granted(value = token, more: object = {}): Step {
  return {
    body: JSON.stringify({ access_token: value, token_type: 'Bearer', expires_in: 3600, ...more }),
  }
}
