/** A program that makes conversions with a journal until it is killed or frozen, or that settles what others left. */
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type SQLite from 'better-sqlite3'
import { Pool, type PoolConfig } from 'pg'
import {
  type Client,
  clientCredentials,
  ClientError,
  type ClientOptions,
  createClient,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import {
  type Journal,
  type JournalDatabase,
  openJournal,
  postgres,
  sqlite,
} from 'stablecoin-issuer-api/journal'
import { unreferenced } from '../../support/examples.js'
import { inLanes } from '../../support/runs.js'

/** What each journal and its clients need. */
export interface Common {
  readonly baseUrl: string
  readonly tokenUrl: string
  /** Where the service says what it made. */
  readonly serverLog: string
  /** The name of the journal's book at the service, and of its references. */
  readonly book: string
  /** Who asks, where several do. */
  readonly life?: string
  /** Milliseconds of a call, and of a row's lease. */
  readonly totalTimeout: number
  readonly window: number
  /** Whether the journal's table was restored. */
  readonly lookUpFirst?: boolean
  /** The journal's table, where it is not that by default. */
  readonly table?: string
}

/** A file of SQLite, and the file that better-sqlite3 is found from, where Node.js has no `node:sqlite`. */
interface SqliteFile {
  readonly file: string
  readonly from?: string | undefined
}

/** Where a journal is: in a file, or on a server. */
export interface Place {
  readonly sqlite?: SqliteFile
  readonly server?: PoolConfig
}

/** What sends. */
export const transports = ['fetch', 'undici'] as const

/** A call that is held in a phase. */
export interface HeldCall {
  readonly phase: string
  readonly refId: string
  readonly baseUrl?: string
  readonly tokenUrl?: string
  /** What `beforeSend` asks for and waits for, once the row is written. */
  readonly recorded?: string
  /** Where it is looked up, since its answer is lost. */
  readonly lookUp?: string
}

export interface Roles {
  /** Makes conversions until it is killed, from an order on: those below `fresh` may have been sent in an earlier life. */
  readonly work: { readonly first: number; readonly fresh: number }
  /** Makes calls that are held until it is frozen; it ends when it was thawed. */
  readonly freeze: {
    readonly transport: (typeof transports)[number]
    readonly calls: readonly HeldCall[]
  }
  /**
   * Waits so many milliseconds, settles what others left, again and again for as long as it is told while something is
   * left, and then makes each call again, as a queue delivers its jobs: those of some references, or of all rows.
   */
  readonly follow: {
    readonly wait: number
    readonly settling?: number
    readonly again?: readonly HeldCall[]
  }
}

export type Plan = Common & Place & Partial<Roles>

/** What is printed of a call that succeeded. */
export interface Printed {
  readonly refId: string
  readonly attempts: number
  readonly data: unknown
}

type Opened = Awaited<ReturnType<typeof open>>

/** A journal, and what makes clients that use it. */
export async function open(
  plan: Common & Pick<Partial<Roles>, 'freeze'>,
  database: JournalDatabase,
) {
  const { baseUrl, tokenUrl, book, life = '', totalTimeout, window, table } = plan
  const { lookUpFirst = false } = plan
  const journal = await openJournal(database, {
    partition: 'acme-us',
    // The base URLs of some calls differ.
    account: 'crash',
    window,
    lookUpFirst,
    ...(table && { table }),
    lookUp: async (refId) => {
      // A moment, so that kills meet it.
      await sleep(Math.random() * 50)
      const held = plan.freeze?.calls.find((one) => one.refId === refId)
      const url = `${held?.lookUp ?? plan.serverLog}/${book}?ref_id=${refId}`
      const [data] = (await (await fetch(url)).json()) as object[]
      return data ? { data } : 'never_came'
    },
  })
  const makeClient = (own: Partial<ClientOptions> = {}, at = tokenUrl) =>
    createClient({
      baseUrl,
      journal,
      timeout: totalTimeout,
      totalTimeout,
      auth: clientCredentials({ tokenUrl: at, clientId: 'crash', clientSecret: 'crash-secret' }),
      headers: { 'x-book': book, 'x-life': life },
      ...own,
    })
  return { journal, makeClient }
}

/** The body of an order. */
export const orderOf = (number = 0) => ({ ...unreferenced, metadata: { order: number } })

/** The body of a call that is held. */
const heldOrder = ({ refId, lookUp }: HeldCall) => ({
  ...unreferenced,
  metadata: { order: 0, ...(lookUp !== undefined && { end: 'lost' }) },
  ref_id: refId,
})

/** Calls of a program at the same time. */
export const lanes = 6

/** Makes a conversion, prints what it gave, and says how it ended. */
async function convert(
  client: Client,
  body: CreateStablecoinConversionRequest,
  signal: AbortSignal | null = null,
): Promise<string> {
  try {
    const call = client.createStablecoinConversion(body, { signal })
    const { data, attempts, refId = '' } = await call.withResponse()
    const printed: Printed = { refId, attempts, data }
    print(JSON.stringify(printed))
    return 'succeeded'
  } catch (error) {
    if (!ClientError.is(error)) throw error
    return `${error.outcome} ${error.code}`
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What a program does between its start and its end: conversions, some of them given up, and what others left. */
async function work(
  { journal, makeClient }: Opened,
  book: string,
  { first, fresh }: Roles['work'],
) {
  // A moment between the row and the first byte, so that kills meet it.
  const client = makeClient({ beforeSend: () => sleep(Math.random() * 10) })
  const make = async (number: number): Promise<void> => {
    // Every third is given up within the time that one takes: before it is sent, after, and in between.
    const signal = number % 3 === 1 ? AbortSignal.timeout(Math.ceil(Math.random() ** 2 * 20)) : null
    await convert(client, { ...orderOf(number), ref_id: `${book}-${number}` }, signal)
    // What the journal answers is so quick that nothing else would have its turn.
    if (number < fresh) await sleep(1)
  }
  let next = first
  const makeAll = async (): Promise<never> => {
    for (;;) await make(next++)
  }
  await Promise.all([settle(journal), ...Array.from({ length: lanes }, makeAll)])
}

/** Makes calls, each with a client and connections of its own, and prints how each ended. */
async function freeze(plan: Plan, { makeClient }: Opened, { transport, calls }: Roles['freeze']) {
  // It takes long to load, and the other programs do without it.
  const { undiciTransport } = await import('stablecoin-issuer-api/undici')
  const call = async (held: HeldCall): Promise<void> => {
    const { phase, baseUrl = plan.baseUrl, tokenUrl = plan.tokenUrl, recorded } = held
    // The journal wrote its row before.
    const beforeSend = async () => {
      if (recorded !== undefined) await fetch(recorded)
    }
    const sending = transport === 'undici' ? { transport: undiciTransport() } : {}
    const client = makeClient({ baseUrl, beforeSend, ...sending }, tokenUrl)
    print(`ended ${phase} ${await convert(client, heldOrder(held))}`)
  }
  await Promise.all(calls.map(call))
}

async function follow(
  { journal, makeClient }: Opened,
  book: string,
  plan: Roles['follow'],
): Promise<void> {
  const { wait, settling = 0, again } = plan
  await sleep(wait)
  // Without a success, no empty look-up counts.
  if (again) await convert(makeClient(), { ...orderOf(), ref_id: `${book}-known` })
  const end = performance.now() + settling
  /** Whether a call may have taken effect, and nobody has found out. */
  const isLeft = async (): Promise<boolean> => {
    const { pending, unknown } = await journal.counts()
    return pending.count + unknown.count > 0
  }
  await settle(journal)
  while ((await isLeft()) && performance.now() < end) {
    await sleep(100)
    await settle(journal)
  }
  const states = ['succeeded', 'not_sent', 'unknown'] as const
  const rows = await Promise.all(states.map((state) => journal.list(state, { limit: 100_000 })))
  const bodies = again?.map((held) => heldOrder(held)) ?? rows.flat().map(({ body }) => body)
  const client = makeClient()
  await inLanes(lanes, bodies, (body) => convert(client, body as ReturnType<typeof orderOf>))
}

/** @throws Error where a look-up fails */
async function settle(journal: Journal): Promise<void> {
  const [first] = (await journal.settle()).failed
  if (first) throw new Error(`${first.refId} cannot be settled`, { cause: first.error })
}

/** Opens the database of a plan. It ends with the program. */
function openDatabase({ sqlite: local, server }: Place): JournalDatabase {
  if (local === undefined) return postgres(new Pool(server))
  const db = openFile(local)
  db.exec('PRAGMA journal_mode = WAL')
  return sqlite(db)
}

/** Opens a file of SQLite as an app does on this Node.js. */
export function openFile({ file, from }: SqliteFile): SQLite.Database {
  if (from !== undefined) return new (createRequire(from)('better-sqlite3') as typeof SQLite)(file)
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as {
    DatabaseSync: new (file: string) => SQLite.Database
  }
  return new DatabaseSync(file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const plan = JSON.parse(process.argv[2] ?? '') as Plan
  const opened = await open(plan, openDatabase(plan))
  if (plan.work) await work(opened, plan.book, plan.work)
  if (plan.freeze) await freeze(plan, opened, plan.freeze)
  if (plan.follow) await follow(opened, plan.book, plan.follow)
  process.exit()
}
