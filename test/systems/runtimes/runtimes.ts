import { join } from 'node:path'
import { must } from '../../support/run.js'
import { npmPackages } from '../languages/cache.js'
import { chromium } from './chromium.js'
import { bunProgram, denoProgram, nodeProgram } from './node.js'
import { programs } from './project.js'
import type { Found, Setting } from './scenario.js'

type Way = 'fetch' | 'undici'

/** A runtime, at the version that is tried, and how the scenario runs in it. */
export interface Runtime {
  readonly title: string
  readonly ways: readonly Way[]
  /** What is installed beside the package. */
  readonly packages: readonly string[]
  /** It reads a body before there is a connection. */
  readonly readsAhead?: boolean
  /** An agent watches it, whose record may hold nothing that is secret. */
  readonly isWatched?: boolean
  /** What differs here for a reason, for the table. */
  readonly notes?: readonly string[]
  /** Runs the scenario in a project. @throws Missing */
  run(project: string, setting: Setting, over: Way): Promise<Found>
}

/** Runs the scenario by a command, which prints what it found. */
async function foundBy(command: readonly string[], cwd: string): Promise<Found> {
  const { stdout } = await must(command, { cwd })
  return JSON.parse(/^\{.*$/m.exec(stdout)?.[0] ?? '') as Found
}

/** A runtime of command lines. */
const byCommand = (
  title: string,
  getProgram: () => Promise<string>,
  ...options: readonly string[]
): Runtime => ({
  title,
  ways: ['fetch'],
  packages: [],
  run: async (project, setting, over) => {
    const command = [await getProgram(), ...options, 'command-line.js']
    return foundBy([...command, JSON.stringify(setting), over], project)
  },
})

const node = (version: string, undici: string, ...options: readonly string[]): Runtime => ({
  ...byCommand(`Node.js ${version}`, () => nodeProgram(version), ...options),
  ways: ['fetch', 'undici'],
  packages: [`undici@${undici}`],
})

/** OpenTelemetry's instrumentation of fetch and undici watches the process. */
const watched: Runtime = {
  ...node('24.21.0', '8.12.4', '--import', './telemetry-program.js'),
  title: 'Node.js 24.21.0, watched by @opentelemetry/instrumentation-undici 0.33.0',
  packages: [
    'undici@8.12.4',
    '@opentelemetry/api@1.9.1',
    '@opentelemetry/instrumentation@0.223.0',
    '@opentelemetry/instrumentation-undici@0.33.0',
    '@opentelemetry/sdk-trace-node@2.12.0',
  ],
  isWatched: true,
}

/** The package needs the network and nothing else. */
const denoOptions = ['run', '--allow-net', '--no-lock', '--node-modules-dir=manual']
const deno: Runtime = {
  ...byCommand('Deno 2.9.6', () => denoProgram('2.9.6'), ...denoOptions),
  readsAhead: true,
}

/** Cloudflare's runtime, started by miniflare. */
const workerd: Runtime = {
  title: 'workerd 1.20260730.1',
  ways: ['fetch'],
  packages: [],
  readsAhead: true,
  notes: ['workerd reports a refused connection like a broken one, so it is `unknown` there.'],
  run: async (project, setting) => {
    const program = await nodeProgram('24.21.0')
    const place = await npmPackages('miniflare@4.20260730.0')
    const miniflare = join(place, 'node_modules/miniflare/dist/src/index.js')
    const runner = [program, join(programs, 'miniflare-program.js')]
    const hidden = JSON.stringify({ ...setting, reasonsAreHidden: true })
    return foundBy([...runner, miniflare, 'worker.js', hidden], project)
  },
}

/** What comes from the registry is tried at exact versions: the oldest that the package allows, and the newest. */
export const runtimes: readonly Runtime[] = [
  node('20.19.0', '7.10.0'),
  node('20.20.2', '7.30.2'),
  node('22.13.0', '7.30.2'),
  node('22.23.3', '8.12.4'),
  node('24.21.0', '8.12.4'),
  node('26.10.0', '8.12.4'),
  watched,
  byCommand('Bun 1.4.5', () => bunProgram('1.4.5')),
  deno,
  workerd,
  chromium,
]
