/** Measures the client next to what a user would take instead of it. `--help` shows the options. */
import { join } from 'node:path'
import { root } from './bench/build.js'
import { measure } from './bench/measure.js'
import { readOptions, usage } from './bench/options.js'
import { drawPlot } from './bench/plot.js'
import { type Results, record, recorded } from './bench/results.js'
import { page, tables } from './bench/tables.js'
import { recordIn, tidied } from './lib/record.js'

async function write(results: Results): Promise<void> {
  await recordIn('scripts/bench/README.md', 'bench').keep(page(results))
  await drawPlot(results, join(root, 'scripts/bench/throughput.svg'))
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) console.log(usage)
  else if (options.render) await write(await recorded())
  else {
    // Progress goes to stderr, so that stdout holds the tables only.
    const measured = await measure(options, (what) => {
      console.error(`  ${what}`)
    })
    console.log(await tidied(`${tables(measured.every)}\n\n${tables(measured.node)}`))
    if (options.write) await write(await record(measured))
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
