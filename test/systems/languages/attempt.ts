import { cp, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { missing, must, root, run } from '../../support/run.js'
import { inFolder } from '../../support/runs.js'
import { dangers } from './fates.js'
import { readCalls, refusedByTypes } from './outcome.js'
import type { Row, Work } from './row.js'
import { rules } from './rules.js'
import { startServices } from './services.js'
import type { Finding } from './table.js'

/** Tries a row in a folder of its own, which is removed afterwards. */
export async function attempt(row: Row): Promise<Finding> {
  const absent = await missing(row.tools)
  if (absent.length > 0) return { row, absent }
  return withPrograms(row.folder, row.document, (work) => tryRow(row, work)).catch(
    (error: unknown) => ({ row, failure: error instanceof Error ? error.message : String(error) }),
  )
}

/** A copy of a folder of programs, with the form of the document that they are given, or another document. */
export function withPrograms<Found>(
  programs: string,
  document: string | undefined,
  use: (work: Work) => Promise<Found>,
): Promise<Found> {
  return inFolder('languages', async (folder) => {
    await cp(join(root, 'test/systems/languages', programs), folder, { recursive: true })
    return use({ folder, root, document: resolve(root, 'generated', document ?? 'openapi.json') })
  })
}

async function tryRow(row: Row, work: Work): Promise<Finding> {
  const { folder } = work
  await row.generate(work)
  const warnings = await row.compile(work)
  for (const warning of warnings.slice(0, 3)) console.error(`  ${warning}`)
  const refusal = await run(row.refused.command(work), { cwd: folder })
  const source = await readFile(join(folder, row.refused.file), 'utf8')
  const types = refusedByTypes(row.refused.file, source, refusal)
  // What the types let through is sent; and what they refuse as well, where a program can get past them.
  const left = {
    RULES: rules.filter((rule) => !types.has(rule)).join(' '),
    PROBES: dangers.filter((danger) => types.has(danger)).join(' '),
  }
  const services = await startServices()
  try {
    const env = { ...services.env, ...left }
    const { stdout } = await must(row.calls(work), { cwd: folder, env })
    const outcome = await readCalls(stdout, services.received, types)
    return { row, warnings: warnings.length, outcome }
  } finally {
    await services.stop()
  }
}
