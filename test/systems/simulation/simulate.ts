import { createHash } from 'node:crypto'
import { breathe, Globals } from './globals.js'
import { live, World } from './world.js'

/** One world that broke an invariant, with what happened in it. */
export interface Failure {
  readonly index: number
  readonly violations: readonly string[]
  readonly trace: readonly string[]
}

/** What a run came to. */
export interface Figures {
  readonly worlds: number
  readonly calls: number
  readonly attempts: number
  /** How many calls ended with each outcome, by the class of their error. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly failures: readonly Failure[]
  /** Bytes of memory that the process has at the end. */
  readonly memory: number
}

/** Runs worlds until they have made as many calls as asked for, or one has failed. */
export async function simulate(seed: number, calls: number): Promise<Figures> {
  const outcomes: Record<string, number> = {}
  const failures: Failure[] = []
  let made = 0
  let attempts = 0
  let worlds = 0
  await inWorlds(async (run) => {
    for (; made < calls && failures.length === 0; worlds++) {
      const world = await run(seed, worlds, false)
      made += world.calls.size
      attempts += world.attempts
      for (const { error } of world.calls.values()) {
        const name = error === undefined ? 'success' : `${error.code} ${error.outcome}`
        outcomes[name] = (outcomes[name] ?? 0) + 1
      }
      // Once more, now to see what happens in it.
      if (world.violations.length > 0)
        failures.push(failureOf(await run(seed, worlds, true), worlds))
    }
  })
  const memory = process.memoryUsage().rss
  return { worlds, calls: made, attempts, outcomes, failures, memory }
}

/** Runs one world alone, with its trace. */
export async function replay(seed: number, index: number): Promise<Failure> {
  return inWorlds(async (run) => failureOf(await run(seed, index, true), index))
}

/** The same for the same trace. */
export function hashOf({ trace }: Failure): string {
  return createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16)
}

function failureOf({ violations, trace = [] }: World, index: number): Failure {
  return { index, violations, trace }
}

type Run = (seed: number, index: number, traced: boolean) => Promise<World>

/** Takes the globals away from this process for as long as worlds run. */
async function inWorlds<Result>(what: (run: Run) => Promise<Result>): Promise<Result> {
  const { stackTraceLimit } = Error
  const unhandled: unknown[] = []
  const collect = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', collect)
  const globals = new Globals()
  // Nobody reads the stacks of errors that are expected.
  Error.stackTraceLimit = 0
  try {
    return await what(async (seed, index, traced) => {
      const world = new World(seed, index, traced)
      globals.belongTo(world)
      await live(world)
      await breathe()
      for (const reason of unhandled.splice(0))
        world.violate(`a rejection that nobody handles: ${String(reason)}`)
      return world
    })
  } finally {
    globals.restore()
    Error.stackTraceLimit = stackTraceLimit
    process.off('unhandledRejection', collect)
  }
}

const count = new Intl.NumberFormat('en')

/** A report shows so many broken invariants, and so many lines of what happened before. */
const most = { violations: 5, trace: 25 }

/** The invariants that one world broke, what happened in the call that broke the first, and how to see all of it. */
export function failureText(seed: number, failure: Failure, whole = false): string {
  const { index, violations, trace } = failure
  const [, call] = /^(w\d+)\b/.exec(violations[0] ?? '') ?? []
  const about = call === undefined ? trace : trace.filter((line) => lineOf(call).test(line))
  const shown = whole ? trace : about.slice(-most.trace)
  const broken = violations.slice(0, whole ? undefined : most.violations)
  const left = violations.length - broken.length
  return [
    `World ${index} of seed ${seed} (trace ${hashOf(failure)})`,
    ...broken.map((violation) => `broken: ${shorten(violation, whole)}`),
    ...(left > 0 ? [`and ${left} more`] : []),
    ...shown.map((line) => `  ${shorten(line, whole)}`),
    `npm run test:simulation -- --seed ${seed} --world ${index}`,
  ].join('\n')
}

const lineOf = (call: string): RegExp => new RegExp(`\\b${call}\\b`)

function shorten(line: string, whole: boolean): string {
  return whole || line.length <= 300 ? line : `${line.slice(0, 299)}…`
}

export function figuresText(
  seed: number,
  { worlds, calls, attempts, outcomes, failures, memory }: Figures,
  milliseconds: number,
): string {
  const rows = Object.entries(outcomes).sort(([, a], [, b]) => b - a)
  return [
    ...rows.map(([name, times]) => `${count.format(times).padStart(12)}  ${name}`),
    `seed ${seed}: ${count.format(calls)} calls and ${count.format(attempts)} attempts in ` +
      `${count.format(worlds)} worlds, ${failures.length} worlds that broke an invariant, ` +
      `${(milliseconds / 1_000).toFixed(1)} s, ` +
      `${Math.round(memory / 1024 / 1024)} MB`,
  ].join('\n')
}
