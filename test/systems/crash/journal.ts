import type { Failure } from './failing-program.js'
import type { Plan } from './plan.js'
import type { Service } from './service.js'
import type { Row } from './truth.js'

/** A journal of a kind, as the test sees it from outside of the programs that write it. */
export interface Journal {
  /** What the programs need to open it. */
  readonly plan: Pick<Plan, 'file' | 'server'>
  /** Everything that is in it now. */
  readonly rows: () => Promise<readonly Row[]>
  readonly stop: () => Promise<void>
}

/** Builds a program that imports the packed package. */
export type Build = (
  program: string,
  elsewhere?: Readonly<Record<string, string>>,
) => Promise<string>

/** Where programs keep their journals. */
export interface Kind {
  readonly name: string
  readonly kills: number
  /** Programs that run at the same time, and whether they share a journal. */
  readonly programs: number
  readonly shared: boolean
  /** Gets ready what is not on every machine. @throws Error that says what is missing */
  readonly prepare: (build: Build) => Promise<Prepared>
}

export interface Prepared {
  /** The file of the program that keeps such a journal. */
  readonly program: string
  readonly open: (folder: string) => Promise<Journal>
  /** Makes calls while the database fails. */
  readonly meetTroubles?: (service: Service) => Promise<readonly Failure[]>
  readonly stop: () => Promise<void>
}

/** The SQL that reads all of a journal. */
export const everyRow = `SELECT "partition" || '/' || reference AS key, state, data FROM stablecoin_issuer_calls`
