import type { Conversion } from '../../guides/after-unknown/outbox.js'
import { unreferenced } from '../../support/examples.js'
import type { Common } from './plan.js'

/** Places orders until it is killed, or lets all workflows end. */
export interface DbosPlan extends Common {
  /** The database of the orders, of the journal and of DBOS. */
  readonly url: string
  /** The `executorID`; without one it is DBOS's own for every process. */
  readonly executor?: string
  readonly first: number
  readonly orders: number
  readonly toTheEnd: boolean
}

/** What became of a workflow. */
export interface Ended {
  readonly refId: string
  readonly recoveries: number
  readonly outcome: string
  readonly id?: string
}

export const tenant = 'acme-us'

const numberOf = (refId: string): number => Number(refId.split('-').at(-1))

/** Whether the service loses its answer. */
export const isLost = (refId: string): boolean => numberOf(refId) % 3 === 0

/** Whether no look-up finds it, and none says that it never came. */
export const isHidden = (refId: string): boolean => numberOf(refId) % 5 === 0

export function orderOf(book: string, order: number): Conversion {
  const ref_id = `${book}-${order}`
  return { ...unreferenced, profile_id: tenant, ref_id, metadata: { order, lost: isLost(ref_id) } }
}
