/**
 * Tries the newest version of each dependency, one at a time, in a copy of the project: which row of the tables of
 * faults, of intermediaries, of runtimes and of compilers is another then than with the versions that are pinned. Words
 * choose dependencies, at the newest version or at a given one: `-- undici@8.0.0`; `--table` chooses tables.
 */
import { appendFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { markdownTable, tidied } from '../../../scripts/lib/record.js'
import { toolsAreRequired } from '../../support/tools.js'
import {
  type Dependency,
  newest,
  pinned,
  readWanted,
  type Table,
  type Versions,
} from './dependencies.js'
import { type Change, changes, isSkipped, passed, type Rows, skipped, steady } from './rows.js'
import { openWorkshop } from './workshop.js'

const tell = (what: string): void => console.error(`  ${what}`)

interface Finding {
  readonly dependency: Dependency
  readonly versions: string
  /** What is another, by table. */
  readonly changes?: readonly (Change & { readonly table: string })[]
  /** How many rows were compared. */
  readonly rows?: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { table: { type: 'string', multiple: true, default: [] } },
})
const isChosen = ([name]: Table): boolean =>
  values.table.length === 0 || values.table.includes(name)
const base = pinned()
let workshop: Awaited<ReturnType<typeof openWorkshop>> | undefined
const known = new Map<string, Rows>()

async function runTable(table: Table, versions: Versions, about: string): Promise<Rows> {
  const began = performance.now()
  // The copy takes a while, and is not made when nothing is new.
  workshop ??= await openWorkshop(base)
  const rows = await workshop(table, versions)
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

async function tryDependency({
  dependency,
  at,
}: ReturnType<typeof readWanted>[number]): Promise<Finding> {
  const { title, packages } = dependency
  const tables = dependency.tables.filter(isChosen)
  const wanted =
    at === undefined
      ? await newest(packages).catch(() => undefined)
      : Object.fromEntries(packages.map((name) => [name, at]))
  const [name = ''] = packages
  if (wanted === undefined) {
    const after = skipped('the registry could not be asked')
    const change = { table: title, row: 'the newest version', before: '', after }
    return { dependency, versions: base[name] ?? '', changes: [change] }
  }
  const versions = `${base[name] ?? ''} → ${wanted[name] ?? ''}`
  if (packages.every((each) => wanted[each] === base[each])) {
    tell(`${title} ${base[name] ?? ''} is the newest`)
    return { dependency, versions: base[name] ?? '' }
  }
  const before: Rows[] = []
  for (const table of tables) before.push(await baseOf(table))
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
  return { dependency, versions, changes: found, rows }
}

/** In a cell of a table: without line breaks, and not all of it. */
const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200)

function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ dependency, versions, changes: found, rows = 0 }) => {
    const start = [dependency.title, versions]
    if (found === undefined) return [[...start, 'the newest', '', '']]
    if (found.length === 0) return [[...start, `nothing changed in ${rows} rows`, '', '']]
    return found.map(({ table, row, before, after }) => {
      return [...start, `${table}: ${row}`, short(before), short(after)]
    })
  })
  return markdownTable(['Dependency', 'Version', 'Row', 'Before', 'After'], lines)
}

const findings: Finding[] = []
for (const wanted of readWanted(positionals)) findings.push(await tryDependency(wanted))
const text = await tidied(report(findings))
const failing = [...known].flatMap(([table, rows]) =>
  Object.entries(rows).flatMap(([row, result]) =>
    result === passed ? [] : [`- ${table}: ${row}: ${short(result)}`],
  ),
)
const rest =
  failing.length === 0 ? '' : `\nNot passed with what is pinned either:\n\n${failing.join('\n')}\n`
console.log(`\n${text}${rest}`)
const summary = process.env['GITHUB_STEP_SUMMARY']
if (summary !== undefined) await appendFile(summary, text + rest)
const counts = ({ after }: Change): boolean =>
  after !== passed && (toolsAreRequired || !isSkipped(after))
const changed = findings.filter(({ changes: found = [] }) => found.some(counts))
if (changed.length > 0) process.exitCode = 1
// From here the workflow takes what its issue says. A cell has no line break, so no line of the table ends it.
const output = process.env['GITHUB_OUTPUT']
if (output !== undefined && changed.length > 0)
  await appendFile(output, `rows<<END\n${await tidied(report(changed))}END\n`)
