import { once } from 'node:events'
import { startChild } from '../../support/children.js'
import type { DbosPlan } from './plan.js'
import type { Plan } from './plan.js'
import type { Printed } from './truth.js'

/** A program that runs. */
export interface Life {
  readonly pid: number
  /** What it printed until now. */
  readonly printed: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** @throws Error where it failed by itself */
  readonly ended: Promise<void>
}

export function live(
  program: string,
  plan: Plan | DbosPlan,
  env: Record<string, string> = {},
): Life {
  const child = startChild([process.execPath, program, JSON.stringify(plan)], {
    env: { ...process.env, ...env },
  })
  let printed = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  const ended = closed.then(([code, signal]) => {
    if (signal !== 'SIGKILL' && code !== 0)
      throw new Error(`a program ended with ${code ?? signal ?? ''}: ${complaint.slice(0, 2_000)}`)
  })
  // It is awaited later, if at all.
  ended.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    kill: (signal) => child.kill(signal),
    ended,
  }
}

/** What it printed of calls that succeeded; the last line may be cut. */
export function printedBy({ printed }: Life): Printed[] {
  const lines = printed().match(/^\{.*\}$/gm) ?? []
  return lines.map((line) => JSON.parse(line) as Printed)
}
