/**
 * Kills programs that make conversions at random moments, and compares what their journals say with what the mock
 * saw; then runs jobs of a queue on PostgreSQL. Words choose kinds of journals by their names; `--kills` changes how often.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cases } from '../support/cases.js'
import { toolsAreRequired } from '../support/tools.js'
import type { Kind } from './journal.js'
import { type Finding, live, liveToTheEnd } from './lives.js'
import { postgres } from './postgres.js'
import { tryQueue } from './queue.js'
import { type Service, startService } from './service.js'
import { sqlite } from './sqlite.js'
import { type Result, liesIn, table } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string' } },
})
const kinds = [sqlite, postgres].filter(({ name }) =>
  positionals.every((word) => name.toLowerCase().includes(word.toLowerCase())),
)
if (kinds.length === 0) throw new Error(`No journal matches ${positionals.join(' ')}.`)

const folder = await mkdtemp(join(tmpdir(), 'crash-'))
const service = await startService()
try {
  const results: Result[] = []
  for (const kind of kinds) {
    const result = await tryOut(kind, service)
    if (result !== undefined) results.push(result)
  }
  console.log(`\n${table(results)}\n`)
  // The queue has the same database.
  const hasQueue = results.some(({ name }) => name === postgres.name)
  if (hasQueue && !(await tryQueue())) process.exitCode = 1
  const isMissed = results.length < kinds.length && toolsAreRequired
  if (isMissed || results.some(isWrong)) process.exitCode = 1
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}

async function tryOut(kind: Kind, service: Service): Promise<Result | undefined> {
  // At a push a quarter of the kills that there are at night and for a release.
  const wanted = values.kills ?? cases(kind.kills, kind.kills / 4)
  const kills = Math.ceil(Number(wanted) / kind.programs)
  const prepared = await kind.prepare().catch((error: unknown) => {
    console.error(`${kind.name}: skipped: ${(error as Error).message}`)
    return undefined
  })
  if (prepared === undefined) return undefined
  const { program, open } = prepared
  const began = performance.now()
  const lanes = Array.from({ length: kind.shared ? 1 : kind.programs }, async (_, lane) => {
    const prefix = `${kind.name.toLowerCase()}-${lane}`
    const own = join(folder, prefix)
    await mkdir(own)
    const journal = await open(own)
    const finding: Finding = { lies: new Map(), left: new Set(), early: 0 }
    const setting = { program, prefix, journal, shared: kind.shared, service }
    const together = kind.shared ? kind.programs : 1
    try {
      await Promise.all(Array.from({ length: together }, () => live(setting, kills, finding)))
      return {
        finding,
        rows: await liveToTheEnd(setting, finding),
        seen: service.bookOf(prefix).seen,
      }
    } finally {
      await journal.stop()
    }
  })
  const found = await Promise.all(lanes)
  return {
    name: kind.name,
    kills: kills * kind.programs,
    findings: found.map(({ finding }) => finding),
    rows: found.flatMap(({ rows }) => rows),
    seen: new Map(found.flatMap(({ seen }) => [...seen])),
    seconds: (performance.now() - began) / 1_000,
  }
}

function isWrong(result: Result): boolean {
  for (const { lies } of result.findings)
    for (const [lie, keys] of lies)
      if (keys.size > 0)
        console.error(`${result.name}: ${lie}: ${[...keys].slice(0, 5).join(', ')}`)
  const open = result.rows.filter(({ state }) => state === 'pending')
  if (open.length > 0) console.error(`${result.name}: ${open.length} were left pending`)
  // What meets no call in flight proves nothing.
  const left = result.findings.flatMap(({ left }) => [...left])
  const met = new Set(left.map((key) => result.seen.has(key)))
  if (met.size < 2)
    console.error(`${result.name}: the kills met calls on one side of the sending only`)
  return liesIn(result) > 0 || open.length > 0 || met.size < 2
}
