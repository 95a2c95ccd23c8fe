import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { comesUp, start } from '../../support/processes.js'
import { must } from '../../support/run.js'
import { findProgram } from '../../support/tools.js'
import type * as Failing from './failing-program.js'
import { everyRow, type Journal, type Kind } from './journal.js'
import type { Row } from './truth.js'

/** The folder of the newest PostgreSQL: Debian keeps each version's programs outside of the path. */
export async function findPrograms(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const names = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `../lib/postgresql/${version}/bin/initdb`)
  const initdb = findProgram(...names, 'initdb')
  if (initdb === undefined) throw new Error('PostgreSQL is not installed')
  return dirname(initdb)
}

/** It refuses to run as root. */
async function asItself(): Promise<{
  prefix: readonly string[]
  own: (path: string) => Promise<void>
}> {
  if (process.getuid?.() !== 0) return { prefix: [], own: () => Promise.resolve() }
  const number = async (which: string): Promise<number> =>
    Number((await must(['id', which, 'postgres'], { cwd: '/' })).stdout)
  const [user, group] = await Promise.all([number('-u'), number('-g')])
  return {
    prefix: ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--'],
    own: (path) => chown(path, user, group),
  }
}

/** A PostgreSQL of its own, that listens on a socket in a folder. */
export interface Postgres {
  readonly server: { readonly host: string; readonly user: string; readonly database: string }
  /** In order, or with SIGQUIT as it dies. */
  readonly stop: (signal?: 'SIGINT' | 'SIGQUIT') => Promise<void>
  /** Lets it die, and starts it again with what it had written. */
  readonly crash: () => Promise<void>
}

/** Starts one with settings such as `fsync=off`. */
export function startPostgres(...settings: readonly string[]): Promise<Postgres> {
  const initialise = ['initdb', '-U', 'test', '-A', 'trust', '--no-sync']
  return startFrom(initialise, settings)
}

/** Starts one that repeats what another does. */
export function startStandby({ server }: Postgres): Promise<Postgres> {
  const copy = ['pg_basebackup', '-h', server.host, '-U', server.user, '-R', '-c', 'fast']
  return startFrom([...copy, '--no-sync'])
}

/** Starts one from what a program writes into its folder. */
async function startFrom(
  [make = '', ...args]: readonly string[],
  settings: readonly string[] = [],
): Promise<Postgres> {
  const programs = await findPrograms()
  const { prefix, own } = await asItself()
  // Not inside of another: nobody but root may look into that.
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  await own(folder)
  const data = join(folder, 'data')
  await must([...prefix, join(programs, make), ...args, '-D', data], { cwd: folder })
  const options = ['listen_addresses=', ...settings].flatMap((setting) => ['-c', setting])
  const postgres = [join(programs, 'postgres'), '-D', data, '-k', folder, ...options]
  const [first = '', ...rest] = [...prefix, ...postgres]
  const server = { host: folder, user: 'test', database: 'postgres' }
  let isOver = false
  const launch = async (): Promise<ReturnType<typeof start>> => {
    const launched = start(first, ...rest)
    isOver = false
    void launched.ended.then(() => (isOver = true))
    const pool = openPool(server)
    const isUp = async (): Promise<boolean> => (await pool.query('SELECT 1')).rowCount === 1
    await comesUp(launched, isUp).finally(() => pool.end())
    return launched
  }
  let started = await launch().catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!isOver) process.kill(started.pid, signal)
    await Promise.race([started.ended, sleep(5_000)])
    await started.stop()
  }
  return {
    server,
    // At once, but so that it leaves no shared memory behind.
    stop: async (signal = 'SIGINT') => {
      await end(signal)
      await rm(folder, { recursive: true, force: true })
    },
    crash: async () => {
      await end('SIGQUIT')
      started = await launch()
    },
  }
}

/** A pool that outlives its PostgreSQL: an idle connection that is ended is an `error` event. */
export function openPool(server: PoolConfig): Pool {
  return new Pool(server).on('error', () => undefined)
}

/** A journal in a database of its own. */
async function open(server: PoolConfig, database: string): Promise<Journal> {
  const first = openPool(server)
  await first.query(`CREATE DATABASE "${database}"`)
  await first.end()
  const own = { ...server, database }
  const pool = openPool(own)
  const rows = async (): Promise<readonly Row[]> => {
    const made = await pool.query<{ is: boolean }>(
      "SELECT to_regclass('stablecoin_issuer_calls') IS NOT NULL AS is",
    )
    return made.rows[0]?.is ? (await pool.query<Row>(everyRow)).rows : []
  }
  return { plan: { server: own }, rows, stop: () => pool.end() }
}

export const postgres: Kind = {
  name: 'PostgreSQL',
  kills: 100,
  programs: 2,
  shared: true,
  prepare: async (build) => {
    const program = await build('postgres-program')
    const { meetTroubles, race } = (await import(await build('failing-program'))) as typeof Failing
    const { server, stop } = await startPostgres(
      'synchronous_standby_names=nobody',
      'synchronous_commit=local',
    )
    return {
      program,
      open: (folder) => open(server, basename(folder)),
      meetTroubles: async (service) => [
        ...(await meetTroubles(service, server)),
        ...(await race(service)),
      ],
      stop,
    }
  },
}
