import { parseArgs } from 'node:util'

const parts = ['throughput', 'memory', 'import', 'size', 'validation'] as const
export type PartName = (typeof parts)[number]

/** How much is measured. */
const efforts = {
  full: {
    throughput: {
      levels: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      ...{ rounds: 9, sliceSeconds: 0.3, warmSeconds: 1 },
    },
    memory: { allocationCalls: 10_000, growthCalls: 100_000 },
    importRounds: 11,
    validationMilliseconds: 200,
  },
  /** To see that everything runs; its figures say little. */
  quick: {
    throughput: { levels: [1, 32, 256], rounds: 1, sliceSeconds: 0.05, warmSeconds: 0.1 },
    memory: { allocationCalls: 500, growthCalls: 3_000 },
    importRounds: 2,
    validationMilliseconds: 5,
  },
}
export type Effort = (typeof efforts)['full']

export const usage = `npm run bench -- [growth] [options]

  growth                 only what a client costs of a document with 3, 30, 100 and 300 operations

  --only <part,part>     of ${parts.join(', ')}
  --quick                few rounds: to see that everything runs
  --profile <folder>     keep a CPU profile of each client there, for the tools of a browser
  --write                keep the tables and the plot in scripts/bench: README.md, throughput.svg
  --help                 show this

It measures with the Node that runs it: npx -y -p node@24 npm run bench`

export type BenchOptions = ReturnType<typeof readOptions>

/** @throws Error in one sentence when the options make no sense. */
export function readOptions(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const flags = { quick: flag, write: flag, help: flag }
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { only: text, profile: text, ...flags },
  })
  const stray = positionals.find((word) => word !== 'growth')
  if (stray !== undefined) throw new Error(`There is no ${stray} to measure, only growth.`)
  const only = values.only?.split(',')
  const unknown = only?.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}: the parts are ${parts.join(', ')}.`)
  if (values.write && (only ?? values.profile ?? (values.quick || undefined)) !== undefined)
    throw new Error('--write keeps what a full run measures: leave out --only, --quick, --profile.')
  const effort: Effort = efforts[values.quick ? 'quick' : 'full']
  const growth = positionals.length > 0
  return { ...values, growth, parts: parts.filter((part) => only?.includes(part) ?? true), effort }
}
