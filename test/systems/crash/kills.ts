import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal, Kind, Prepared } from './journal.js'
import { type Life, live, printedBy } from './life.js'
import type { FollowPlan, Plan } from './plan.js'
import type { Book, Service } from './service.js'
import type { Result } from './table.js'
import { compare, countsOf, isEnded, type Printed } from './truth.js'

/** What came of the lives of the programs that write one journal. */
export interface Finding {
  /** Each with the key of its conversion. */
  readonly violations: Set<string>
  /** What was `pending` when nobody was alive to close it, and whether it had been received by then. */
  readonly left: Map<string, boolean>
  /** Kills before a program was at work. */
  early: number
  /** How often a call that was made again got the answer that was kept. */
  kept: number
}

/** A program, its journal and the service. */
export interface Setting {
  readonly program: string
  readonly book: string
  readonly journal: Journal
  readonly shared: boolean
  readonly service: Service
}

/** How many orders back a new life tries again what may have been sent before. */
const back = 30

/** Starts a program again and again, kills it at a random moment, and looks into the journal each time. */
async function kill(setting: Setting, kills: number, finding: Finding): Promise<void> {
  for (let round = 0; round < kills; round++) {
    const book = setting.service.bookOf(setting.book)
    const fresh = book.last + 1
    const first = Math.max(1, fresh - back)
    const life = live(setting.program, { ...common(setting), role: 'work', fresh, first })
    // Now and then so soon that it may not even have opened its journal.
    if (round % 6 === 5) await sleep(Math.random() * 300)
    else await midway(book, life.ended)
    life.kill('SIGKILL')
    await life.ended
    if (life.printed() === '') finding.early++
    await look(setting, finding, printedBy(life))
  }
}

/**
 * After all the others, two at once that settle what is left, and two that make each call again. `open` has the rows
 * that nobody settled within two leases of the last kill. `unanswered` has those that are not `succeeded` in the end, and
 * those whose calls gave neither of the two an answer.
 */
async function liveToTheEnd(setting: Setting, finding: Finding) {
  const { program, journal } = setting
  if (setting.shared) await look({ ...setting, shared: false }, finding)
  const follow = async (plan: Pick<FollowPlan, 'wait' | 'settling' | 'again'>) => {
    const whole: Plan = { ...common(setting), role: 'follow', ...plan }
    const lives: Life[] = [live(program, whole), live(program, whole)]
    for (const { ended } of lives) await ended
    const printed = lives.flatMap(printedBy)
    await look(setting, finding, printed)
    return printed
  }
  await follow({ wait: times.window + 100, settling: times.window, again: [] })
  const open = (await journal.rows()).filter(({ state }) => !isEnded(state))
  const printed = await follow({ wait: 0 })
  const given = new Set(printed.map(({ key }) => key))
  const rows = await journal.rows()
  const unanswered = rows.filter(({ key, state }) => state !== 'succeeded' || !given.has(key))
  return { rows: rows.length, open: open.length, unanswered: unanswered.length }
}

const times = { totalTimeout: 2_000, window: 4_000 }
const common = ({ book, journal, service }: Setting) => ({
  ...service.connection,
  ...journal.plan,
  book,
  ...times,
})

/** Somewhere between the first of its requests and the twentieth: counted, as machines are not equally quick. */
async function midway(book: Book, exited: Promise<unknown>): Promise<void> {
  const last = book.total + 1 + Math.floor(Math.random() * 20)
  const over = new AbortController()
  const end = (): void => over.abort()
  exited.then(end, end)
  while (book.total < last && !over.signal.aborted) await sleep(1)
  await sleep(Math.random() * 10)
}

async function look(
  { journal, shared, service, book }: Setting,
  finding: Finding,
  printed: readonly Printed[] = [],
): Promise<void> {
  const { entries } = service.bookOf(book)
  const before = countsOf(entries)
  const rows = await journal.rows()
  for (const [key, violations] of compare(rows, entries, printed, before))
    for (const lie of violations) finding.violations.add(`${lie}: ${key}`)
  finding.kept += printed.filter(({ attempts }) => attempts === 0).length
  // Those of a shared journal may be of a program that lives.
  if (shared) return
  for (const { key, state } of rows) if (state === 'pending') finding.left.set(key, before.has(key))
}

/** Kills programs that keep a journal of a kind, so many times in all. */
export async function killAll(
  kind: Kind,
  { program, open }: Prepared,
  service: Service,
  folder: string,
  count: number,
): Promise<Result> {
  const kills = Math.ceil(count / kind.programs)
  const began = performance.now()
  const lanes = Array.from({ length: kind.shared ? 1 : kind.programs }, async (_, lane) => {
    const book = `${kind.name.toLowerCase()}-${lane}`
    const own = join(folder, book)
    await mkdir(own)
    const journal = await open(own)
    const finding: Finding = { violations: new Set(), left: new Map(), early: 0, kept: 0 }
    const setting = { program, book, journal, shared: kind.shared, service }
    const together = kind.shared ? kind.programs : 1
    try {
      await Promise.all(Array.from({ length: together }, () => kill(setting, kills, finding)))
      return { finding, ...(await liveToTheEnd(setting, finding)) }
    } finally {
      await journal.stop()
    }
  })
  const found = await Promise.all(lanes)
  return {
    name: kind.name,
    kills: kills * kind.programs,
    findings: found.map(({ finding }) => finding),
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    open: found.reduce((sum, { open }) => sum + open, 0),
    unanswered: found.reduce((sum, { unanswered }) => sum + unanswered, 0),
    seconds: (performance.now() - began) / 1_000,
  }
}
