/**
 * Kills and freezes programs that make conversions with a journal, restores an older copy of it, and lets a database fail; it compares what journals
 * and calls say with what the service received. Words choose kinds of journals by their names.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { step } from '../../../scripts/lib/step.js'
import { cases } from '../../support/cases.js'
import { choose, conclude, inFolder } from '../../support/runs.js'
import { startServer, startSqlite } from './databases.js'
import { meetCrashes, type Outcome } from './failing.js'
import { freezeCalls, type FrozenCall, isFrozenWrong } from './frozen.js'
import { Killed, killPrograms } from './kills.js'
import { transports } from './program.js'
import { buildProgram } from './programs.js'
import { type Service, startService } from './service.js'

/** Where programs keep their journals: how many there are of each, and how many programs write one at the same time. */
const kinds = [
  { name: 'SQLite', kills: 300, journals: 3, programs: 1, start: startSqlite },
  { name: 'PostgreSQL', kills: 100, journals: 1, programs: 2, start: startServer },
]

const chosen = choose(kinds, process.argv.slice(2), ({ name }) => name)
const killed: Killed[] = []
const frozen: FrozenCall[] = []
const outcomes: Outcome[] = []
const missed: string[] = []
await inFolder('crash', async (folder) => {
  const service = await startService(folder)
  const program = await buildProgram('test/systems/crash/program')
  // Both kinds at once: frozen processes wait most of the time.
  await Promise.all(chosen.map((kind) => tryKind(kind, program, service, folder)))
  service.stop()
})

async function tryKind(
  { name, journals, programs, start, ...kind }: (typeof kinds)[number],
  program: string,
  service: Service,
  folder: string,
): Promise<void> {
  const database = await start().catch((error: unknown) => {
    console.error(`${name}: skipped: ${(error as Error).message}`)
    missed.push(name)
  })
  if (!database) return
  const open = async (book: string) => {
    const own = join(folder, book)
    await mkdir(own)
    return database.open(own)
  }
  const where = { program, service }
  const { server } = database
  const rounds = Math.ceil(cases(kind.kills, kind.kills / 4) / journals / programs)
  const processes = cases(10, 2)
  const result = new Killed(name)
  const killAll = async (_: unknown, number: number): Promise<void> => {
    const book = `${name.toLowerCase()}-${number}`
    const setting = { ...where, book, journal: await open(book), lost: new Set<string>() }
    await killPrograms(setting, programs, rounds, result)
  }
  try {
    if (server) outcomes.push(await meetCrashes(service))
    step(`${name}: killing ${programs * rounds * journals} programs`)
    await Promise.all(Array.from({ length: journals }, killAll))
    killed.push(result)
    step(`${name}: freezing programs`)
    frozen.push(...(await freezeCalls(where, name, open, processes)))
  } finally {
    await database.stop()
  }
}

console.log('Kept: repeated calls that got the answer of the first. Twice: conversions made again.')
console.table(
  killed.map(({ left, violations, ...counts }) => ({
    ...counts,
    left: left.size,
    'left, received': [...left.values()].filter(Boolean).length,
    violations: violations.size,
  })),
)

for (const transport of transports) {
  const own = frozen.filter((call) => call.transport === transport)
  const sent = own.filter(({ byFrozen }) => byFrozen > 0).length
  console.log(
    `${transport}: ${own.length} frozen calls, ${sent} made by the frozen process, the rest by another`,
  )
}

const isFailed = ({ found, expected }: Outcome): boolean => found !== expected
for (const outcome of outcomes) {
  const { name, found, expected } = outcome
  console.log(`${name}: ${found}${isFailed(outcome) ? `, EXPECTED: ${expected}` : ''}`)
}

const failed = [
  ...killed.filter((each) => each.isWrong()),
  ...frozen.filter(isFrozenWrong),
  ...outcomes.filter(isFailed),
]
conclude(failed.length > 0, missed.length > 0)
