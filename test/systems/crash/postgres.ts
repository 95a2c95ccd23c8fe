import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { openJournal } from '../../guides/after-unknown/postgres.js'
import { comesUp, start } from '../../support/processes.js'
import { must } from '../../support/run.js'
import { findProgram } from '../../support/tools.js'
import type { Journal, Kind, Row } from './journal.js'
import { buildProgram } from './programs.js'

/** The folder of the newest PostgreSQL: Debian keeps each version's programs outside of the path. */
async function findPrograms(): Promise<string> {
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
  readonly stop: () => Promise<void>
}

export async function startPostgres(): Promise<Postgres> {
  const programs = await findPrograms()
  const { prefix, own } = await asItself()
  // Not inside of another: nobody but root may look into that.
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  await own(folder)
  const data = join(folder, 'data')
  const initialise = [join(programs, 'initdb'), '-D', data, '-U', 'test', '-A', 'trust']
  await must([...prefix, ...initialise, '--no-sync'], { cwd: folder })
  const postgres = [join(programs, 'postgres'), '-D', data, '-k', folder, '-c', 'listen_addresses=']
  const [first = '', ...rest] = [...prefix, ...postgres]
  const started = start(first, ...rest)
  const server = { host: folder, user: 'test', database: 'postgres' }
  const stop = async (): Promise<void> => {
    // At once, but in order: it leaves no shared memory behind.
    process.kill(started.pid, 'SIGINT')
    await Promise.race([started.ended, sleep(5_000)])
    await started.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const pool = openPool(server)
  const isUp = async (): Promise<boolean> => (await pool.query('SELECT 1')).rowCount === 1
  await comesUp(started, isUp)
    .finally(() => pool.end())
    .catch(async (error: unknown) => {
      await stop()
      throw error
    })
  return { server, stop }
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
  await openJournal(pool, { window: 1 })
  return {
    plan: { server: own },
    rows: async () => (await pool.query<Row>('SELECT key, state FROM calls')).rows,
    stop: () => pool.end(),
  }
}

export const postgres: Kind = {
  name: 'PostgreSQL',
  kills: 100,
  programs: 2,
  shared: true,
  prepare: async (changes) => {
    const program = await buildProgram('test/systems/crash/postgres-program', { changes })
    const { server, stop } = await startPostgres()
    return { program, open: (folder) => open(server, basename(folder)), stop }
  },
}
