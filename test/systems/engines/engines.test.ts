import { randomUUID } from 'node:crypto'
import { cp, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unreferenced } from '../../support/examples.js'
import { freePort } from '../../support/listen.js'
import { must, root } from '../../support/run.js'
import { scratchFolder } from '../../support/scratch-folder.js'
import { Missing, needed } from '../../support/tools.js'
import { openPool, startPostgres } from '../crash/databases.js'
import { live } from '../crash/programs.js'
import { installedFrom } from '../languages/cache.js'
import { nodeProgram } from '../runtimes/node.js'
import { refused, startService } from './service.js'
import { type Ends, loadEngine, makeClient, orders, type Plan, until } from './world.js'

const home = join(root, 'test/systems/engines')
const wrappers = join(root, 'openapi/guides/examples/workflow-engines')
const program = join(home, 'program.ts')
/** The worker is killed when the service had so many requests. */
const kills = [8, 24]

/** Installs the engines in the user's cache, and links them to where they are imported. */
async function install(): Promise<void> {
  const names = ['package.json', 'package-lock.json', '.npmrc']
  const files = names.map((name) => join(home, name))
  const place = await installedFrom('npm_engines', files, async (folder) => {
    await Promise.all(files.map((file, at) => cp(file, join(folder, names[at] ?? ''))))
    await must(['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  }).catch((cause: unknown) => {
    throw new Missing('no engines from the registry', { cause })
  })
  for (const folder of [home, wrappers]) {
    const link = join(folder, 'node_modules')
    await rm(link, { force: true })
    await symlink(join(place, 'node_modules'), link)
  }
}

const folder = scratchFolder()
const service = await startService()
const installing = install()
/** Restate's SDK 1.17 and pg-boss 12 need Node.js 22. */
const node = nodeProgram('22.23.3')
const starting = startPostgres()
// What is missing, the tests that need it say.
const all = Promise.allSettled([installing, node, starting])
beforeAll(() => all)
afterAll(async () => {
  service.stop()
  await starting.then(
    ({ stop }) => stop(),
    () => undefined,
  )
})

it('the wrappers of the guide compile', async (context) => {
  await needed(context, installing)
  await must(['npx', 'tsc', '-p', home])
})

it.concurrent.for(['bullmq', 'pg-boss', 'dbos', 'restate'])(
  '%s makes thirty orders once, and calls none failed that was made, though answers are lost and its worker is killed twice',
  async (engine, context) => {
    await needed(context, installing)
    const [version, { server }] = await needed(context, Promise.all([node, starting]))
    const { serve, submit } = await loadEngine(engine)
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
    const database = { ...server, database: engine }
    const plan: Plan = { engine, baseUrl: `${service.url}/${engine}`, database, ports }
    const place = join(folder, engine)
    await mkdir(place)
    const admin = openPool(server)
    await admin.query(`CREATE DATABASE "${engine}"`)
    await admin.end()
    const started = await needed(context, Promise.resolve(serve?.(plan, place)))
    const requests = (): number =>
      orders.reduce(
        (sum, { ref_id }) => sum + service.arrivalsOf(engine, ref_id).requests.length,
        0,
      )
    const startWorker = () => {
      const life = live(program, plan, { NODE_OPTIONS: '--import tsx' }, version)
      life.ended.catch((error: unknown) => console.error(`${engine}:`, error))
      return life
    }
    let worker = startWorker()
    let ends: Ends = new Map()
    try {
      const submitted = submit(plan)
      for (const enough of kills) {
        await until(() => expect(requests()).toBeGreaterThanOrEqual(enough))
        worker.child.kill('SIGKILL')
        worker = startWorker()
      }
      const readEnds = await submitted
      const client = await makeClient(plan)
      await until(async () => {
        // An empty look-up of the last open order counts once a later conversion has succeeded.
        await client.createStablecoinConversion({
          ...unreferenced,
          ref_id: `later-${randomUUID()}`,
        })
        ends = await readEnds()
        expect(ends.size).toBe(orders.length)
      })
    } finally {
      worker.child.kill('SIGKILL')
      await started?.stop()
    }
    const found = orders.map(({ ref_id }) => {
      const isMade = ends.get(ref_id) === 'made'
      return { ref_id, made: service.arrivalsOf(engine, ref_id).done, isMade }
    })
    expect(found).toEqual(
      orders.map(({ ref_id }) => {
        const isMade = ref_id !== refused
        return { ref_id, made: Number(isMade), isMade }
      }),
    )
    console.log(`${engine}: ${requests()} requests`)
  },
)
