import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal, Row } from './journal.js'
import { live } from './life.js'
import type { Book, Service } from './service.js'
import { compare, type Lie } from './truth.js'

/** What came of the lives of the programs that write one journal. */
export interface Finding {
  readonly lies: Map<Lie, Set<string>>
  /** What was `pending` when nobody was alive to close it. */
  readonly left: Set<string>
  /** Kills before a program was at work. */
  early: number
}

/** A program, its journal and the mock. */
export interface Setting {
  readonly program: string
  readonly prefix: string
  readonly journal: Journal
  readonly shared: boolean
  readonly service: Service
}

/** How many orders back a new life tries again what may have been sent before. */
const back = 30

/** Starts a program again and again, kills it at a random moment, and looks into the journal each time. */
export async function kill(setting: Setting, kills: number, finding: Finding): Promise<void> {
  const book = setting.service.bookOf(setting.prefix)
  for (let life = 0; life < kills; life++) {
    // Now and then so soon that it may not even have opened its journal.
    if (!(await run(setting, life % 6 === 5 ? Math.random() * 300 : undefined))) finding.early++
    await look(setting, book, finding)
  }
}

/** After all the others, one that is not killed, and one that follows the guide; then nothing may be left open. */
export async function liveToTheEnd(setting: Setting, finding: Finding): Promise<readonly Row[]> {
  const { program, journal, service, prefix } = setting
  for (const { key, state } of await journal.rows()) if (state === 'pending') finding.left.add(key)
  await run(setting, undefined, back + 10)
  const plan = { ...common(setting), prefix: `${prefix}/other` }
  await live(program, { ...plan, role: 'follow', wait: plan.window + 100 }).ended
  const [own, other] = [service.bookOf(prefix), service.bookOf(plan.prefix)]
  const seen = new Map(own.seen)
  for (const [key, times] of other.seen) seen.set(key, times + (seen.get(key) ?? 0))
  await look({ ...setting, shared: false }, { ...own, seen }, finding)
  return journal.rows()
}

/** One life. It tells whether the program was at work. */
async function run(setting: Setting, early?: number, orders?: number): Promise<boolean> {
  const { program, prefix, service } = setting
  const fresh = service.bookOf(prefix).last + 1
  const life = live(program, {
    ...common(setting),
    ...{ role: 'work', fresh, first: Math.max(1, fresh - back) },
    ...(orders === undefined ? {} : { orders }),
  })
  if (orders === undefined) {
    if (early === undefined) await midway(service.bookOf(prefix), life.ended)
    else await sleep(early)
    life.kill('SIGKILL')
  }
  await life.ended
  return life.printed() !== ''
}

const common = ({ prefix, journal, service }: Setting) => ({
  ...{ ...service.connection, ...journal.plan, prefix },
  ...{ totalTimeout: 4_000, window: 5_000 },
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

async function look({ journal, shared }: Setting, { seen }: Book, finding: Finding): Promise<void> {
  const before = new Map(seen)
  const rows = await journal.rows()
  for (const [lie, keys] of compare(rows, before, seen)) {
    const told = finding.lies.get(lie) ?? new Set()
    finding.lies.set(lie, told)
    for (const key of keys) told.add(key)
  }
  // Those of a shared journal may be of a program that lives.
  if (!shared) for (const { key, state } of rows) if (state === 'pending') finding.left.add(key)
}
