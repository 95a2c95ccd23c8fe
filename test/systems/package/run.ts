/**
 * Packs all packages, installs the tarballs in empty projects, and looks at them as a user's tools do; then does what the
 * README has its reader do. `--tarball`, `--mock` and `--overlay` take those that were packed; `--write` keeps the list
 * of the files. Words choose checks: `-- require`.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { choose, stopwatch } from '../../support/runs.js'
import { toolsAreRequired } from '../../support/tools.js'
import { Skipped } from '../../support/trials.js'
import { calls } from './calls.js'
import { compiled } from './compile.js'
import { mistakes } from './mistakes.js'
import { type Check, pack } from './project.js'
import { readmeApp } from './readme.js'
import { files, installs, published, types } from './tarball.js'
import { traced } from './trace.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tarball: { type: 'string' },
    mock: { type: 'string' },
    overlay: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const checks: readonly Check[] = [
  files,
  installs,
  published,
  types,
  calls,
  traced,
  mistakes,
  readmeApp,
  compiled,
]

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Skipped && !toolsAreRequired) return `skipped: ${message}`
  process.exitCode = 1
  return `FAILED\n${message}`
}

const packed = await pack(values)
try {
  for (const check of choose(checks, positionals, ({ about }) => about)) {
    const seconds = stopwatch()
    const result = await check.run(packed).catch(explain)
    console.log(`${check.about} (${seconds()}): ${result}`)
  }
} finally {
  await rm(packed.folder, { recursive: true })
}
