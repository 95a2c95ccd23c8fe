import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { overlay, providerOf } from '../../../scripts/demo/provider.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { cases } from '../../support/cases.js'
import { must, root, run, script } from '../../support/run.js'
import { installedFrom } from '../languages/cache.js'
import { type Check, type Packed, Skipped } from '../package/project.js'
import { fetchPackage, nodeProgram, platform } from '../runtimes/node.js'
import { startServer } from './server.js'

const home = join(root, 'test/systems/adopter/services')
const operation = 'createStablecoinConversion'
const assets = { profile_id: 'treasury', source_asset: 'USDC', target_asset: 'USDG' }
type Order = typeof assets & { readonly amount: string; readonly ref_id: string }

/** A small service of an adopter, in a folder under services/. */
interface Service {
  readonly folder: string
  /** A program of its packages that compiles it. */
  readonly build: readonly string[]
  /** Of a server, which gets each conversion as a request; or of a program that is run for each. */
  readonly command: readonly string[] | ((order: Order) => readonly string[])
  readonly runtime: () => Promise<string>
  /** The status or the exit code, and the text, for a conversion that is made, wrong, lost, or refused for its token. */
  readonly made: RegExp
  readonly wrong: RegExp
  readonly lost: RegExp
  readonly refused: RegExp
}

const node = () => nodeProgram('24.21.0') // it has node:sqlite
const bun = async () =>
  join(await fetchPackage(`@oven/bun-${platform({ arm64: 'aarch64' })}`, '1.4.5'), 'bin/bun')
const typescript = ['typescript/bin/tsc', '--pretty', 'false']

const route = {
  made: /^200 {"id":"\S+"}$/,
  wrong: /^400 .*amount must be a decimal string/,
  lost: /^202 {"code":"ERR_(CONNECTION|SENT_BEFORE)"}$/,
  refused: /^502 {"code":"ERR_AUTHENTICATION"}$/,
}
const job = {
  build: typescript,
  command: (order: Order) => ['dist/job.js', JSON.stringify(order)],
  runtime: node,
}

const rows: Readonly<Record<string, Service>> = {
  'Hono on Bun': {
    ...route,
    folder: 'hono',
    build: typescript,
    command: ['src/server.ts'],
    runtime: bun,
  },
  'a command line': {
    folder: 'cli',
    build: typescript,
    command: ({ ref_id, amount }) => [
      ...['dist/convert.js', '--ref-id', ref_id, '--amount', amount],
      ...['--from', 'USDC', '--to', 'USDG'],
    ],
    runtime: node,
    made: /^0 \S+$/,
    wrong: /^65 .*amount must be a decimal string/,
    lost: /^75 .*look it up by ref_id "lost"/,
    refused: /^77 .*the service refused the token/,
  },
  Effect: {
    ...job,
    folder: 'effect',
    made: /^0 made \S+$/,
    wrong: /^0 not sent: .*amount must be a decimal string/,
    lost: /^0 to be looked up: lost$/,
    refused: /^0 refused: ERR_AUTHENTICATION$/,
  },
  neverthrow: {
    ...job,
    folder: 'neverthrow',
    made: /^0 made \S+$/,
    wrong: /^0 correct amount must be a decimal string/,
    lost: /^0 run it again later$/,
    refused: /^0 check the credentials$/,
  },
}

/** It installs some 200 packages. */
const atNight: typeof rows = {
  'NestJS on Express, by nest build': {
    ...route,
    folder: 'nest',
    build: ['@nestjs/cli/bin/nest.js', 'build'],
    command: ['dist/main.js'],
    runtime: node,
  },
}

export const services: readonly Check[] = Object.entries(cases({ ...rows, ...atNight }, rows)).map(
  ([about, service]) => ({ about, run: (packed) => tryService(packed, service) }),
)

