import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { nodeProgram } from '../runtimes/node.js'
import type { Certificates } from './certificates.js'
import { Ledger } from './ledger.js'
import type { Plan, Situation, Told } from './plan.js'
import type { Finding, Row } from './table.js'
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
  readonly isChosen: (situation: Situation) => boolean
}

/** After so many milliseconds without output the client counts as stuck: no call lasts as long. */
const stillness = 20_000

/** Puts the family up, lets the client make its calls, and compares, also when it did not come to its end. */
export async function play(
  { family, client }: Row,
  stage: Stage,
): Promise<Pick<Finding, 'tally' | 'failure' | 'stops'>> {
  const { folder, certificates } = stage
  await mkdir(folder)
  const ledger = new Ledger()
  const { http2, over } = client
  const standing = await family.start({ ledger, folder, certificates, http2 })
  try {
    const node = await nodeProgram(client.node)
    const situations = share(standing.situations.filter(stage.isChosen), stage.conversions)
    const waiting = family.apart === true ? situations.map((each) => [each]) : [situations]
    const told: Told[] = []
    const failures: string[] = []
    let stops = 0
    const work = async (): Promise<void> => {
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
        // With undici 8 a whole process was seen to hang in native code, where no timer runs. So there are three tries.
        for (let tries = 0; tries < 3; tries++) {
          const plan = { over, http2, situations: part, first: tries * 1_000_000 }
          const result = await call(plan, node, stage)
          told.push(...result.told)
          if (result.failure === undefined) break
          stops++
          console.error(`${client.node}, undici ${client.undici}: ${result.failure}`)
          if (tries === 2) failures.push(result.failure)
        }
    }
    await Promise.all([work(), work(), work()])
    const tally = compare(told, ledger)
    return { tally, stops, ...(failures[0] === undefined ? {} : { failure: failures[0] }) }
  } finally {
    await standing.stop()
  }
}

/** Shares the conversions out, each part rounded up. */
export function share(situations: readonly Situation[], conversions: number): Situation[] {
  const whole = situations.reduce((sum, { weight }) => sum + weight, 0)
  return situations.map((situation) => ({
    ...situation,
    conversions: Math.ceil((conversions * situation.weight) / whole),
  }))
}

/** Runs the client program to its end. */
function call(plan: Plan, node: string, stage: Stage): Promise<{ told: Told[]; failure?: string }> {
  const { project, program, certificates } = stage
  const child = spawn(node, [join(project, program), JSON.stringify(plan)], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: certificates.authority },
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
  })
  const told: Told[] = []
  let ended = false
  let problems = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problems = (problems + text).slice(-2_000)
  })
  const watchdog = setTimeout(() => child.kill('SIGKILL'), stillness)
  createInterface({ input: child.stdout }).on('line', (line) => {
    watchdog.refresh()
    if (line === 'end') ended = true
    else told.push(JSON.parse(line) as Told)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(watchdog)
      if (ended) {
        resolve({ told })
        return
      }
      const end = `the client ended with ${String(signal ?? code)} before its end`
      resolve({ told, failure: `${end}, without ${untold(plan, told)} ${problems}`.trim() })
    })
  })
}

/** The situations in which some calls were not reported. */
function untold({ situations }: Plan, told: readonly Told[]): string {
  return situations
    .flatMap(({ name, conversions = 0 }) => {
      const made = told.filter(({ situation, kind }) => situation === name && kind === 'conversion')
      return made.length < conversions ? `${conversions - made.length} of ${name}` : []
    })
    .join(', ')
}
