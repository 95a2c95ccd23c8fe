/**
 * Packs the package and makes the app of an adopter with it: the tarball, Fastify, SQLite and pino in an empty project,
 * with the README's own snippets. Starts the mock, and asks of the app what its users would, with faults on the way.
 */
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { must } from '../../support/run.js'
import { toolsAreRequired } from '../../support/tools.js'
import { Skipped } from '../package/check.js'
import { pack } from '../package/project.js'
import { nodeProgram } from '../runtimes/node.js'
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

async function play(folder: string, service: Service, secret: string): Promise<void> {
  const { url, tokenUrl } = service.addresses
  const place: Place = {
    node: await nodeWithSqlite(),
    folder,
    environment: {
      BASE_URL: url,
      TOKEN_URL: tokenUrl,
      SECRET_FILE: join(folder, 'secret'),
      ISSUER_SECRET: secret,
      DATABASE: join(folder, 'orders.sqlite'),
    },
  }
  await writeFile(place.environment['SECRET_FILE'] ?? '', `${secret}\n`)
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

const secret = randomBytes(24).toString('hex')
const service = new Service(secret)
await service.start()
const packed = await pack(undefined)
try {
  const { url, tokenUrl } = service.addresses
  const folder = await makeApp(packed, {
    'http://127.0.0.1:4010/oauth2/token': tokenUrl,
    'http://127.0.0.1:4010': url,
    "'mock-client'": "'treasury'",
    "'mock-secret'": "process.env['ISSUER_SECRET'] ?? ''",
  })
  await play(folder, service, secret)
} catch (error) {
  const skipped = error instanceof Skipped && !toolsAreRequired
  console.error(skipped ? `skipped: ${error.message}` : error)
  if (!skipped) process.exitCode = 1
} finally {
  await service.stop()
  await rm(packed.folder, { recursive: true })
}
