/**
 * Kills and freezes programs that make conversions with the packed journal, and lets a database fail; it compares what
 * journals and calls say with what the service received. Then it kills programs that run workflows of DBOS, and runs
 * jobs of a queue, both on PostgreSQL. Words choose kinds of journals, or DBOS, by their names; `--kills` and
 * `--freezes` change how often (FULL=1 freezes a hundred calls over each transport); `--break` takes away what has to
 * hold, which has to be found.
 */
import { parseArgs } from 'node:util'
import { cases } from '../../support/cases.js'
import { choose, conclude, inFolder } from '../../support/runs.js'
import { breaks } from './breaks.js'
import { tryDbos } from './dbos.js'
import type { Failure } from './failing-program.js'
import type { FrozenCall } from './frozen.js'
import { freezeAll } from './frozen.js'
import type { Build, Kind } from './journal.js'
import { killAll } from './kills.js'
import { findPrograms, postgres } from './postgres.js'
import { buildProgram, unpack } from './programs.js'
import { tryQueue } from './queue.js'
import { type Service, startService } from './service.js'
import { sqlite } from './sqlite.js'
import {
  failuresTable,
  frozenTable,
  isFrozenWrong,
  isWrong,
  killsTable,
  type Result,
} from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    freezes: { type: 'string', default: String(cases(100, 16)) },
    break: { type: 'string' },
  },
})
const chosen = choose([sqlite, postgres, { name: 'DBOS' }], positionals, ({ name }) => name)
const kinds = [sqlite, postgres].filter((kind) => chosen.includes(kind))
const change = values.break === undefined ? undefined : breaks[values.break]
if (values.break !== undefined && change === undefined)
  throw new Error(`--break takes ${Object.keys(breaks).join(' or ')}.`)

const results: Result[] = []
const frozen: FrozenCall[] = []
const failures: Failure[] = []
const missed: string[] = []
await inFolder('crash', breakAll)
if (results.length > 0) console.log(`\n${killsTable(results)}`)
if (frozen.length > 0) console.log(`\n${frozenTable(frozen)}\n`)
if (failures.length > 0) console.log(`\n${failuresTable(failures)}\n`)
const wrong =
  results.filter(isWrong).length +
  frozen.filter(isFrozenWrong).length +
  failures.filter(({ found, expected }) => found !== expected).length
if (change !== undefined) {
  console.log(`broken on purpose (${values.break ?? ''}): ${wrong > 0 ? 'found' : 'NOT FOUND'}`)
  process.exitCode = wrong > 0 ? 0 : 1
} else {
  // The queue has the same database.
  const hasQueue = results.some(({ name }) => name === postgres.name)
  if (hasQueue && !(await tryQueue())) process.exitCode = 1
  conclude(wrong > 0, missed.length > 0)
}

/** Breaks the journals of all kinds at once: frozen processes wait most of the time. */
async function breakAll(folder: string): Promise<void> {
  const service = await startService(folder)
  const packed = await unpack(folder)
  const build: Build = (program, elsewhere = {}) =>
    buildProgram(`test/systems/crash/${program}`, { elsewhere, packed, changes: change })
  await Promise.all(kinds.map((kind) => breakOne(kind, build, service, folder)))
  if (chosen.length > kinds.length && change === undefined) await breakDbos(build, service)
  service.stop()
}

async function breakDbos(build: Build, service: Service): Promise<void> {
  if (!(await findPrograms().catch(() => undefined))) {
    console.error('DBOS: skipped: PostgreSQL is not installed')
    missed.push('DBOS')
  } else if (!(await tryDbos(build, service))) process.exitCode = 1
}

async function breakOne(kind: Kind, build: Build, service: Service, folder: string) {
  const prepared = await kind.prepare(build).catch((error: unknown) => {
    console.error(`${kind.name}: skipped: ${(error as Error).message}`)
    missed.push(kind.name)
    return undefined
  })
  if (prepared === undefined) return
  // At a push a quarter of the kills that there are at night and for a release.
  const kills = Number(values.kills ?? cases(kind.kills, kind.kills / 4))
  const freezes = Math.ceil(Number(values.freezes) / kinds.length)
  const byDefault = cases(true, false)
  try {
    failures.push(...((await prepared.meetTroubles?.(service)) ?? []))
    if (kills > 0) results.push(await killAll(kind, prepared, service, folder, kills))
    frozen.push(...(await freezeAll(kind, prepared, service, folder, freezes, byDefault)))
  } finally {
    await prepared.stop()
  }
}
