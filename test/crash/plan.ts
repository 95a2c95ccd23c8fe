import type { PoolConfig } from 'pg'

/** What one life of a program is told: it makes conversions until it is killed, or as many as are asked for. */
export interface Plan {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of the references, so that each journal has its own. */
  readonly prefix: string
  /** The first order: those below `fresh` may have been sent in an earlier life. */
  readonly first: number
  readonly fresh: number
  /** How many orders; undefined: until it is killed. */
  readonly orders?: number
  /** The file of the journal. */
  readonly file?: string
  readonly server?: PoolConfig
}
