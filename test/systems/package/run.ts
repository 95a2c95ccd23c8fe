/**
 * Packs both packages, installs the tarballs in an empty project, and looks at them as a user's tools do. `--tarball`
 * and `--mock` take those that were packed; `--write` keeps the list of the files. `--typescript` compiles with that
 * version alone, and `--rows` writes what came of it into a file. Words choose checks: `-- require`.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { cases } from '../../support/cases.js'
import { keepRows } from '../tomorrow/rows.js'
import { bundle } from './bundle.js'
import { bundlers } from './bundlers.js'
import { type Check, Skipped } from './check.js'
import { compilations, compiled, matrix, versions } from './compile.js'
import { declarations } from './declarations.js'
import { imports } from './imports.js'
import { licences } from './licences.js'
import { published, types } from './lint.js'
import { mock } from './mock.js'
import { pack } from './project.js'
import { runners } from './runners.js'
import { files, install, links, manifest, maps } from './tarball.js'
import { workflow } from './workflow.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tarball: { type: 'string' },
    mock: { type: 'string' },
    write: { type: 'boolean', default: false },
    typescript: { type: 'string' },
    rows: { type: 'string' },
  },
})
const { typescript } = values
// Those between the oldest and the newest are tried at night and for a release: nothing takes as long here.
const few = [...versions.slice(0, 1), ...versions.slice(-1)]
const compilers =
  typescript === undefined
    ? cases<readonly (typeof versions)[number][]>(versions, few)
    : [typescript]
const others: readonly Check[] = [
  ...[files, links, maps, manifest, install, licences, published, types, declarations],
  ...[bundle, bundlers, imports, workflow, mock, runners],
]
const checks = [...(typescript === undefined ? others : []), compiled(compilers)].filter(
  ({ about }) => positionals.length === 0 || positionals.some((word) => about.includes(word)),
)

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Skipped && process.env['REQUIRE_TOOLS'] !== '1') return `skipped: ${message}`
  process.exitCode = 1
  return `FAILED\n${message}`
}

const packed = await pack(values.tarball, values.mock)
try {
  for (const check of checks) {
    const started = Date.now()
    const found = await check.run(packed).catch(explain)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`${check.about}: ${found} (${seconds} s)`)
  }
  if (checks.some(({ about }) => about === 'TypeScript')) console.log(`\n${matrix(compilers)}`)
  if (typescript !== undefined) await keepRows(values.rows, compilations(typescript))
} finally {
  await rm(packed.folder, { recursive: true })
}
