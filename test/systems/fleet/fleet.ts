import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasGroups, keepChild } from '../../support/children.js'
import type { FarSide } from './far-side.js'
import type { Plan, Report } from './plan.js'
import type { Redis, Relay } from './redis.js'
import { type Act, lasts, restartTakes, type Scenario } from './scenarios.js'

/** What a fleet works with. */
export interface Setting {
  readonly program: string
  readonly farSide: FarSide
  readonly redis: Redis
  readonly relay: Relay
  /** Where nothing listens. */
  readonly nowhere: number
}

/** What came of a run: when it began, by the system's clock, and what each process told. */
export interface Run {
  readonly began: number
  readonly reports: readonly Report[]
}

/** Starts a fleet, lets it work and befall what is to befall it. @throws Error where a process did not tell its end */
export async function play(scenario: Scenario, setting: Setting): Promise<Run> {
  const { processes, late = { processes: 0, at: 0 } } = scenario
  const members = Array.from({ length: processes }, (_, at) => startMember(at, scenario, setting))
  try {
    // Those that begin later stand ready as well: a start takes processors that others need.
    await Promise.all(members.map(({ ready }) => ready))
    const began = Date.now()
    const until = began + lasts(scenario) * 1_000
    const prompt = members.length - late.processes
    for (const { child } of members.slice(0, prompt)) child.send({ until })
    const after = async (seconds: number, act: () => void | Promise<void>): Promise<void> => {
      await sleep(seconds * 1_000)
      await act()
    }
    const acting = scenario.acts.map(({ at, what }) => after(at, () => befall(what, setting)))
    const joining = after(late.at, () => {
      for (const { child } of members.slice(prompt)) child.send({ until })
    })
    const reports = members.map(({ report }) => report)
    await Promise.all([...acting, joining, ...reports])
    return { began, reports: await Promise.all(reports) }
  } finally {
    for (const { child } of members) child.kill('SIGKILL')
  }
}

interface Member {
  readonly child: ChildProcess
  readonly ready: Promise<unknown>
  readonly report: Promise<Report>
}

function startMember(number: number, { lock, redis }: Scenario, setting: Setting): Member {
  const { program, farSide, relay, nowhere } = setting
  const plan: Plan = {
    ...farSide.connection,
    name: `process-${number}`,
    redis: `redis://127.0.0.1:${redis ? relay.port : nowhere}`,
    lock,
  }
  const started = fork(program, [JSON.stringify(plan)], {
    // Its Redis is taken from it: what it prints about that is its own.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    detached: hasGroups,
  })
  const child = keepChild(started)
  // On a machine of their own the servers would not be kept waiting by those that they serve.
  if (child.pid !== undefined) setPriority(child.pid, Math.min(19, getPriority() + 5))
  let printed = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2_000)
  })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`a process ended with ${String(code)} before its time: ${printed}`)
  })
  const said = (): Promise<unknown> => Promise.race([once(child, 'message'), gone])
  const ready = said()
  const report = ready.then(said).then((message) => (message as [Report])[0])
  // Whoever waits for the one hears of the other's failure.
  for (const promise of [gone, report]) promise.catch(() => undefined)
  return { child, ready, report }
}

function befall(what: Act, { farSide, redis, relay }: Setting): void | Promise<void> {
  if (what === 'part') relay.part()
  else if (what === 'heal') relay.heal()
  else if (what === 'restart') return redis.restart(restartTakes)
  else return farSide.revoke()
}
