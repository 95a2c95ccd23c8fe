import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { tidied } from '../lib/record.js'
import { redoclyVersion } from '../lib/redocly.js'
import { heyApi, root } from './build.js'
import type { measure } from './measure.js'
import { type ContestantName, titles } from './measured/contestants.js'

type Measured = Awaited<ReturnType<typeof measure>>

/** What was measured. A part that was not asked for is not there. */
export type Found = Partial<Measured['every'] & Measured['node']>

/** What is recorded: the tables and the plot are made of it. */
export interface Results {
  /** What does not depend on the Node that runs it. */
  readonly every: Found
  /** By major version. */
  readonly nodes: Readonly<Record<string, Found>>
}

const file = join(root, 'scripts/bench/results.json')

export async function recorded(): Promise<Results> {
  return JSON.parse(await readFile(file, 'utf8')) as Results
}

/** Keeps what was measured beside what was measured with other versions of Node, and returns what is recorded then. */
export async function record({ every, node }: Measured): Promise<Results> {
  const { nodes } = await recorded()
  const results = { every, nodes: { ...nodes, [Number.parseInt(node.node)]: node } }
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value
  await writeFile(file, await tidied(JSON.stringify(results, rounded), file))
  // As it is in the file: a page made of figures that were not rounded yet may differ in the last digit.
  return recorded()
}

/** The Node and the processor, without the name of the machine. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() || process.arch
  return `Node ${process.versions.node}, ${cpus().length} × ${model}, ${process.platform}`
}

/** The titles of the contestants with the versions of their packages. */
export async function nameContestants(): Promise<Record<ContestantName, string>> {
  const named: Record<ContestantName, string> = { ...titles }
  for (const name of ['undici', 'openapi-fetch', 'axios', 'ky'] as const) {
    const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')
    named[name] += ` ${(JSON.parse(text) as { version: string }).version}`
  }
  named.redocly += ` ${redoclyVersion}`
  named['hey-api'] += heyApi.replace(/.*@/, ' ')
  return named
}
