import type { Plan } from './plan.js'
import type { Change } from './programs.js'

/** What a journal says of one call. */
export interface Row {
  readonly key: string
  readonly state: string
}

/** A journal of a kind, as the test sees it from outside of the programs that write it. */
export interface Journal {
  /** What the programs need to open it. */
  readonly plan: Pick<Plan, 'file' | 'server'>
  /** Everything that is in it now. */
  readonly rows: () => Promise<readonly Row[]>
  readonly stop: () => Promise<void>
}

/** Where programs keep their journals. */
export interface Kind {
  readonly name: string
  readonly kills: number
  /** Programs that run at the same time, and whether they share a journal. */
  readonly programs: number
  readonly shared: boolean
  /** Gets ready what is not on every machine. @throws Error that says what is missing */
  readonly prepare: (changes?: readonly Change[]) => Promise<Prepared>
}

export interface Prepared {
  /** The file of the program that keeps such a journal. */
  readonly program: string
  readonly open: (folder: string) => Promise<Journal>
  readonly stop: () => Promise<void>
}
