import { parseArgs } from 'node:util'
import { type Settings, full, quick } from './settings.js'

const parts = [
  'throughput',
  'memory',
  'import',
  'size',
  'validation',
  'types',
  'plot',
  'profile',
] as const
export type PartName = (typeof parts)[number]

/** What is asked for on the command line. */
export interface BenchOptions {
  readonly nodes: readonly string[]
  readonly parts: ReadonlySet<PartName>
  readonly settings: Settings
  readonly write: boolean
  readonly json: string | undefined
}

export const usage = `npm run bench -- [options]

  --node <version|path>  measure with this Node; may be repeated (default: the one that runs)
  --only <part,part>     of ${parts.slice(0, 6).join(', ')} (default: all of these)
  --plot                 also measure throughput from 1 to 256 in flight and draw throughput.svg
  --profile              also show where the time of our client goes
  --quick                few rounds: to see that everything runs
  --json <file>          write what was measured
  --write                measure every part and keep the tables in scripts/bench/README.md
  --help                 show this`

/** @throws Error in one sentence when the options make no sense. */
export function readOptions(args: string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      node: { type: 'string', multiple: true, default: [process.versions.node] },
      only: { type: 'string', multiple: true, default: [] },
      plot: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const only = values.only.flatMap((text) => text.split(','))
  const unknown = only.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}: the parts are ${parts.join(', ')}.`)
  if (values.write && (only.length > 0 || values.quick))
    throw new Error('--write keeps what a full run measures: leave out --only and --quick.')
  const chosen = parts.filter((part) => {
    if (only.includes(part) || values.write) return true
    if (part === 'plot' || part === 'profile') return values[part]
    return only.length === 0
  })
  return {
    nodes: values.node,
    parts: new Set(chosen),
    settings: values.quick ? quick : full,
    write: values.write,
    json: values.json,
  }
}
