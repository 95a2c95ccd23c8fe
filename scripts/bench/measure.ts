import { type Field, openField } from './field.js'
import { measureImports } from './imports.js'
import { measureAllocation, soak } from './memory.js'
import type { ContestantName } from './measured/contestants.js'
import type { ExampleCall } from './measured/setup.js'
import type { NodeBinary } from './node-binary.js'
import type { BenchOptions, PartName } from './options.js'
import { plotLevels, plotted } from './plot.js'
import { measureProfiles } from './profile.js'
import type { NodeResults } from './results.js'
import { measureThroughput } from './throughput.js'
import { measureValidation } from './validation.js'

interface Work {
  readonly node: NodeBinary
  readonly built: string
  readonly calls: readonly ExampleCall[]
  readonly names: readonly ContestantName[]
  readonly options: Pick<BenchOptions, 'parts' | 'settings'>
}

const ofField: readonly PartName[] = ['throughput', 'memory', 'plot', 'profile']

/** Measures every part that depends on the Node. */
export async function measureNode(work: Work, tell: (what: string) => void): Promise<NodeResults> {
  const { node, built, calls, options } = work
  const { parts, settings } = options
  const results: NodeResults = {
    node: node.version,
    date: new Date().toISOString().slice(0, 10),
  }
  const step = async (part: PartName, measure: () => Promise<void>): Promise<void> => {
    if (!parts.has(part)) return
    const start = performance.now()
    await measure()
    tell(`${part}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  if (ofField.some((part) => parts.has(part))) {
    const field = await openField(work)
    try {
      await measureField(field, results, settings, step)
    } finally {
      field.stop()
    }
  }
  await step('import', async () => {
    results.imports = await measureImports(node, built, settings.importRounds)
  })
  await step('validation', async () => {
    results.validation = await measureValidation(node, built, calls, settings.validation)
  })
  return results
}

async function measureField(
  field: Field,
  results: NodeResults,
  settings: BenchOptions['settings'],
  step: (part: PartName, measure: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { names } = field
  const { warmSeconds } = settings
  await step('throughput', async () => {
    const { rounds, sliceSeconds } = settings
    const levels = [1, 32]
    const options = { names, levels, rounds, sliceSeconds, warmSeconds }
    results.throughput = await measureThroughput(field, options)
  })
  await step('plot', async () => {
    const { plotRounds: rounds, plotSliceSeconds: sliceSeconds } = settings
    const levels = plotLevels
    const options = { names: plotted, levels, rounds, sliceSeconds, warmSeconds: sliceSeconds }
    results.plot = await measureThroughput(field, options)
  })
  await step('profile', async () => {
    results.profiles = await measureProfiles(field, settings.profileSeconds)
  })
  await step('memory', async () => {
    results.allocation = await measureAllocation(field, settings.allocationCalls)
    results.soak = await soak(field, settings.soakCalls)
  })
}
