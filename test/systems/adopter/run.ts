/**
 * Packs the package and makes the app of an adopter with it: the tarball, Fastify, SQLite and pino in an empty project,
 * with the README's own snippets. Starts the mock, and asks of the app what its users would, with faults on the way.
 * Then other projects, each of its own kind. Words choose: `-- commonjs`.
 */
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { must } from '../../support/run.js'
import { toolsAreRequired } from '../../support/tools.js'
import { Skipped } from '../package/check.js'
import { pack, type Packed } from '../package/project.js'
import { nodeProgram } from '../runtimes/node.js'
import { installProject, managers, tryCommonJs } from './commonjs.js'
import { App, type Place } from './process.js'
import { makeApp } from './project.js'
import { Service } from './service.js'
import { type Scene, steps } from './steps.js'

/** A Node with node:sqlite: this one, or one that is fetched once. */
async function nodeWithSqlite(): Promise<string> {
  if (isBuiltin('node:sqlite')) return process.execPath
  return nodeProgram('24.21.0').catch((error: unknown) => {
    throw new Skipped(`this Node has no node:sqlite, and ${(error as Error).message}`)
  })
}

/** Snippets that are programs, and what each has to print. */
const programs = [
  ['first', /^\S+ \S+ \d\S* until \d{4}-\S+\n$/],
  ['paths', /^200 \S+ undefined InvalidRequestError\n$/],
  ['tested', /^unknown 1\n$/],
] as const

async function play(packed: Packed, service: Service, settings: Settings): Promise<void> {
  const { BASE_URL, TOKEN_URL, ISSUER_SECRET } = settings
  const folder = await makeApp(packed, {
    'http://127.0.0.1:4010/oauth2/token': TOKEN_URL,
    'http://127.0.0.1:4010': BASE_URL,
    "'mock-client'": "'treasury'",
    "'mock-secret'": "process.env['ISSUER_SECRET'] ?? ''",
  })
  const files = { SECRET_FILE: join(folder, 'secret'), DATABASE: join(folder, 'orders.sqlite') }
  const environment = { ...settings, ...files }
  const place: Place = { node: await nodeWithSqlite(), folder, environment }
  await writeFile(files.SECRET_FILE, `${ISSUER_SECRET}\n`)
  for (const [program, wanted] of programs) {
    const command = [place.node, join(folder, `built/${program}.js`)]
    const { stdout } = await must(command, { cwd: folder, env: { ...place.environment } })
    if (!wanted.test(stdout)) throw new Error(`${program} printed:\n${stdout}`)
    console.log(`passed: the README's ${program} prints ${stdout.trim()}`)
  }
  const scene: Scene = { place, service, app: await App.start(place) }
  try {
    for (const [title, run] of steps) {
      await run(scene)
      console.log(`passed: ${title}`)
    }
  } catch (error) {
    console.error(App.printed.join(''))
    throw error
  } finally {
    await scene.app.end('SIGTERM')
  }
}

/** What a project is told of the service. */
type Settings = Readonly<Record<'BASE_URL' | 'TOKEN_URL' | 'ISSUER_SECRET', string>>

type Row = (packed: Packed, service: Service, settings: Settings) => Promise<void>

const rows: Record<string, Row> = { app: play }
for (const manager of Object.keys(managers) as (keyof typeof managers)[])
  rows[`commonjs by ${manager}`] = async (packed, _, settings) => {
    const folder = await installProject(packed, 'commonjs', manager)
    console.log(`passed: Jest, ts-jest and NestJS, ${await tryCommonJs(folder, settings)}`)
  }

const words = process.argv.slice(2)
const secret = randomBytes(24).toString('hex')
const service = new Service(secret)
await service.start()
const packed = await pack(undefined)
try {
  const { url, tokenUrl } = service.addresses
  const settings = { BASE_URL: url, TOKEN_URL: tokenUrl, ISSUER_SECRET: secret }
  for (const [title, row] of Object.entries(rows)) {
    if (words.length > 0 && !words.some((word) => title.includes(word))) continue
    const began = performance.now()
    await row(packed, service, settings).catch((error: unknown) => {
      const skipped = error instanceof Skipped && !toolsAreRequired
      console.error(skipped ? `skipped: ${error.message}` : error)
      if (!skipped) process.exitCode = 1
    })
    console.log(`--- ${title}, ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  }
} finally {
  await service.stop()
  await rm(packed.folder, { recursive: true })
}
