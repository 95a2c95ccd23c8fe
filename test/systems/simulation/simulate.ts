import { breathe, replaceGlobals } from './globals.js'
import { live, World } from './world.js'

/** Runs worlds until they have made as many calls as asked for, or one has failed, which is told. */
export async function simulate(seed: number, calls: number) {
  /** How many calls ended with each outcome, by the class of their error. */
  const outcomes: Record<string, number> = {}
  let failure = ''
  let made = 0
  await inWorlds(async (run) => {
    for (let index = 0; made < calls && failure === ''; index++) {
      const world = await run(seed, index, false)
      made += world.calls.size
      for (const { error } of world.calls.values()) {
        const name = error === undefined ? 'success' : `${error.code} ${error.outcome}`
        outcomes[name] = (outcomes[name] ?? 0) + 1
      }
      // Once more, now to see what happens in it.
      if (world.violations.length > 0) failure = reportOf(await run(seed, index, true))
    }
  })
  return { calls: made, outcomes, failure }
}

/** Runs one world alone, and tells all that happens in it. */
export async function replay(seed: number, index: number) {
  return inWorlds(async (run) => {
    const world = await run(seed, index, true)
    return { report: reportOf(world, true), isBroken: world.violations.length > 0 }
  })
}

type Run = (seed: number, index: number, traced: boolean) => Promise<World>

/** Takes the globals away from this process for as long as worlds run. */
async function inWorlds<Result>(what: (run: Run) => Promise<Result>): Promise<Result> {
  const { stackTraceLimit } = Error
  const { belongTo, restore } = replaceGlobals()
  // Nobody reads the stacks of errors that are expected.
  Error.stackTraceLimit = 0
  try {
    return await what(async (seed, index, traced) => {
      const world = new World(seed, index, traced)
      belongTo(world)
      await live(world)
      await breathe()
      return world
    })
  } finally {
    restore()
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The invariants that a world broke, what happened at the end of the call that broke the first, or all of it, and how to see that. */
function reportOf({ seed, index, violations, trace = [] }: World, whole = false): string {
  const [, call] = /^(w\d+)\b/.exec(violations[0] ?? '') ?? []
  const isAbout = new RegExp(`\\b${call ?? ''}\\b`)
  return [
    `World ${index} of seed ${seed}`,
    ...violations.slice(0, 5).map((violation) => `broken: ${violation}`),
    ...(whole ? trace : trace.filter((line) => isAbout.test(line)).slice(-25)),
    `SEED=${seed} WORLD=${index} npm run suite -- simulation`,
  ].join('\n')
}
