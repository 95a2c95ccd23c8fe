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

/** Puts the family up, lets the client make its calls, and compares, also when the client did not come to its end. */
export async function play(
  { family, client }: Row,
  stage: Stage,
): Promise<Pick<Finding, 'tally' | 'failure'>> {
  const { folder, certificates } = stage
  await mkdir(folder)
  const ledger = new Ledger()
  const { http2, over } = client
  const standing = await family.start({ ledger, folder, certificates, http2 })
  try {
    const situations = share(standing.situations.filter(stage.isChosen), stage.conversions)
    const { told, failure } = await call(
      { over, http2, situations },
      await nodeProgram(client.node),
      stage,
    )
    return { tally: compare(told, ledger), ...(failure === undefined ? {} : { failure }) }
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
    timeout: 90_000,
    killSignal: 'SIGKILL',
  })
  const told: Told[] = []
  let ended = false
  let problems = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problems = (problems + text).slice(-2_000)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'end') ended = true
    else told.push(JSON.parse(line) as Told)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (ended) {
        resolve({ told })
        return
      }
      const end = `the client ended with ${String(signal ?? code)} before its end`
      resolve({ told, failure: `${end}, without ${untold(plan, told)} ${problems}`.trim() })
    })
  })
}

/** The situations of which not every call was told. */
function untold({ situations }: Plan, told: readonly Told[]): string {
  return situations
    .flatMap(({ name, conversions = 0 }) => {
      const made = told.filter(({ situation, kind }) => situation === name && kind === 'conversion')
      return made.length < conversions ? `${conversions - made.length} of ${name}` : []
    })
    .join(', ')
}
