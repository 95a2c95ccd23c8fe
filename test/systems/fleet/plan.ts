import type { Said } from '../../network/violations.js'

/** What one process of a fleet is told. */
export interface Plan {
  readonly name: string
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where its Redis is, as it sees it. */
  readonly redis: string
  /** Whether its store has a lock, or is Keyv as it is. */
  readonly lock: boolean
}

/** The signal to begin: until when, by the system's clock, calls are made. */
export interface Go {
  readonly until: number
}

/** One call of a process. */
export interface Told {
  readonly refId: string
  /** When it began, by the system's clock. */
  readonly at: number
  /** Milliseconds from its start to its last `attempt` event, without those of attempts before. */
  readonly added: number
  readonly outcome: Said['end']
}

/** What a process tells at its end. */
export interface Report {
  readonly calls: readonly Told[]
  /** When `token` events told that the store failed. */
  readonly storeErrors: readonly number[]
  /** The sentences of calls that failed. */
  readonly failures: readonly string[]
}
