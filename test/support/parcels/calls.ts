// Calls of the document of parcels, and a client of it whose requests meet a script.

import type { Provider } from '../../../src/document/provider.js'
import { provider } from '../../fixtures/parcels/index.js'
import { scripted as play, type Step } from '../scripted.js'
import { type ClientOptions, createFetch } from './client.js'

export const postage = { depot_id: 'p', zone: 'INLAND', pace: 'SLOW', gross_weight: '1' } as const
export const parcel = { depot_id: 'p', weight: '1', from_town: 'A', to_town: 'B', ref_id: 'r-1' }
export const shelf = { id: 'a' }
/** The least that a service answers to each of them once it carried it out. */
export const madePostage = { postage_id: 'q' }
export const madeParcel = { id: 'c' }
export const madeShelf = { shelf: { id: 'a' } }

/** Each of them, as a method and as a request. */
export const calls = {
  quotePostage: { method: 'POST', path: '/v1/postage', body: postage },
  createParcel: { method: 'POST', path: '/v1/parcels', body: parcel },
  putShelf: { method: 'PUT', path: '/v1/shelf', body: shelf },
} as const

/** A client and a fetch whose requests meet one step after the other; the last one is met again and again. */
export function scripted<Given extends Provider = typeof provider>(
  steps: readonly Step[],
  options: Partial<ClientOptions<Given>> = {},
) {
  const all = { provider, ...options } as Partial<ClientOptions<Given>>
  const played = play<Given>(steps, all)
  return { ...played, fetch: createFetch(played.options) }
}
