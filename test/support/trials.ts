/** One runner for what is tried with a program of others: it is prepared, run, and judged by what it printed. */
import { markdownTable } from '../../scripts/lib/record.js'
import { choose, conclude, inLanes, stopwatch } from './runs.js'
import { findProgram } from './tools.js'

/** What the machine, or the network, did not let be tried. */
export class Skipped extends Error {}

/** Gives up with the reason why something is not to be had here. */
export const skip = (error: unknown): never => {
  const { message = String(error), cause } = error as Partial<Error>
  if (cause instanceof Error) console.error(cause.message)
  throw new Skipped(message)
}

/** A row of a table, and how it is tried. */
export interface Trial {
  /** By which words choose it. */
  readonly title: string
  /** What has to be on the machine. */
  readonly tools?: readonly string[]
  /** The first cells of its row. @default [title] */
  readonly names?: readonly string[]
  /** Gives the other cells. @throws Error that says what is wrong, or Skipped */
  run(): Promise<readonly string[]>
}

/** What came of a trial. */
interface Tried {
  readonly trial: Trial
  readonly found?: readonly string[]
  readonly failure?: string
  readonly skipped?: string
}

async function tryOne(trial: Trial): Promise<Tried> {
  const lacks = (trial.tools ?? []).filter((tool) => findProgram(tool) === undefined)
  if (lacks.length > 0) return { trial, skipped: `no ${lacks.join(', ')}` }
  try {
    return { trial, found: await trial.run() }
  } catch (error) {
    if (error instanceof Skipped) return { trial, skipped: error.message }
    return { trial, failure: String(error) }
  }
}

/**
 * Tries those that the words choose, from the last to the first, two at once. The run fails where one did, or where one
 * was skipped and all is required.
 */
export async function tryAll(all: readonly Trial[], words: readonly string[]) {
  const chosen = choose(all, words, ({ title }) => title).reverse()
  const each = async (trial: Trial): Promise<Tried> => {
    const took = stopwatch()
    const result = await tryOne(trial)
    const state = result.skipped === undefined ? 'done' : `skipped: ${result.skipped}`
    console.error(`${trial.title}: ${result.failure ?? state} (${took()})`)
    return result
  }
  const tried = (await inLanes(2, chosen, each)).reverse()
  const isFailed = tried.some(({ failure }) => failure !== undefined)
  const isSkipped = tried.some(({ skipped }) => skipped !== undefined)
  conclude(isFailed, isSkipped)
  /** Whether all were tried and passed, so that a record can be kept. */
  const isWhole = !isFailed && !isSkipped && tried.length === all.length
  return { tried, isWhole }
}

/** A table of what came of trials. */
export function trialsTable(head: readonly string[], tried: readonly Tried[]): string {
  const rows = tried.map(({ trial: { title, names = [title] }, found, failure, skipped }) => {
    const [why = ''] = (failure ?? '').split('\n')
    const cells = found ?? [skipped === undefined ? `failed: ${why}` : `skipped: ${skipped}`]
    const empty = head.slice(names.length + cells.length).map(() => '')
    return [...names, ...cells, ...empty]
  })
  return markdownTable(head, rows)
}
