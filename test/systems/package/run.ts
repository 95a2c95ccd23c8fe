/**
 * Packs all packages, installs the tarballs in an empty project, and looks at them as a user's tools do; then makes the
 * app of an adopter and small services with them. `--tarball`, `--mock` and `--overlay` take those that were packed; `--write` keeps the list of the
 * files. `--typescript` compiles with that version alone. Words choose
 * checks: `-- require`.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { cases } from '../../support/cases.js'
import { choose, stopwatch } from '../../support/runs.js'
import { toolsAreRequired } from '../../support/tools.js'
import { Skipped } from '../../support/trials.js'
import { apps } from '../adopter/app.js'
import { services } from '../adopter/services.js'
import { bundled, calls } from './calls.js'
import { mock, overlay } from './commands.js'
import { compiled, versions } from './compile.js'
import { type Check, pack } from './project.js'
import { provider } from './provider.js'
import { files, install, links, manifest, published, types } from './tarball.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tarball: { type: 'string' },
    mock: { type: 'string' },
    overlay: { type: 'string' },
    write: { type: 'boolean', default: false },
    typescript: { type: 'string' },
  },
})
const { typescript } = values
// Those between the oldest and the newest are tried at night and for a release.
const few = [...versions.slice(0, 1), ...versions.slice(-1)]
const checks: readonly Check[] =
  typescript === undefined
    ? [
        ...[files, links, manifest, install, published, types, calls, bundled],
        ...[mock, overlay, provider],
        ...[...apps, ...services, compiled(cases<readonly string[]>(versions, few))],
      ]
    : [compiled([typescript])]

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Skipped && !toolsAreRequired) return `skipped: ${message}`
  process.exitCode = 1
  return `FAILED\n${message}`
}

const packed = await pack(values)
try {
  for (const check of choose(checks, positionals, ({ about }) => about, 'some')) {
    const seconds = stopwatch()
    const result = await check.run(packed).catch(explain)
    console.log(`${check.about} (${seconds()}): ${result}`)
  }
} finally {
  await rm(packed.folder, { recursive: true })
}
