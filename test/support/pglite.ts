import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { PGlite as Real } from '@electric-sql/pglite'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './run.js'

/** One for all test files of a worker, some of which reset its modules: to start it takes seconds. */
const worker = globalThis as { pglite?: Real }

export function openPglite(): Real {
  return (worker.pglite ??= start())
}

/** The one of a worker, where a guide makes one. */
export const PGlite = function () {
  return openPglite()
} as unknown as new () => Real

/** Its files as they are when it is made, which takes two of the three seconds: they are kept for the next run. */
function start(): Real {
  const version = manifest.devDependencies['@electric-sql/pglite']
  const file = join(root, 'dist', `pglite-${version}.tar`)
  // Else it has a timer that goes on and on, in a test with fake timers without an end.
  const options = { postgresqlconf: 'log_startup_progress_interval = 0' }
  if (existsSync(file)) return new Real({ ...options, loadDataDir: new Blob([readFileSync(file)]) })
  const pglite = new Real(options)
  // It comes before the first statement, which waits for the same promise.
  void pglite.waitReady.then(async () => {
    const files = await pglite.dumpDataDir('none')
    const own = `${file}.${process.pid}.${threadId}`
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(own, Buffer.from(await files.arrayBuffer()))
    renameSync(own, file)
  })
  return pglite
}
