/** Workflows of DBOS, as the guide writes them, in programs that are killed: what became of each order. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { markdownTable } from '../../../scripts/lib/record.js'
import { violationsOf, type Said } from '../../network/violations.js'
import { placeOrder } from '../../../openapi/guides/examples/after-unknown/outbox.js'
import { cases } from '../../support/cases.js'
import { must } from '../../support/run.js'
import type { Build } from './journal.js'
import { live } from './life.js'
import { type DbosPlan, type Ended, isHidden, isLost, orderOf, tenant } from './plan.js'
import { openPool, type Postgres, startPostgres } from './postgres.js'
import type { Service } from './service.js'
import { endOf } from './truth.js'

/** Programs of one database at the same time, how often each is killed, and how many orders it places each time. */
const programs = 2
const kills = cases(25, 4)
const orders = 12
const times = { totalTimeout: 1_000, window: 2_100 }

/** What must not be, and what has to be met so that something is shown. */
const violations = ['a lie', 'without an order', 'without an end', 'a wrong end'] as const
const met = ['recovered', 'found after a lost answer', 'asked of a person'] as const
type Count = (typeof violations)[number] | (typeof met)[number] | 'orders'
type Counts = Readonly<Record<Count, number>>

/** Kills programs that have an `executorID` each, and programs that have DBOS's own. @returns whether all was as it has to be */
export async function tryDbos(build: Build, service: Service): Promise<boolean> {
  const postgres = await startPostgres()
  try {
    const program = await build('dbos-program')
    const names = { dbos_each: 'one for each program', dbos_default: 'the default' }
    const began = performance.now()
    const lines = Object.entries(names).map(async ([book, name]) => {
      const counts = await killAll(program, service, postgres, book, book === 'dbos_each')
      const seconds = ((performance.now() - began) / 1_000).toFixed(0)
      return { counts, line: [name, kills * programs, ...Object.values(counts), seconds] }
    })
    const results = await Promise.all(lines)
    const head = ['executorID of DBOS', 'Kills', 'Orders', ...met, ...violations, 'Seconds']
    const rows = results.map(({ line }) => line)
    console.log(`\n${markdownTable(head, rows)}\n`)
    return results.every(
      ({ counts }) =>
        violations.every((lie) => counts[lie] === 0) && met.every((one) => counts[one] > 0),
    )
  } finally {
    await postgres.stop()
  }
}

async function killAll(
  program: string,
  service: Service,
  { server: { host, user } }: Postgres,
  book: string,
  ownExecutors: boolean,
): Promise<Counts> {
  const url = await createDatabase({ host, user, database: 'postgres' }, book)
  const planOf = (
    lane: number,
    own: Pick<DbosPlan, 'first' | 'orders' | 'toTheEnd'>,
  ): DbosPlan => ({
    ...service.connection,
    ...times,
    ...own,
    book,
    url,
    ...(ownExecutors && { executor: `program-${lane}` }),
  })
  const lanes = Array.from({ length: programs }, (_, lane) => lane)
  const die = async (lane: number): Promise<void> => {
    for (let round = 0; round < kills; round++) {
      const first = 1 + (round * programs + lane) * orders
      const life = live(program, planOf(lane, { first, orders, toTheEnd: false }))
      const over = new AbortController()
      const end = (): void => over.abort()
      life.ended.then(end, end)
      // Now and then so soon that DBOS may not even have been launched.
      const early = round % 4 === 1
      while (!early && life.printed() === '' && !over.signal.aborted) await sleep(5)
      await Promise.race([sleep(Math.random() * 3_000), life.ended])
      life.kill('SIGKILL')
      await life.ended
    }
  }
  const pool = openPool({ connectionString: url })
  try {
    const end = { first: 0, orders: 0, toTheEnd: true }
    await must(['npx', 'dbos', 'schema', url])
    await Promise.all(lanes.map(die))
    // As one that is killed right after the commit; no look-up finds its conversion, whose answer is lost.
    await placeOrder(pool, orderOf(book, 15 * kills * programs * orders))
    const lives = lanes.map((lane) => live(program, planOf(lane, end)))
    for (const { ended } of lives) await ended
    const printed = lives.flatMap((life) => life.printed().trim().split('\n'))
    const ends = printed.map((line) => JSON.parse(line) as Ended)
    return await judge(pool, service, book, ends)
  } finally {
    await pool.end()
  }
}

/** Compares the orders, and what their workflows returned, with what the service carried out. */
async function judge(
  pool: Pool,
  service: Service,
  book: string,
  printed: readonly Ended[],
): Promise<Counts> {
  const { entries } = service.bookOf(book)
  const read = async (table: string): Promise<Set<string>> => {
    const { rows } = await pool.query<{ ref_id: string }>(`SELECT ref_id FROM ${table}`)
    return new Set(rows.map(({ ref_id }) => ref_id))
  }
  const [placed, asked] = [await read('orders'), await read('asked')]
  const ends = new Map(printed.map((ended) => [ended.refId, ended]))
  const keyOf = (refId: string): string => `${tenant}/${refId}`
  const keys = new Set([...placed].map(keyOf))
  const idAt = (refId: string): unknown => {
    const { answer } = entries.get(keyOf(refId)) ?? {}
    return answer && (JSON.parse(answer) as { readonly id: string }).id
  }
  const saidOf = (key: string): Said => {
    const refId = key.slice(tenant.length + 1)
    const { outcome = '', id } = ends.get(refId) ?? {}
    return { end: endOf(outcome), crossed: outcome === 'succeeded' && id !== idAt(refId) }
  }
  // A person is asked of what no look-up finds, and of nothing else.
  const isRight = ({ refId, outcome, id }: Ended): boolean =>
    outcome === 'succeeded'
      ? id !== undefined && !asked.has(refId)
      : outcome === 'unknown' && isHidden(refId) && asked.has(refId)
  const all = [...ends.values()]
  const count = (is: (ended: Ended) => boolean): number => all.filter(is).length
  const isSucceeded = ({ outcome }: Ended): boolean => outcome === 'succeeded'
  return {
    orders: placed.size,
    recovered: count(({ recoveries }) => recoveries > 1),
    'found after a lost answer': count((ended) => isSucceeded(ended) && isLost(ended.refId)),
    'asked of a person': asked.size,
    'a lie': [...entries].filter(([key, entry]) => violationsOf(saidOf(key), entry).length > 0)
      .length,
    'without an order': [...entries.keys()].filter((key) => !keys.has(key)).length,
    'without an end': [...placed].filter((refId) => !ends.has(refId)).length,
    'a wrong end': count((ended) => !isRight(ended)),
  }
}

/** @returns the URL of a database with a table of orders, and one of what is asked of a person */
async function createDatabase(server: Postgres['server'], name: string): Promise<string> {
  const first = openPool(server)
  await first.query(`CREATE DATABASE ${name}`)
  await first.end()
  const url = `postgresql://${server.user}@localhost/${name}?host=${encodeURIComponent(server.host)}`
  const pool = openPool({ connectionString: url })
  await pool.query(`CREATE TABLE orders (ref_id text PRIMARY KEY, conversion json, handed_over bool DEFAULT false);
    CREATE TABLE asked (ref_id text PRIMARY KEY)`)
  await pool.end()
  return url
}
