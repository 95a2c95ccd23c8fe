import type { PoolConfig } from 'pg'
import type { Conversion } from '../../../openapi/guides/examples/after-unknown/outbox.js'
import { unreferenced } from '../../support/examples.js'

/** What each life of a program is told. */
export interface Common {
  readonly baseUrl: string
  readonly tokenUrl: string
  /** Where the service says what it made, of all its books. */
  readonly serverLog: string
  /** The name of the journal's book at the service, and of its references. */
  readonly book: string
  /** Who asks, where several do. */
  readonly life?: string
  /** Milliseconds of a call, and of a row's lease. */
  readonly totalTimeout: number
  readonly window: number
  /** The account of the journal's rows, where the base URLs differ. */
  readonly account?: string
  /** The journal's table, where it is not that by default. */
  readonly table?: string
  /** The file of the journal. */
  readonly file?: string
  readonly server?: PoolConfig
}

/** Makes conversions until it is killed. */
export interface WorkPlan extends Common {
  readonly role: 'work'
  /** The first order: those below `fresh` may have been sent in an earlier life. */
  readonly first: number
  readonly fresh: number
}

/** What sends: fetch, the same in a `Request` as dd-trace makes it, or undici, which negotiates HTTP/2 over TLS if told to. */
export const everyMeans = ['fetch', 'fetch of a Request', 'undici', 'undici with HTTP/2'] as const
export type Means = (typeof everyMeans)[number]

/** Makes calls that are held in one phase each, until it is frozen; it ends when it was thawed. */
export interface FreezePlan extends Common {
  readonly role: 'freeze'
  readonly transport: Means
  /** The port of the server that names are asked of. */
  readonly names: number
  readonly calls: readonly HeldCall[]
}

export interface HeldCall {
  readonly phase: string
  readonly refId: string
  readonly baseUrl?: string
  readonly tokenUrl?: string
  /** Where `beforeSend` waits for a byte, once the row is written. */
  readonly recorded?: number
  /** Whether it waits for the client's only connection. */
  readonly queued?: boolean
}

/** Settles what others left, then makes each call again, as a queue delivers its jobs. */
export interface FollowPlan extends Common {
  readonly role: 'follow'
  /** Milliseconds until it begins, and how long it settles again and again while something is left. */
  readonly wait: number
  readonly settling?: number
  /** The references; else those of all rows. */
  readonly again?: readonly string[]
}

export type Plan = WorkPlan | FreezePlan | FollowPlan

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
