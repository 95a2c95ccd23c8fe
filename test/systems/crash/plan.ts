import type { PoolConfig } from 'pg'

/** What each life of a program is told. */
interface Common {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the far side says how often it saw a reference. */
  readonly ledger: string
  /** Of the references, so that each journal has its own. */
  readonly prefix: string
  /** Milliseconds of a call, and of a row's lease. */
  readonly totalTimeout: number
  readonly window: number
  /** The file of the journal. */
  readonly file?: string
  readonly server?: PoolConfig
}

/** Makes conversions until it is killed, or as many as are asked for. */
export interface WorkPlan extends Common {
  readonly role: 'work'
  /** The first order: those below `fresh` may have been sent in an earlier life. */
  readonly first: number
  readonly fresh: number
  /** How many orders; undefined: until it is killed. */
  readonly orders?: number
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

/** Does as the guide says with what others left, then sends again. */
export interface FollowPlan extends Common {
  readonly role: 'follow'
  /** Milliseconds until it begins. */
  readonly wait: number
  /** The references that it sends in any case, as a queue would; else those that it settled as `not_sent`. */
  readonly again?: readonly string[]
}

export type Plan = WorkPlan | FreezePlan | FollowPlan
