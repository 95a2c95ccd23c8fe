import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenedJournal } from './databases.js'
import type { Plan, Printed, Roles } from './program.js'
import { type Life, live, printedBy } from './programs.js'
import { type Book, compare, isEnded, type Service } from './service.js'

/** What came of the programs that write the journals of one kind. */
export class Killed {
  kills = 0
  /** Each with the reference of its conversion. */
  readonly violations = new Set<string>()
  /** References of rows that were `pending` when nobody was alive to close them, and whether they had been received. */
  readonly left = new Map<string, boolean>()
  /** Calls that a restored copy of the journal knew nothing of, or not their end, and those that it has the answer of again. */
  lost = 0
  again = 0
  /** How often a call that was made again got the answer that was kept. */
  kept = 0
  /** Conversions that the service carried out more than once. */
  twice = 0
  /** Rows that nobody settled within two leases of the last kill, and those whose calls give no answer after that. */
  open = 0

  /** What must not be, or was not shown: what meets no call in flight proves nothing. */
  wrong(): string[] {
    const wrong = [...this.violations].slice(0, 20)
    if (new Set(this.left.values()).size < 2)
      wrong.push('the kills met calls on one side of the sending only')
    if (this.again === 0) wrong.push('no call was found that a restored journal had lost')
    if (this.kept === 0) wrong.push('no call got an answer that was kept')
    if (this.twice > 0) wrong.push(`${this.twice} conversions were made again`)
    if (this.open > 0) wrong.push(`${this.open} calls have no answer`)
    return wrong
  }
}

/** A program, its journal and the service. */
export interface Setting {
  readonly program: string
  readonly book: string
  readonly journal: OpenedJournal
  readonly service: Service
  /** References of calls whose rows were restored to an earlier state, as long as they have no answer again. */
  readonly lost: Set<string>
}

const times = { totalTimeout: 2_000, window: 4_000 }
/** In the end, when two programs look up and make all at once on one disk. */
const patient = { totalTimeout: 10_000, window: 20_000 }

function start({ program, service, journal, book }: Setting, role: Partial<Plan>): Life {
  const plan: Plan = { ...service.connection, ...journal.place, ...times, ...role, book }
  return live(program, plan)
}

/** How many orders back a new life tries again what may have been sent before. */
const back = 30

/**
 * Starts programs of one journal again and again, kills each at a random moment, and looks into the journal when all are
 * dead. In the middle the journal is put back to what it was three rounds before, and from then on calls are looked up
 * first. After the last round, others settle what is left and make each call again.
 */
export async function killPrograms(
  setting: Setting,
  programs: number,
  rounds: number,
  killed: Killed,
): Promise<void> {
  const { journal, service } = setting
  const book = service.bookOf(setting.book)
  const middle = Math.floor(rounds / 2)
  /** The last order that the copy may know. */
  let copied = Infinity
  let putBack = (): Promise<void> => Promise.resolve()
  for (let round = 0; round < rounds; round++) {
    if (round === middle - 3) {
      putBack = await journal.copy()
      copied = book.last
    }
    const isRestored = round >= middle
    if (round === middle) await restore(setting, killed, putBack)
    const fresh = book.last + 1
    const work = { fresh, first: Math.max(1, Math.min(fresh, isRestored ? copied : fresh) - back) }
    const role = { work, lookUpFirst: isRestored }
    const lives = Array.from({ length: programs }, () => start(setting, role))
    const kill = async (life: Life): Promise<void> => {
      // Now and then so soon that it may not even have opened its journal.
      if (round % 6 === 5) await sleep(Math.random() * 300)
      else await midway(book, life.ended)
      life.child.kill('SIGKILL')
      await life.ended
      killed.kills++
    }
    await Promise.all(lives.map(kill))
    await look(setting, killed, lives)
    for (const { refId, state } of await journal.rows())
      if (state === 'pending') killed.left.set(refId, book.entries.has(refId))
  }
  await follow(setting, killed, { wait: times.window + 100, settling: times.window, again: [] })
  killed.open += (await journal.rows()).filter((row) => !isEnded(row)).length
  const given = new Set((await follow(setting, killed, { wait: 0 })).map(({ refId }) => refId))
  const rows = await journal.rows()
  const unanswered = rows.filter(({ refId, state }) => state !== 'succeeded' || !given.has(refId))
  killed.open += unanswered.length
  killed.twice += book.twice
}

/** Puts an older copy of the journal back, and notes what that has lost. */
async function restore({ journal, lost }: Setting, killed: Killed, putBack: () => Promise<void>) {
  const before = await journal.rows()
  await putBack()
  const states = new Map((await journal.rows()).map(({ refId, state }) => [refId, state]))
  for (const { refId, state } of before) if (states.get(refId) !== state) lost.add(refId)
  killed.lost += lost.size
}

/** Lets two programs at once settle what is left, and make calls again. */
async function follow(setting: Setting, killed: Killed, plan: Roles['follow']) {
  const role = { follow: plan, lookUpFirst: true, ...patient }
  const lives = [1, 2].map(() => start(setting, role))
  for (const { ended } of lives) await ended
  return look(setting, killed, lives)
}

/** Compares the journal, and what programs printed, with what the service knows. */
async function look(
  { journal, service, book, lost }: Setting,
  killed: Killed,
  lives: readonly Life[],
): Promise<readonly Printed[]> {
  const printed = lives.flatMap((life) => printedBy<Printed>(life))
  const rows = await journal.rows()
  for (const { refId, state } of rows)
    if (state === 'succeeded' && lost.delete(refId)) killed.again++
  const found = compare(rows, service.bookOf(book).entries, printed)
  for (const [refId, violations] of found)
    for (const violation of lost.has(refId) ? [] : violations)
      killed.violations.add(`${violation}: ${refId}`)
  killed.kept += printed.filter(({ attempts }) => attempts === 0).length
  return printed
}

/** Somewhere between the first of its requests and the twentieth: counted, as machines are not equally quick. */
async function midway(book: Book, exited: Promise<unknown>): Promise<void> {
  const last = book.total + 1 + Math.floor(Math.random() * 20)
  const over = new AbortController()
  const end = (): void => over.abort()
  exited.then(end, end)
  while (book.total < last && !over.signal.aborted) await sleep(1)
  await sleep(Math.random() * 10)
}
