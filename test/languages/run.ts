/**
 * Makes a client of the document in each language, compiles it, and calls the mock with it. Words choose rows by their
 * folder; `--write` keeps the table in openapi/README.md.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { recordIn, today } from '../../scripts/record.js'
import { missing, must, run } from './command.js'
import { readCalls, refusedByTypes } from './outcome.js'
import { rows as all } from './rows.js'
import type { Row } from './row.js'
import { startServices } from './services.js'
import { type Finding, table } from './table.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const rows = all.filter(({ folder }) => matches(folder))
if (rows.length === 0) throw new Error(`No row matches ${positionals.join(' ')}.`)
const services = await startServices()

function matches(folder: string): boolean {
  return positionals.length === 0 || positionals.some((word) => folder.includes(word))
}

async function attempt(row: Row): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'languages-'))
  try {
    await cp(join(root, 'test/languages', row.folder), folder, { recursive: true })
    const work = { folder, root, document: join(root, 'generated', row.document ?? 'openapi.json') }
    await row.generate(work)
    const warnings = await row.compile(work)
    warnings.forEach((warning) => {
      console.error(`  ${warning}`)
    })
    const refusal = await run(row.refused.command(work), { cwd: folder })
    const source = await readFile(join(folder, row.refused.file), 'utf8')
    const types = refusedByTypes(row.refused.file, source, refusal)
    services.received.length = 0
    const { stdout } = await must(row.calls(work), { cwd: folder, env: services.env })
    return {
      row,
      warnings: warnings.length,
      outcome: await readCalls(stdout, services.received, types),
    }
  } catch (error) {
    return { row, failure: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const findings: Finding[] = []
try {
  for (const row of rows) {
    const absent = await missing(row.tools)
    const started = Date.now()
    const finding: Finding = absent.length > 0 ? { row, absent } : await attempt(row)
    findings.push(finding)
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    const state =
      finding.failure ?? (absent.length > 0 ? `skipped: no ${absent.join(', ')}` : 'done')
    console.error(`${row.language}, ${row.generator} ${row.version}: ${state} (${seconds} s)`)
  }
} finally {
  await services.stop()
}
console.log(`\n${table(findings)}`)
const skipped = findings.some(({ absent }) => absent !== undefined)
const failed = findings.some(({ failure }) => failure !== undefined)
if (failed || (skipped && process.env['REQUIRE_TOOLS'] === '1')) process.exitCode = 1
else if (values.write && rows.length === all.length) {
  const record = recordIn('openapi/README.md', 'test:languages')
  await record.keep(`Measured on ${today()}.\n\n${table(findings)}`)
}
