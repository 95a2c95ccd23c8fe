import { breathe, Globals } from './globals.js'
import { live, World } from './world.js'

/** One world that broke an invariant, with what happened in it. */
export interface Failure {
  readonly index: number
  readonly violations: readonly string[]
  readonly trace: readonly string[]
}

/** Runs worlds until they have made as many calls as asked for, or one has failed. */
export async function simulate(seed: number, calls: number) {
  /** How many calls ended with each outcome, by the class of their error. */
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
  return { worlds, calls: made, attempts, outcomes, failures }
}

/** Runs one world alone, with its trace. */
export async function replay(seed: number, index: number): Promise<Failure> {
  return inWorlds(async (run) => failureOf(await run(seed, index, true), index))
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

/** A report shows the end of the trace of the call that broke first. */
const shownLines = 25

/** The invariants that one world broke, what happened in the call that broke the first, and how to see all of it. */
export function failureText(seed: number, failure: Failure, whole = false): string {
  const { index, violations, trace } = failure
  const [, call] = /^(w\d+)\b/.exec(violations[0] ?? '') ?? []
  const isAbout = new RegExp(`\\b${call ?? ''}\\b`)
  return [
    `World ${index} of seed ${seed}`,
    ...violations.slice(0, 5).map((violation) => `broken: ${violation}`),
    ...(whole ? trace : trace.filter((line) => isAbout.test(line)).slice(-shownLines)),
    `npm run suite -- simulation --seed ${seed} --world ${index}`,
  ].join('\n')
}
