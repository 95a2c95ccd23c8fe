import { join } from 'node:path'
import { printedBy } from '../../support/trials.js'
import { chromium } from './chromium.js'
import { bunProgram, denoProgram, fetchPackage, nodeProgram } from './node.js'
import type { Project } from './project.js'
import type { Line, Setting } from './scenario.js'

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
type Prepared = (project: Project, setting: Setting) => Promise<readonly Line[]>

/** Runs the scenario by a command, which prints the lines as JSON, and has to come to its end. */
const byCommand =
  (
    command: (programs: Project['programs'], setting: string) => readonly string[],
    more: Partial<Setting> = {},
  ): Prepared =>
  async ({ folder, programs }, setting) => {
    const parts = command(programs, JSON.stringify({ ...setting, ...more }))
    const lines = await printedBy<Line>(parts, { cwd: folder })
    if (lines.at(-1)?.kind !== 'end')
      throw new Error(`ended before the end: ${JSON.stringify(lines.at(-1))}`)
    return lines
  }

export const node = (version: string, undici: string): Runtime => ({
  name: 'Node.js',
  version,
  undici,
  prepare: async () => {
    const program = await nodeProgram(version)
    return byCommand(({ commandLine }, setting) => [program, commandLine, setting])
  },
})

export const bun = (version: string): Runtime => ({
  name: 'Bun',
  version,
  prepare: async () => {
    const program = await bunProgram(version)
    return byCommand(({ commandLine }, setting) => [program, commandLine, setting])
  },
})

export const deno = (version: string): Runtime => ({
  name: 'Deno',
  version,
  readsAhead: true,
  prepare: async () => {
    const program = await denoProgram(version)
    // The package needs the network and nothing else.
    const options = ['run', '--allow-net', '--no-lock', '--node-modules-dir=manual']
    return byCommand(({ commandLine }, setting) => [program, ...options, commandLine, setting])
  },
})

/** Cloudflare's runtime, started by miniflare, which runs on a version of Node. */
const workerd = (version: string, miniflareVersion: string, nodeVersion: string): Runtime => ({
  name: 'workerd',
  version,
  readsAhead: true,
  differences: [
    'workerd says of a refused connection what it says of a broken one, so it is `unknown` there as well.',
  ],
  prepare: async () => {
    const program = await nodeProgram(nodeVersion)
    const entry = join(await fetchPackage('miniflare', miniflareVersion), 'dist/src/index.js')
    return byCommand(
      ({ miniflare, worker }, setting) => [program, miniflare, entry, worker, setting],
      { reasonsAreHidden: true },
    )
  },
})

/** What comes from the registry, at exact versions: the oldest that the package allows, and the newest. */
export const pinned: readonly Runtime[] = [
  node('20.19.0', '7.10.0'),
  node('20.20.2', '7.30.2'),
  node('22.13.0', '7.30.2'),
  node('22.23.3', '8.12.4'),
  node('24.21.0', '8.12.4'),
  node('26.10.0', '8.12.4'),
  bun('1.4.5'),
  deno('2.9.6'),
  workerd('1.20260730.1', '4.20260730.0', '24.21.0'),
]

export const allRuntimes = async (): Promise<readonly Runtime[]> => [...pinned, await chromium()]
