/**
 * Tries the newest version of each dependency, one at a time, in a copy of the project: which row of the tables of
 * faults, of intermediaries, of runtimes and of compilers is another then than with the versions that are pinned. Words
 * choose dependencies, at the newest version or at a given one: `-- undici@8.0.0`.
 */
import { appendFile } from 'node:fs/promises'
import { markdownTable, tidied } from '../../scripts/record.js'
import {
  type Dependency,
  type Table,
  type Versions,
  newest,
  pinned,
  readWanted,
} from './dependencies.js'
import { type Change, type Rows, changes, passed, steady } from './rows.js'
import { openWorkshop } from './workshop.js'

const tell = (what: string): void => {
  console.error(`  ${what}`)
}

interface Finding {
  readonly dependency: Dependency
  readonly versions: string
  /** What is another, by table. */
  readonly changes?: readonly (Change & { readonly table: string })[]
  /** How many rows were compared. */
  readonly rows?: number
}

const base = pinned()
const workshop = { opened: undefined as Awaited<ReturnType<typeof openWorkshop>> | undefined }
const known = new Map<string, Rows>()

async function runTable(table: Table, versions: Versions, about: string): Promise<Rows> {
  const began = performance.now()
  const rows = (await workshop.opened?.table(table, versions)) ?? {}
  const results = Object.values(rows)
  const count = results.filter((result) => result === passed).length
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  tell(`${table.join(' ')} with ${about}: ${count} of ${results.length} passed (${seconds} s)`)
  return rows
}

/** With the versions that are pinned; once for each table. */
async function baseOf(table: Table): Promise<Rows> {
  const rows = known.get(table.join()) ?? (await runTable(table, base, 'what is pinned'))
  known.set(table.join(), rows)
  return rows
}

async function tryOut({ dependency, at }: ReturnType<typeof readWanted>[number]): Promise<Finding> {
  const { title, packages, tables } = dependency
  const wanted =
    at === undefined
      ? await newest(packages)
      : Object.fromEntries(packages.map((name) => [name, at]))
  const [name = ''] = packages
  const versions = `${base[name] ?? ''} → ${wanted[name] ?? ''}`
  if (packages.every((each) => wanted[each] === base[each])) {
    tell(`${title} ${base[name] ?? ''} is the newest`)
    return { dependency, versions: base[name] ?? '' }
  }
  workshop.opened ??= await openWorkshop(base)
  const before: Rows[] = []
  for (const table of tables) before.push(await baseOf(table))
  await workshop.opened.install(wanted)
  const found: (Change & { table: string })[] = []
  let rows = 0
  for (const [index, table] of tables.entries()) {
    const about = `${title} ${wanted[name] ?? ''}`
    const there = before[index] ?? {}
    rows += Object.keys(there).length
    const first = changes(there, await runTable(table, { ...base, ...wanted }, about))
    if (first.length === 0) continue
    const again = changes(there, await runTable(table, { ...base, ...wanted }, `${about} again`))
    found.push(...steady(first, again).map((change) => ({ ...change, table: table[0] })))
  }
  await workshop.opened.install(
    Object.fromEntries(packages.map((each) => [each, base[each] ?? ''])),
  )
  return { dependency, versions, changes: found, rows }
}

function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ dependency, versions, changes: found, rows = 0 }) => {
    const start = [dependency.title, versions]
    if (found === undefined) return [[...start, 'the newest', '', '']]
    if (found.length === 0) return [[...start, `nothing changed in ${rows} rows`, '', '']]
    return found.map(({ table, row, before, after }) => {
      return [...start, `${table}: ${row}`, before, after]
    })
  })
  return markdownTable(['Dependency', 'Version', 'Row', 'Before', 'After'], lines)
}

try {
  const findings: Finding[] = []
  for (const wanted of readWanted(process.argv.slice(2))) findings.push(await tryOut(wanted))
  const text = await tidied(report(findings))
  const failing = [...known].flatMap(([table, rows]) =>
    Object.entries(rows).flatMap(([row, result]) =>
      result === passed ? [] : [`- ${table}: ${row}: ${result}`],
    ),
  )
  const rest =
    failing.length === 0
      ? ''
      : `\nNot passed with what is pinned either:\n\n${failing.join('\n')}\n`
  console.log(`\n${text}${rest}`)
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary !== undefined) await appendFile(summary, text + rest)
  if (findings.some(({ changes: found = [] }) => found.some(({ after }) => after !== passed)))
    process.exitCode = 1
} finally {
  await workshop.opened?.close()
}
