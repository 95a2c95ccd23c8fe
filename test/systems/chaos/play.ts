import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Ledger } from '../../far-side/ledger.js'
import { Arrivals } from '../../far-side/server.js'
import type { Certificates } from '../../support/certificates.js'
import { endChild, startChild } from '../../support/children.js'
import { limits } from '../../support/limits.js'
import { nodeProgram } from '../runtimes/node.js'
import type { Site, Stoppable } from './family.js'
import type { Plan, Situation, Told } from './plan.js'
import { type Finding, type Row, titleOf } from './table.js'
import { compare } from './truth.js'

export interface Stage {
  /** A folder of the row's own. */
  readonly folder: string
  /** The project with the client's version of undici, where the program is. */
  readonly project: string
  readonly program: string
  readonly certificates: Certificates
  /** At least so many. */
  readonly conversions: number
  /** The names of the situations, where not all are wanted. */
  readonly only: readonly string[]
}

/** How often a client that died or stood still is started again, the first time included. */
const attempts = 3

export type Played = Pick<Finding, 'tally' | 'failure' | 'ends'>

/** Puts the family up, lets the client make its calls, and compares, also when it did not come to its end. */
export async function play(row: Row, stage: Stage): Promise<Played> {
  const { family, client } = row
  const { folder, certificates, only } = stage
  await mkdir(folder)
  const ledger = new Ledger(() => new Arrivals())
  const { http2, over } = client
  const kept: Stoppable[] = []
  const keep: Site['keep'] = (each) => {
    kept.push(each)
    return each
  }
  try {
    const possible = await family.start({ ledger, folder, certificates, http2, keep })
    const node = await nodeProgram(client.node)
    const chosen = possible.filter(({ name }) => only.length === 0 || only.includes(name))
    const situations = share(chosen, stage.conversions)
    const calls: Told[] = []
    const ends: string[] = []
    // With undici 8 a whole process was seen to hang in native code, where no timer runs.
    for (let tries = 0; tries < attempts; tries++) {
      const plan = { over, http2, situations, first: tries * 1_000_000 }
      const { end, ...result } = await call(plan, node, stage)
      calls.push(...result.calls)
      if (end === undefined) return { tally: compare(calls, ledger), ends }
      ends.push(end)
      console.error(`${titleOf(row)}: ${end}`)
    }
    return { tally: compare(calls, ledger), ends, failure: ends.at(-1) ?? '' }
  } finally {
    await Promise.all(kept.map((each) => each.stop()))
  }
}

/** Shares the conversions out, each part rounded up. */
function share(situations: readonly Situation[], conversions: number): Situation[] {
  const whole = situations.reduce((sum, { weight }) => sum + weight, 0)
  return situations.map((situation) => ({
    ...situation,
    conversions: Math.ceil((conversions * situation.weight) / whole),
  }))
}

interface Called {
  readonly calls: readonly Told[]
  /** How it ended before its end. */
  readonly end?: string
}

/** Runs the client program to its end. */
function call(plan: Plan, node: string, stage: Stage): Promise<Called> {
  const { project, program, certificates } = stage
  const child = startChild([node, join(project, program), JSON.stringify(plan)], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: certificates.authority },
  })
  const calls: Told[] = []
  let ended = false
  let problems = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problems = (problems + text).slice(-2_000)
  })
  let isStill = false
  const watchdog = setTimeout(() => {
    isStill = true
    endChild(child)
  }, limits.still)
  createInterface({ input: child.stdout }).on('line', (line) => {
    watchdog.refresh()
    if (line === 'end') ended = true
    else calls.push(JSON.parse(line) as Told)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(watchdog)
      if (ended) {
        resolve({ calls })
        return
      }
      const how = isStill
        ? `stood still for ${limits.still / 1_000} s`
        : `died of ${signal ?? `exit code ${code ?? ''}`}`
      resolve({ calls, end: `its client ${how} after ${calls.length} calls; ${problems.trim()}` })
    })
  })
}