async function tryService(packed: Packed, service: Service): Promise<string> {
  const place = await installPackages(service)
  const [runtime, itsNode] = await Promise.all([service.runtime(), node()]).catch(skip)
  const cwd = await mkdtemp(join(place, 'project-'))
  const arrived: string[] = []
  const repeated: string[] = []
  const { provider, document } = await providerOf(operation)
  const mock = await startMock({
    provider,
    document,
    onRequest: ({ method, url }, body) => {
      if (`${method} ${url}` === 'POST /v2/conversion/stablecoins')
        arrived.push((JSON.parse(body.toString()) as Order).ref_id)
    },
    onRepeat: ({ refId }) => repeated.push(refId),
  })
  try {
    await makeProject(packed, service, cwd)
    const [compiler = '', ...options] = service.build
    await must([itsNode, join(place, 'node_modules', compiler), ...options], { cwd })
    const env = {
      ISSUER_URL: mock.url,
      ISSUER_TOKEN_URL: mock.tokenUrl,
      ISSUER_CLIENT_ID: mockClient.id,
      ISSUER_CLIENT_SECRET: mockClient.secret,
      ISSUER_PROFILE: 'treasury',
      NO_COLOR: '1',
    }
    const { convert, end } = await start(service, runtime, { cwd, env })
    /** Converts, and sees what is answered and how many requests with this reference have come until now. */
    const expect = async (ref_id: string, answer: RegExp, requests: number, amount = '12.50') => {
      const text = await convert({ ...assets, amount, ref_id })
      assert.match(text, answer)
      const count = arrived.filter((one) => one === ref_id).length
      assert.equal(count, requests, `${count} requests with the reference ${ref_id}: ${text}`)
      return text
    }
    try {
      const first = await expect('made', service.made, 1)
      assert.equal(await expect('made', service.made, 1), first)
      await expect('wrong', service.wrong, 0, '12,50')
      mock.next(operation, 'broken')
      await expect('lost', service.lost, 1)
      await expect('lost', service.lost, 1)
      await must([itsNode, '--eval', endLeases], { cwd })
      await expect('lost', service.made, 1)
      mock.next(operation, { status: 401 }, { status: 401 })
      await expect('refused', service.refused, 2)
      assert.deepEqual(repeated, [], 'converted twice')
    } finally {
      await end()
    }
    return 'compiled; made, wrong, lost and refused'
  } finally {
    await mock.stop()
    await rm(cwd, { recursive: true, force: true })
  }
}

/** Lets the next call look up what is unknown, as if 15 minutes were over. */
const endLeases = `const { DatabaseSync } = require('node:sqlite')
new DatabaseSync('journal.sqlite').exec('UPDATE stablecoin_issuer_calls SET lease = 0')`

const skip = (error: unknown): never => {
  throw new Skipped(String(error))
}

/** A folder of the cache with the packages of a service. */
function installPackages({ folder }: Service): Promise<string> {
  const manifest = join(home, folder, 'package.json')
  return installedFrom(`service-${folder}`, [manifest], async (cwd) => {
    await cp(manifest, join(cwd, 'package.json'))
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
    await must(['npm', 'install', ...options, '--loglevel=error'], { cwd })
  }).catch(skip)
}

/** Copies the service and the packed package into a folder, below the one that has its other packages. */
async function makeProject(packed: Packed, { folder }: Service, project: string): Promise<void> {
  await cp(join(home, folder), project, { recursive: true })
  await cp(join(home, 'issuer.ts'), join(project, 'src/issuer.ts'))
  await must(script('overlay/main', overlay, '--out', join(project, 'src/acme')), { cwd: root })
  const modules = 'node_modules'
  await cp(join(packed.project, modules), join(project, modules), { recursive: true })
}

/** Gives what sends a conversion through the service, and answers with its code and its text. */
async function start(
  { command }: Service,
  runtime: string,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) {
  if (typeof command === 'function')
    return {
      convert: async (order: Order) => {
        const { code, output } = await run([runtime, ...command(order)], options)
        return `${code} ${output.trim()}`
      },
      end: () => Promise.resolve(),
    }
  const { send, end } = await startServer([runtime, ...command], options)
  const convert = async ({ ref_id, ...order }: Order) => {
    const { status, text } = await send('PUT', `/conversions/${ref_id}`, order)
    return `${status} ${text}`
  }
  return { convert, end }
}
