import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { cases } from '../../support/cases.js'
import { scratchFolder } from '../../support/scratch-folder.js'
import { needed } from '../../support/tools.js'
import type { Database } from './databases.js'
import { freezeCalls, isRight } from './frozen.js'
import { Killed, killPrograms } from './kills.js'
import { transports } from './program.js'
import { type Service, startService } from './service.js'

/** Where programs keep their journals: how many there are of each, and how many programs write one at the same time. */
interface Kind {
  readonly name: string
  readonly kills: number
  readonly journals: number
  readonly programs: number
  readonly start: () => Promise<Database>
}

/** What holds for each kind. @returns the service, once a test runs */
export function testKind({ name, journals, programs, start, ...kind }: Kind): () => Service {
  const folder = scratchFolder()
  const program = inject('crashProgram')
  const starting = start()
  starting.catch(() => undefined)
  let database: Database
  let service: Service
  beforeAll(async () => {
    service = await startService(folder)
    await starting.catch(() => undefined)
  })
  beforeEach(async (context) => {
    database = await needed(context, starting)
  })
  afterAll(async () => {
    service.stop()
    await (await starting.catch(() => undefined))?.stop()
  })
  const open = async (book: string) => {
    const own = join(folder, book)
    await mkdir(own)
    return database.open(own)
  }
  const rounds = Math.ceil(cases(kind.kills, kind.kills / 4) / journals / programs)

  it(`${name}: of ${programs * rounds * journals} programs that are killed, none makes an order twice, and each row ends`, async () => {
    const killed = new Killed()
    const killAll = async (_: unknown, number: number): Promise<void> => {
      const book = `${name.toLowerCase()}-${number}`
      const journal = await open(book)
      const setting = { program, service, book, journal, lost: new Set<string>() }
      await killPrograms(setting, programs, rounds, killed)
    }
    await Promise.all(Array.from({ length: journals }, killAll))
    const { left, violations, ...counts } = killed
    const received = [...left.values()].filter(Boolean).length
    // Kept: repeated calls that got the answer of the first.
    console.table([
      { name, ...counts, left: left.size, 'left, received': received, violations: violations.size },
    ])
    expect(killed.wrong()).toEqual([])
  })

  it(`${name}: what a frozen program was at is made once, whichever of two programs does it`, async () => {
    const frozen = await freezeCalls({ program, service }, name, open, cases(10, 2))
    for (const transport of transports) {
      const own = frozen.filter((call) => call.transport === transport)
      const sent = own.filter(({ byFrozen }) => byFrozen > 0).length
      console.log(`${transport}: ${own.length} frozen calls, ${sent} made by the frozen process`)
      expect(own.length).toBeGreaterThan(0)
    }
    expect(frozen.filter((call) => !isRight(call))).toEqual([])
  })

  return () => service
}
