import { must } from '../../support/run.js'
import type { Project } from './project.js'
import type { Line, Setting } from './report.js'

/** A runtime, at the version that is tried, and how the scenario runs in it. */
export interface Runtime {
  readonly name: string
  readonly version: string
  /** The version of undici that it is also tried with. */
  readonly undici?: string
  /** It reads a body before there is a connection, so that nothing can be told from that. */
  readonly readsAhead?: boolean
  /** What differs here for a reason, for the table. */
  readonly differences?: readonly string[]
  /** Gets what it needs. @throws Error that says what is missing */
  prepare(): Promise<Prepared>
}

/** Runs the scenario in one project. */
export type Prepared = (project: Project, setting: Setting) => Promise<readonly Line[]>

/** Runs the scenario by a command, which prints the lines as JSON, and has to come to its end. */
export const byCommand =
  (
    command: (programs: Project['programs'], setting: string) => readonly string[],
    more: Partial<Setting> = {},
  ): Prepared =>
  async ({ folder, programs }, setting) => {
    const parts = command(programs, JSON.stringify({ ...setting, ...more }))
    const { stdout, output } = await must(parts, { cwd: folder })
    const told = stdout.split('\n').filter((line) => line.startsWith('{"kind"'))
    const lines = told.map((line) => JSON.parse(line) as Line)
    if (lines.at(-1)?.kind !== 'end')
      throw new Error(`ended before the end: ${output.slice(-1_000)}`)
    return lines
  }
