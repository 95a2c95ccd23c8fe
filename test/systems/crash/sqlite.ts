import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type SQLite from 'better-sqlite3'
import { must } from '../../support/run.js'
import { installed } from '../languages/cache.js'
import { everyRow, type Journal, type Kind } from './journal.js'
import type { Row } from './truth.js'

/** The last that runs on every Node which the package supports; the guide names its major version. */
export const version = '12.11.1'

/**
 * Installs better-sqlite3 in the cache, once for each kind of Node: where no built binary can be had it is
 * compiled, which takes minutes and a compiler, so that it is none of the project's dependencies.
 */
function sqliteFolder(): Promise<string> {
  const name = `npm_better-sqlite3@${version}-${process.platform}-${process.arch}-${process.versions.modules}`
  return installed(name, async (folder) => {
    console.error('better-sqlite3 is installed in the cache, which may take minutes')
    const allowed = { private: true, allowScripts: { 'better-sqlite3': true } }
    await writeFile(join(folder, 'package.json'), JSON.stringify(allowed))
    const install = ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund']
    await must([...install, '--loglevel=error', `better-sqlite3@${version}`], { cwd: folder })
  }).catch((cause: unknown) => {
    throw new Error(`no better-sqlite3 ${version} from the registry`, { cause })
  })
}

function open(Database: typeof SQLite, folder: string): Journal {
  const file = join(folder, 'journal.sqlite')
  const rows = (): readonly Row[] => {
    const db = new Database(file)
    try {
      return db.prepare(everyRow).all() as Row[]
    } catch (error) {
      // A program may have died before it made the table.
      if ((error as Error).message.includes('no such table')) return []
      throw error
    } finally {
      db.close()
    }
  }
  return {
    plan: { file },
    rows: async () => Promise.resolve(rows()),
    stop: () => Promise.resolve(),
  }
}

export const sqlite: Kind = {
  name: 'SQLite',
  kills: 300,
  programs: 3,
  shared: false,
  prepare: async (build) => {
    const require = createRequire(join(await sqliteFolder(), 'package.json'))
    const Database = require('better-sqlite3') as typeof SQLite
    const elsewhere = { 'better-sqlite3': require.resolve('better-sqlite3') }
    return {
      program: await build('sqlite-program', elsewhere),
      open: (folder) => Promise.resolve(open(Database, folder)),
      stop: () => Promise.resolve(),
    }
  },
}
