import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { must, root } from '../../support/run.js'
import { needed } from '../../support/tools.js'
import { npmPackages } from '../languages/cache.js'
import { type Services, startServices } from '../languages/services.js'
import { entries, program, toCommonJs } from './programs.js'
import { copyOf, name, packed, readJson } from './project.js'

const { folder, project } = packed()
const database = '@electric-sql/pglite'
const others = Promise.all([
  npmPackages('undici@7.30.2'),
  npmPackages(`${database}@${manifest.devDependencies[database]}`),
])
others.catch(() => undefined)
const place = join(folder, 'calls')
let services: Services
beforeAll(async () => {
  await copyOf(project, place, await others.catch(() => []))
  await copyOf(join(root, 'test/systems/package/consumer'), place)
  services = await startServices()
})
afterAll(() => services.stop())

/** A warning, such as of an experiment, would reach every user's terminal. */
async function quietly(...command: readonly string[]): Promise<void> {
  expect((await must(['node', ...command], { cwd: place })).output).toBe('')
}

it('each entry has a program that calls it', async () => {
  const { exports } = await readJson<{ exports: object }>(
    join(project, 'node_modules', name, 'package.json'),
  )
  const code = Object.keys(exports).filter((entry) => !/\.\w+$/.test(entry))
  expect(Object.keys(entries)).toEqual(expect.arrayContaining(code))
})

/** As on AWS Lambda. */
const withoutRequire = '--no-experimental-require-module'

it.for(Object.entries(entries))(
  'a program makes the three calls by %s, as an ES module and as CommonJS, and prints nothing',
  async ([entry, make], context) => {
    await needed(context, others)
    const { env } = services
    const addresses = [env.BASE_URL, env.TOKEN_URL, env.TOKEN]
    const file = entry.replace(/\W*/, 'entry-')
    await writeFile(join(place, `${file}.mjs`), program(make))
    await writeFile(join(place, `${file}.cjs`), toCommonJs(program(make)))
    await quietly(`${file}.mjs`, ...addresses)
    await quietly(`${file}.cjs`, ...addresses)
    await quietly(withoutRequire, `${file}.cjs`, ...addresses)
  },
)

it('what the package documents is found, nothing else is, and two copies in one program understand each other', async (context) => {
  await needed(context, others)
  await quietly('two-copies.cjs')
})
