import { unreferenced } from '../support/examples.js'
import type { Act } from './act.js'

export const secret = 'secret-4f1d9c7be2'
export const token = 'token-8a6b3e5d71'
export const refId = 'ref-2026-0001'

export const conversion = { ...unreferenced, ref_id: refId }
export { quote } from '../support/examples.js'
export const address = { id: 'a', nickname: 'n' }

/** A token endpoint's answer. */
export const granted: Act = {
  body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 }),
}
