import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { comesUp, must, start, type Started } from '../../support/run.js'
import { findProgram, Missing } from '../../support/tools.js'
import { installed } from '../languages/cache.js'
import { openFile, type Place } from './program.js'
import type { Row } from './service.js'

/** A journal, as the test sees it from outside of the programs that write it. */
export interface OpenedJournal {
  readonly place: Place
  /** Everything that is in it now; nothing where a program died before it made the table. */
  readonly rows: () => Promise<readonly Row[]>
  /** Copies it while no program writes it. @returns what puts the copy back */
  readonly copy: () => Promise<() => Promise<void>>
}

/** Where journals are kept. */
export interface Database {
  /** Opens a journal, which is named as a folder of its own. */
  readonly open: (folder: string) => Promise<OpenedJournal>
  readonly server?: Server
  readonly stop: () => Promise<void>
}

const table = 'stablecoin_issuer_calls'
const everyRow = `SELECT reference AS "refId", state, data FROM ${table}`

/** A program may have died before it made the table. */
function noRows(error: unknown): Row[] {
  if (/no such table|relation .* does not exist/.test((error as Error).message)) return []
  throw error
}

/** The last that runs on every Node which the package supports; the guide names its major version. */
const version = '12.11.1'

/**
 * Installs better-sqlite3 in the cache for Node.js 20, which has no `node:sqlite`: where no built binary can be had it is
 * compiled, which takes minutes and a compiler, so that it is none of the project's dependencies.
 * @returns the file that it is found from; undefined where it is not needed
 */
async function installSqlite(): Promise<string | undefined> {
  if (process.getBuiltinModule('node:sqlite')) return undefined
  const name = `npm_better-sqlite3@${version}-${process.platform}-${process.arch}-${process.versions.modules}`
  const folder = await installed(name, async (place) => {
    const allowed = { private: true, allowScripts: { 'better-sqlite3': true } }
    await writeFile(join(place, 'package.json'), JSON.stringify(allowed))
    const install = ['npm', 'install', '--prefix', place, '--no-audit', '--no-fund']
    await must([...install, '--loglevel=error', `better-sqlite3@${version}`], { cwd: place })
  }).catch((cause: unknown) => {
    throw new Missing(`no better-sqlite3 ${version} from the registry`, { cause })
  })
  return join(folder, 'package.json')
}

/** SQLite, with journals in files of folders. */
export async function startSqlite(): Promise<Database> {
  const from = await installSqlite()
  const read = (file: string): readonly Row[] => {
    const db = openFile({ file, from })
    try {
      return db.prepare(everyRow).all() as unknown as Row[]
    } catch (error) {
      return noRows(error)
    } finally {
      db.close()
    }
  }
  const open: Database['open'] = (folder) => {
    const file = join(folder, 'journal.sqlite')
    return Promise.resolve({
      place: { sqlite: { from, file } },
      rows: () => Promise.resolve(read(file)),
      copy: async () => {
        const older = `${folder}.older`
        await cp(folder, older, { recursive: true })
        return async () => {
          await rm(folder, { recursive: true })
          await cp(older, folder, { recursive: true })
        }
      },
    })
  }
  return { open, stop: () => Promise.resolve() }
}

/** A PostgreSQL, with a database for each journal. */
export async function startServer(): Promise<Database> {
  const { server, stop } = await startPostgres()
  const open: Database['open'] = async (folder) => {
    const own = { ...server, database: basename(folder) }
    await query(server, `CREATE DATABASE "${own.database}"`)
    const rows = () => query(own, everyRow).catch(noRows)
    const copy = async () => {
      await query(own, `CREATE TABLE older AS TABLE ${table}`)
      return async () => {
        await query(own, `TRUNCATE ${table}; INSERT INTO ${table} SELECT * FROM older`)
      }
    }
    return { place: { server: own }, rows, copy }
  }
  return { open, server, stop }
}

async function query(server: PoolConfig, sql: string): Promise<Row[]> {
  const pool = openPool(server)
  try {
    return (await pool.query<Row>(sql)).rows
  } finally {
    await pool.end()
  }
}

/** A pool that outlives its PostgreSQL: an idle connection that is ended is an `error` event. */
export function openPool(server: PoolConfig): Pool {
  return new Pool(server).on('error', () => undefined)
}

/** The folder of the newest PostgreSQL: Debian keeps each version's programs outside of the path. */
async function findPrograms(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const names = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((one) => `../lib/postgresql/${one}/bin/initdb`)
  const initdb = findProgram(...names, 'initdb')
  if (initdb === undefined) throw new Missing('PostgreSQL is not installed')
  return dirname(initdb)
}

/** How a PostgreSQL is found: it listens on a socket in a folder. */
export type Server = Readonly<Record<'host' | 'user' | 'database', string>>

/** Starts a PostgreSQL of its own, with settings such as `fsync=off`. */
export async function startPostgres(...settings: readonly string[]) {
  const programs = await findPrograms()
  // Not inside of another: nobody but root may look into that.
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--']
  const prefix = isRoot ? asPostgres : []
  if (isRoot) await must(['chown', 'postgres:postgres', folder])
  const data = join(folder, 'data')
  const rules = ['--username=test', '--auth=trust', '--no-sync', `--pgdata=${data}`]
  await must([...prefix, join(programs, 'initdb'), ...rules], { cwd: folder })
  const options = ['listen_addresses=', ...settings].flatMap((setting) => ['-c', setting])
  const command = [...prefix, join(programs, 'postgres'), '-D', data, '-k', folder, ...options]
  const server: Server = { host: folder, user: 'test', database: 'postgres' }
  const launch = async (): Promise<Started> => {
    const launched = start(command)
    const pool = openPool(server)
    const isUp = async (): Promise<boolean> => (await pool.query('SELECT 1')).rowCount === 1
    try {
      await comesUp(launched, isUp)
    } finally {
      await pool.end()
    }
    return launched
  }
  let started = await launch()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    started.child.kill(signal)
    await Promise.race([started.ended, sleep(5_000)])
    await started.stop()
  }
  return {
    server,
    // At once, but so that it leaves no shared memory behind.
    stop: async () => {
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
    /** Lets it die, and starts it again with what it had written. */
    crash: async () => {
      await end('SIGQUIT')
      started = await launch()
    },
  }
}
