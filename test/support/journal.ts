import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '../../generated/index.js'
import { endingOf } from '../../src/call/ending.js'
import type { CallContext } from '../../src/call-context.js'
import { errorOf } from '../../src/errors.js'
import type { CallOptions, ClientOptions } from '../../src/index.js'
import {
  type Journal,
  type JournalDatabase,
  type JournalOptions,
  openJournal,
  postgres,
  sqlite,
} from '../../src/journal.js'
import type { Operation } from '../../src/operation.js'
import { Stop } from '../../src/shared/deadline.js'
import { callContext, noReader } from './call-context.js'
import { conversion } from './examples.js'
import { openPglite } from './pglite.js'
import { answer, broken, scripted, type Step } from './scripted.js'

export const { createStablecoinConversion } = operations as Readonly<Record<string, Operation>> & {
  readonly createStablecoinConversion: Operation
}

/** A connection of the app, which a journal is made over. */
interface Connection {
  readonly database: JournalDatabase
  /** Runs a statement of the app's own on it. */
  readonly exec: (sql: string) => Promise<unknown>
}

export interface Kind {
  readonly name: string
  readonly connect: () => Connection
}

type Sqlite = Parameters<typeof sqlite>[0]

/** Undefined on Node.js 20, which lacks it. */
export const nodeSqlite = process.getBuiltinModule('node:sqlite') as
  { readonly DatabaseSync: new (file: string) => Sqlite } | undefined

let files = 0
/** A connection to a file, which ends with the process. */
export function openSqlite(name = `${++files}`): Sqlite {
  folder ??= mkdtempSync(join(tmpdir(), 'journal-'))
  if (!nodeSqlite) throw new Error('this Node.js has no node:sqlite')
  return new nodeSqlite.DatabaseSync(join(folder, `${name}.db`))
}
let folder: string | undefined
process.on('exit', () => folder && rmSync(folder, { recursive: true }))

/** The databases that the tests of the journal run on. */
export const kinds: readonly [Kind, ...Kind[]] = [
  {
    name: 'PostgreSQL',
    connect: () => ({ database: postgres(openPglite()), exec: (sql) => openPglite().exec(sql) }),
  },
  ...(nodeSqlite ? [{ name: 'SQLite', connect: connectSqlite }] : []),
]

function connectSqlite(): Connection {
  const db = openSqlite()
  return { database: sqlite(db), exec: async (sql) => Promise.resolve(db.prepare(sql).all({})) }
}

export interface Opened extends Pick<Connection, 'exec'> {
  readonly journal: Journal
  readonly database: JournalDatabase
  readonly table: string
  /** Another journal over the same rows, as another process has it, whose statements are run by `run`. */
  readonly again: (
    options?: Partial<JournalOptions>,
    run?: JournalDatabase['run'],
  ) => Promise<Journal>
  /** Changes rows, by what follows SET. */
  readonly change: (set: string) => Promise<unknown>
  /** Ends the leases of all rows. */
  readonly expire: () => Promise<unknown>
  readonly run: (sql: string, ...values: (string | number | null)[]) => Promise<readonly object[]>
}

/** A journal in a table of its own. */
export async function journalIn(
  { connect }: Kind,
  options: Partial<JournalOptions> = {},
): Promise<Opened> {
  const { database, exec } = connect()
  const table = `calls_${randomUUID().slice(0, 8)}`
  const again: Opened['again'] = (more = {}, run = database.run) =>
    openJournal({ ...database, run }, { partition: 'acme-us', table, ...options, ...more })
  const journal = await again()
  const run: Opened['run'] = (sql, ...values) => database.run(sql, values)
  const change: Opened['change'] = (set) => run(`UPDATE ${table} SET ${set} RETURNING reference`)
  const expire = () => change('lease = 0')
  return { journal, database, table, again, change, expire, run, exec }
}

/** Records an attempt as a client does, and leaves it there as a process that is killed does. */
export async function begin(
  journal: Journal,
  facts: Partial<CallContext> & { readonly base?: string } = {},
  stop = new Stop(10_000),
): Promise<string | undefined> {
  const {
    refId = 'r-1',
    operation = createStablecoinConversion,
    base = 'https://api.example.com',
  } = facts
  const fields = { ...conversion, ref_id: refId }
  const call = callContext({ refId, operation, fields, call: 'c', attempts: 0, ...facts })
  const claim = await journal.claim(call, base, noReader, stop)
  if (claim.failure) throw errorOf(claim.failure, call, endingOf(claim.failure, call))
  return claim.answer
}

/** A journal, and a client of it whose requests meet one step after the other. */
export async function recording(
  kind: Kind,
  steps: readonly Step[],
  options: Partial<JournalOptions> = {},
  more: Partial<ClientOptions> = {},
) {
  const opened = await journalIn(kind, options)
  return { ...opened, ...callerOf(opened.journal, steps, more) }
}

/** A client of a journal, and its call of the conversion `r-1`, which gives its data or the error that it ends with. */
export function callerOf(
  journal: Journal,
  steps: readonly Step[],
  more: Partial<ClientOptions> = {},
) {
  const played = scripted(steps, { journal, ...more })
  const call = (body: object = {}, options: Partial<CallOptions> = {}): Promise<unknown> =>
    played.client
      .createStablecoinConversion({ ...conversion, ...body }, options)
      .catch((error: unknown) => error)
  const row = async (refId = 'r-1') => journal.find(refId)
  return { ...played, call, row }
}

/** A service that gives what it is sent, with an identifier. */
export const make: Step = (request) =>
  answer(200, { ...(JSON.parse(request.body ?? '') as object), id: 'c-1' })(request)

/** The error that a call ends with. */
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: unknown) => error,
  )

/** The conversion of a reference, as the service has it. */
export const madeOf = (refId: string) => ({ ...conversion, id: `c-${refId}`, ref_id: refId })

/** Leaves calls behind that may have taken effect, and that their own look-up did not find. */
export async function leave(journal: Journal, ...refIds: string[]): Promise<void> {
  const blind = { ...journal, lookUp: () => Promise.resolve(undefined) }
  const { client } = scripted([broken({ code: 'ECONNRESET' })], { journal: blind, maxRetries: 0 })
  for (const ref_id of refIds)
    await client.createStablecoinConversion({ ...conversion, ref_id }).catch(() => undefined)
}

export const statesOf = (journal: Journal, ...refIds: string[]) =>
  Promise.all(refIds.map(async (refId) => (await journal.find(refId))?.state))
