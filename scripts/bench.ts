/** Measures the client next to what a user would take instead of it. `--help` shows the options. */
import { join } from 'node:path'
import { root } from './bench/build.js'
import { measureGrowth } from './bench/growth.js'
import { measure } from './bench/measure.js'
import { readOptions, usage } from './bench/options.js'
import { drawPlot } from './bench/plot.js'
import { describeMachine } from './bench/results.js'
import { tables } from './bench/tables.js'
import { recordIn, tidied, today } from './lib/record.js'

import './lib/plain-errors.js'

/** Replaces the tables of what was measured, and keeps those of other versions of Node. */
async function write(tablesOf: Readonly<Record<string, string>>): Promise<void> {
  const page = recordIn('scripts/bench/README.md', 'bench')
  const kept = (await page.kept()).split(/^## /m).slice(1)
  const sections = new Map(
    kept.map((text) => [text.replace(/\n.*/s, ''), text.replace(/^.*\n/, '')]),
  )
  for (const [title, text] of Object.entries(tablesOf)) sections.set(title, text)
  await page.keep(
    [...sections].map(([title, text]) => `## ${title}\n\n${text.trim()}`).join('\n\n'),
  )
}

const options = readOptions(process.argv.slice(2))
if (options.help) console.log(usage)
else if (options.growth) {
  const [sizes, rounds] = options.quick ? [[3, 12], 1] : [[3, 30, 100, 300], 5]
  const table = await measureGrowth(join(root, 'dist'), sizes, rounds)
  console.log(await tidied(table))
  if (options.write) await write({ Growth: `${describeMachine()}, on ${today()}.\n\n${table}` })
} else {
  // Progress goes to stderr, so that stdout holds the tables only.
  const { every, node } = await measure(options, (what) => console.error(`  ${what}`))
  const found = {
    'Every Node': tables(every),
    [`Node ${Number.parseInt(node.node)}`]: tables(node),
  }
  console.log(await tidied(Object.values(found).join('\n\n')))
  if (options.write) {
    await write(found)
    await drawPlot(node, join(root, 'scripts/bench/throughput.svg'))
  }
}
