import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import { Agent, RetryAgent } from 'undici'
import type * as Entry from '../../../src/undici.js'
import { root } from '../../support/run.js'
import { equal } from './check.js'
import { departing } from './local-server.js'
import type { Context, Row } from './script.js'

/** Another copy of the entry for undici, as a bundle or a second installation brings it. */
async function otherCopy(): Promise<typeof Entry> {
  await mkdir(join(root, 'dist'), { recursive: true })
  // Below the project, so that it finds undici.
  const folder = await mkdtemp(join(root, 'dist/copy-'))
  const outfile = join(folder, 'undici.mjs')
  try {
    const options: BuildOptions = {
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['undici'],
    }
    await build({ entryPoints: [join(root, 'src/undici.ts')], outfile, ...options })
    return (await import(pathToFileURL(outfile).href)) as typeof Entry
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function twoCopies(context: Context): Promise<string> {
  const { undiciTransport } = await otherCopy()
  const server = await departing()
  const options = { methods: ['POST' as const], minTimeout: 1, maxRetries: 1 }
  const dispatcher = new RetryAgent(new Agent(), options)
  const client = context.clientOf({
    baseUrl: server.url,
    transport: undiciTransport({ dispatcher }),
  })
  const error = await context.failure(client)
  equal([error.outcome, error.attempts, server.seen()], ['unknown', 1, 1], 'seen, then refused')
  await dispatcher.destroy()
  const gone = context.clientOf({ baseUrl: server.url, transport: undiciTransport() })
  const refused = await context.failure(gone)
  equal(refused.outcome, 'not_sent', 'refused')
  return 'seen is unknown, refused is not_sent'
}

const pollutions: readonly Readonly<Record<string, string>>[] = [
  { syscall: 'connect' },
  { code: 'ENOTFOUND' },
  { code: 'ECONNREFUSED', syscall: 'connect' },
  { message: 'bad port' },
]

async function polluted(context: Context): Promise<string> {
  const prototype = Object.prototype as Record<string, unknown>
  for (const pollution of pollutions)
    for (const fault of ['reset', 'close'] as const) {
      const { url, seen } = await context.script({ fault })
      const client = context.clientOf({ baseUrl: url })
      Object.assign(prototype, pollution)
      const call = context.failure(client)
      const error = await call.finally(() => {
        for (const name of Object.keys(pollution)) Reflect.deleteProperty(prototype, name)
      })
      const what = `${JSON.stringify(pollution)}, ${fault}`
      equal([error.outcome, (await seen()).length], ['unknown', 1], what)
    }
  return `${pollutions.length} pollutions: POST once, unknown`
}

export const rows: readonly Row[] = [
  {
    number: 38,
    fault: 'a transport of another copy of the package',
    demand: 'what was seen is never not_sent; what was refused still is',
    run: twoCopies,
  },
  {
    number: 39,
    fault: 'Object.prototype with a syscall, a code, a message',
    demand: 'POST once, unknown',
    run: polluted,
  },
]
