/** Measures the client next to what a user would take instead of it. `--help` shows the options. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildMeasured, root } from './bench/build.js'
import { exampleCalls } from './bench/calls.js'
import { type GeneratedClient, writeGeneratedClients } from './bench/generated-clients.js'
import { goalsOf } from './bench/goals.js'
import { describeMachine, nameContestants } from './bench/machine.js'
import { measureNode } from './bench/measure.js'
import { type ContestantName, contestants, titles as plain } from './bench/measured/contestants.js'
import { findNode } from './bench/node-binary.js'
import { type BenchOptions, readOptions, usage } from './bench/options.js'
import { drawPlot, plotted } from './bench/plot.js'
import { type Section, keep, plotFile } from './bench/record.js'
import type { CommonResults, NodeResults } from './bench/results.js'
import { measureSizes } from './bench/sizes.js'
import { toText } from './bench/table.js'
import { commonTables, goalTable, tablesOf } from './bench/tables.js'
import { measureTypes } from './bench/types.js'

/** Progress goes beside the tables, so that these can be kept by themselves. */
function tell(what: string): void {
  console.error(`  ${what}`)
}

async function bench(options: BenchOptions): Promise<void> {
  const { parts } = options
  const nodes = await Promise.all(options.nodes.map(findNode))
  const built = join(root, 'dist')
  await buildMeasured(built)
  const generated = await writeGeneratedClients(built, join(root, 'generated/openapi.json'))
  const names = (Object.keys(contestants) as ContestantName[]).filter((name) => isThere(name))
  const titles = await nameContestants()
  const calls = await exampleCalls()
  const date = new Date().toISOString().slice(0, 10)
  const machine = describeMachine()

  function isThere(name: ContestantName): boolean {
    const missing = (['redocly', 'hey-api'] as const).find((one) => one === name)
    if (missing === undefined || generated.includes(missing)) return true
    tell(`${name} is left out: its tool could not be fetched or run`)
    return false
  }

  const sections: Section[] = []
  const common = await measureCommon(options, built, generated, calls)
  const tables = commonTables(common)
  if (tables.length > 0) {
    console.log(tables.map(toText).join('\n'))
    const about = `Measured on ${date}.`
    sections.push({ heading: 'Every Node', about, tables })
  }

  const results: NodeResults[] = []
  for (const node of nodes) {
    tell(`Node ${node.version}`)
    const measured = await measureNode({ node, built, calls, names, options }, tell)
    results.push(measured)
    const goals = goalsOf(measured, common)
    const found = tablesOf(measured, titles)
    const shown = [...found, ...(goals.length > 0 ? [goalTable(goals)] : [])]
    console.log(`Node ${node.version}, ${machine}\n\n${shown.map(toText).join('\n')}`)
    const heading = `Node ${Number.parseInt(node.version)}`
    const about = `Node ${node.version}, ${machine}, on ${date}.`
    sections.push({ heading, about, tables: [goalTable(goals), ...found] })
  }

  if (parts.has('plot')) {
    const panels = results.map(({ node, plot = [] }) => ({ title: `Node ${node}`, rows: plot }))
    const versions = plotted.filter((name) => titles[name] !== plain[name])
    const caption = [
      `Medians of the rounds on ${date}: ${machine}, a server on loopback. Both scales are logarithmic.`,
      versions.map((name) => titles[name]).join(', '),
    ]
    await writeFile(plotFile, drawPlot(panels, caption))
  }
  if (options.write) await keep(sections)
  if (options.json !== undefined) {
    const all = { date, machine, contestants: titles, ...common, nodes: results }
    await writeFile(options.json, `${JSON.stringify(all, undefined, 2)}\n`)
  }
}

async function measureCommon(
  { parts, settings }: BenchOptions,
  built: string,
  generated: readonly GeneratedClient[],
  calls: Awaited<ReturnType<typeof exampleCalls>>,
): Promise<CommonResults> {
  const common: CommonResults = {}
  if (parts.has('size')) common.sizes = await measureSizes(built, generated)
  if (parts.has('types')) common.types = await measureTypes(built, calls, settings.typesRounds)
  return common
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') console.log(usage)
  else await bench(options)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
