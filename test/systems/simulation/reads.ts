// How a client of the world looks a conversion up, and what the service shows it.

import { operations, provider } from '../../../generated/index.js'
import type { Rules } from '../../../src/operation.js'
import type { Random } from './random.js'
import type { CallRecord } from './record.js'

const { createStablecoinConversion } = operations
const { request } = createStablecoinConversion ?? {}
const account = { in: 'header', name: 'X-Account' } as const

/** Our document, with a provider's read by `ref_id` and the link to it; a header selects the account of both. */
export const withLookUp: typeof provider = {
  ...provider,
  operations: {
    ...operations,
    createStablecoinConversion: {
      ...createStablecoinConversion,
      parameters: [account],
      account: [[account.name]],
      request: { ...(request as Rules), additionalProperties: true },
      lookUp: {
        operation: 'listConversions',
        parameters: { ref_id: ['ref_id'], [account.name]: [account.name] },
        path: ['conversions'],
      },
    },
    listConversions: {
      id: 'listConversions',
      method: 'GET',
      path: '/v2/conversion/stablecoins',
      scopes: createStablecoinConversion?.scopes,
      idempotent: true,
      hasBody: false,
      parameters: [{ in: 'query', name: 'ref_id' }, account],
      response: { type: 'object' },
    },
  },
}

/** How the reads of a world are off. */
export interface View {
  /** Milliseconds after which a read shows what was carried out. */
  readonly lag: number
  /** How often a read shows nothing of it, and how often something else in its place. */
  readonly misses: number
  readonly lies: number
}

export const viewOf = (random: Random): View => ({
  lag: random.pick([0, 0, 1_000, 30_000]),
  misses: random.pick([0, 0, 0.5]),
  lies: random.pick([0, 0, 0.2]),
})

/** Pages that prove nothing of a conversion which is there or not. */
const lies: readonly ((made: object) => object)[] = [
  (made) => ({ conversions: [{ ...made, amount: '0.01' }] }),
  (made) => ({ conversions: [{ ...made, ref_id: 'another' }] }),
  (made) => ({ conversions: [{ ...made, id: undefined }] }),
  (made) => ({ conversions: [made, { ...made, id: 'twice' }] }),
  () => ({ error: 'try again later', conversions: [] }),
  () => ({ conversions: [], next_token: 'p-2' }),
]

/** The page that a read gets of a call, and whether it has what was carried out. */
export function pageOf(random: Random, view: View, call: CallRecord, now: number, made: object) {
  if (random.chance(view.lies)) return { page: random.pick(lies)(made), shows: false }
  const isDone = call.carriedOut.some((at) => at <= now - view.lag)
  const shows = isDone && !random.chance(view.misses)
  return { page: { conversions: shows ? [made] : [] }, shows }
}
