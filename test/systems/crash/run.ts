/**
 * Kills and freezes programs that make conversions, and compares what their journals say with what the mock saw;
 * then runs jobs of a queue on PostgreSQL. Words choose kinds of journals by their names; `--kills` and `--freezes`
 * change how often (FULL=1 freezes a hundred calls over each transport); `--break` takes away what has to hold,
 * which has to be found.
 */
import { parseArgs } from 'node:util'
import { cases } from '../../support/cases.js'
import { choose, conclude, inFolder } from '../../support/runs.js'
import { breaks } from './breaks.js'
import { freezeAll } from './freezes.js'
import type { FrozenCall } from './frozen.js'
import { killAll } from './kills.js'
import { postgres } from './postgres.js'
import { tryQueue } from './queue.js'
import { startFarSide, startRecordingMock } from './service.js'
import { sqlite } from './sqlite.js'
import { frozenTable, isFrozenWrong, isWrong, killsTable, type Result } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    freezes: { type: 'string', default: String(cases(100, 16)) },
    break: { type: 'string' },
  },
})
const kinds = choose([sqlite, postgres], positionals, ({ name }) => name)
const change = values.break === undefined ? undefined : breaks[values.break]
if (values.break !== undefined && change === undefined)
  throw new Error(`--break takes ${Object.keys(breaks).join(' or ')}.`)

const service = await startRecordingMock()
const results: Result[] = []
const frozen: FrozenCall[] = []
const missed: string[] = []
try {
  await inFolder('crash', breakAll)
} finally {
  await service.stop()
}
if (results.length > 0) console.log(`\n${killsTable(results)}`)
if (frozen.length > 0) console.log(`\n${frozenTable(frozen)}\n`)
const wrong = results.filter(isWrong).length + frozen.filter(isFrozenWrong).length
if (change !== undefined) {
  console.log(`broken on purpose (${values.break ?? ''}): ${wrong > 0 ? 'found' : 'NOT FOUND'}`)
  process.exitCode = wrong > 0 ? 0 : 1
} else {
  // The queue has the same database.
  const hasQueue = results.some(({ name }) => name === postgres.name)
  if (hasQueue && !(await tryQueue())) process.exitCode = 1
  conclude(wrong > 0, missed.length > 0)
}

/** Kills and freezes programs of each kind of journal. */
async function breakAll(folder: string): Promise<void> {
  const farSide = await startFarSide(folder, service)
  for (const kind of kinds) {
    const prepared = await kind.prepare(change).catch((error: unknown) => {
      console.error(`${kind.name}: skipped: ${(error as Error).message}`)
      missed.push(kind.name)
      return undefined
    })
    if (prepared === undefined) continue
    try {
      // At a push a quarter of the kills that there are at night and for a release.
      const kills = Number(values.kills ?? cases(kind.kills, kind.kills / 4))
      if (kills > 0) results.push(await killAll(kind, prepared, service, folder, kills))
      const freezes = Math.ceil(Number(values.freezes) / kinds.length)
      frozen.push(
        ...(await freezeAll(kind, prepared, farSide, folder, freezes, cases(true, false))),
      )
    } finally {
      await prepared.stop()
    }
  }
  farSide.stop()
}
