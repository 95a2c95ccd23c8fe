/**
 * Compiles the wrappers of the guide "Workflow engines and queues" against the types of eight engines, and runs four of
 * them: each has thirty orders made by a service that loses answers and refuses requests, while its worker is killed
 * twice. An order is made once, and no engine says that an order failed which was made. Words choose engines.
 */
import { equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { step } from '../../../scripts/lib/step.js'
import { unreferenced } from '../../support/examples.js'
import { freePort } from '../../support/listen.js'
import { must, root } from '../../support/run.js'
import { choose, conclude, inFolder, stopwatch } from '../../support/runs.js'
import { openPool, type Server, startPostgres } from '../crash/databases.js'
import { live } from '../crash/programs.js'
import { installedFrom } from '../languages/cache.js'
import { nodeProgram } from '../runtimes/node.js'
import { refused, startService } from './service.js'
import { type Ends, loadEngine, makeClient, orders, type Plan, until } from './world.js'

const engines = ['bullmq', 'pg-boss', 'dbos', 'restate']

const home = join(root, 'test/systems/engines')
const wrappers = join(root, 'openapi/guides/examples/workflow-engines')
const program = join(home, 'program.ts')
/** Restate's SDK 1.17 and pg-boss 12 need Node.js 22. */
const node = nodeProgram('22.23.3')
/** The worker is killed when the service had so many requests. */
const kills = [8, 24]

/** Installs the engines in the user's cache, and links them to where they are imported. */
async function install(): Promise<void> {
  const names = ['package.json', 'package-lock.json', '.npmrc']
  const files = names.map((name) => join(home, name))
  const place = await installedFrom('npm_engines', files, async (folder) => {
    await Promise.all(files.map((file, at) => cp(file, join(folder, names[at] ?? ''))))
    await must(['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  })
  for (const folder of [home, wrappers]) {
    const link = join(folder, 'node_modules')
    await rm(link, { force: true })
    await symlink(join(place, 'node_modules'), link)
  }
}

const service = await startService()

/** Lets an engine have the orders made. @returns a row of the table, and what is wrong */
async function runEngine(engine: string, server: Server, folder: string) {
  const { serve, submit } = await loadEngine(engine)
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
  const database = { ...server, database: engine }
  const plan: Plan = { engine, baseUrl: `${service.url}/${engine}`, database, ports }
  const place = join(folder, engine)
  await mkdir(place)
  const admin = openPool(server)
  await admin.query(`CREATE DATABASE "${engine}"`).finally(() => admin.end())
  step(`Making ${orders.length} orders by ${engine}`)
  const started = await serve?.(plan, place)
  const book = service.bookOf(engine)
  const seconds = stopwatch()
  const startWorker = async () => {
    const life = live(program, plan, { NODE_OPTIONS: '--import tsx' }, await node)
    life.ended.catch((error: unknown) => console.error(`${engine}:`, error))
    return life
  }
  let worker = await startWorker()
  let ends: Ends = new Map()
  try {
    const submitted = submit(plan)
    for (const requests of kills) {
      await until(() => ok(book.requests.length >= requests, 'too few requests to kill a worker'))
      worker.child.kill('SIGKILL')
      worker = await startWorker()
    }
    const readEnds = await submitted
    const client = await makeClient(plan)
    await until(async () => {
      // An empty look-up of the last open order counts once a later conversion has succeeded.
      await client.createStablecoinConversion({ ...unreferenced, ref_id: `later-${randomUUID()}` })
      ends = await readEnds()
      equal(ends.size, orders.length, 'orders that ended')
    })
  } catch (error) {
    console.error(`${engine}:`, error)
  } finally {
    worker.child.kill('SIGKILL')
    await started?.stop()
  }
  const wrong = orders.flatMap(({ ref_id }) => {
    const end = ends.get(ref_id) ?? 'no end'
    const made = book.find(ref_id).length
    const isRight =
      ref_id === refused
        ? made === 0 && ends.has(ref_id) && end !== 'made'
        : made === 1 && end === 'made'
    return isRight ? [] : [`${ref_id}: made ${made} times; ${end}`]
  })
  return { engine, seconds: seconds(), requests: book.requests.length, ...book.fates, wrong }
}

const missed: string[] = []
const skip = (name: string) => (error: unknown) => {
  console.error(`${name}: skipped: ${(error as Error).message}`)
  missed.push(name)
}

await install().catch(skip('the engines'))
if (missed.length === 0) {
  await must(['npx', 'tsc', '-p', home])
  console.log('The wrappers of all eight engines compile.')
}
const postgres = missed.length > 0 ? undefined : await startPostgres().catch(skip('PostgreSQL'))
if (postgres) {
  const chosen = choose(engines, process.argv.slice(2), (name) => name)
  const runAll = (folder: string) =>
    Promise.all(chosen.map((name) => runEngine(name, postgres.server, folder).catch(skip(name))))
  const rows = (await inFolder('engines', runAll)).filter((row) => row !== undefined)
  await postgres.stop()
  console.table(rows.map(({ wrong, ...row }) => ({ ...row, wrong: wrong.length })))
  const lines = rows.flatMap(({ engine, wrong }) => wrong.map((line) => `${engine}: ${line}`))
  if (lines.length > 0) console.log(lines.join('\n'))
  conclude(lines.length > 0, missed.length > 0)
} else conclude(false, true)
process.exit()
