import { cpus } from 'node:os'
import { join } from 'node:path'
import { manifestIn } from '../lib/licences.js'
import { redoclyVersion } from '../lib/redocly.js'
import { heyApi, root } from './build.js'
import type { measureImports } from './imports.js'
import { type ContestantName, titles } from './measured/contestants.js'
import type { ValidationRow } from './measured/validation.js'
import type { measureMemory } from './memory.js'
import type { measureSizes } from './sizes.js'
import type { Throughput } from './throughput.js'

/** What was measured. A part that was not asked for is not there. */
export type Found = Partial<{
  readonly about: string
  readonly node: string
  readonly names: Readonly<Record<ContestantName, string>>
  readonly throughput: Throughput | undefined
  readonly memory: Awaited<ReturnType<typeof measureMemory>> | undefined
  readonly imports: Awaited<ReturnType<typeof measureImports>> | undefined
  readonly validation: readonly ValidationRow[] | undefined
  readonly sizes: Awaited<ReturnType<typeof measureSizes>> | undefined
}>

/** The Node and the processor, without the name of the machine. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() || process.arch
  return `Node ${process.versions.node}, ${cpus().length} × ${model}, ${process.platform}`
}

/** The titles of the contestants with the versions of their packages. */
export async function nameContestants(): Promise<Record<ContestantName, string>> {
  const named: Record<ContestantName, string> = { ...titles }
  for (const name of ['undici', 'openapi-fetch', 'axios', 'ky'] as const) {
    const { version } = await manifestIn(join(root, 'node_modules', name))
    named[name] += ` ${version}`
  }
  named.redocly += ` ${redoclyVersion}`
  named['hey-api'] += heyApi.replace(/.*@/, ' ')
  return named
}
