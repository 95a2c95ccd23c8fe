import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { overlay, providerOf } from '../../../scripts/demo/provider.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { cases } from '../../support/cases.js'
import { startChild } from '../../support/children.js'
import { limits } from '../../support/limits.js'
import { must, root, run, script } from '../../support/run.js'
import { skip } from '../../support/trials.js'
import { installedFrom } from '../languages/cache.js'
import type { Check, Packed } from '../package/project.js'
import { bunProgram, nodeProgram } from '../runtimes/node.js'

const home = join(root, 'test/systems/adopter/services')
const operation = 'createStablecoinConversion'
const assets = { profile_id: 'treasury', source_asset: 'USDC', target_asset: 'USDG' }
type Order = typeof assets & { readonly amount: string; readonly ref_id: string }

/** A small service of an adopter. */
interface Service {
  /** The folder of its package.json, below services/. @default services/ itself */
  readonly folder?: string
  /** Its programs in that folder, beside the client that all have. */
  readonly programs: readonly string[]
  /** A program of its packages that compiles it, and more options of the compiler than all have. */
  readonly build: readonly string[]
  readonly compilerOptions?: object
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
const bun = () => bunProgram('1.4.5')
const typescript = ['typescript/bin/tsc', '--pretty', 'false']
const compilerOptions = {
  target: 'ES2023',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  rootDir: 'src',
  outDir: 'dist',
}

const route = {
  made: /^200 {"id":"\S+"}$/,
  wrong: /^400 .*amount must be a decimal string/,
  lost: /^202 {"code":"ERR_(CONNECTION|SENT_BEFORE)"}$/,
  refused: /^502 {"code":"ERR_AUTHENTICATION"}$/,
}
/** A program that gets its conversion as JSON. */
const job = (name: string) => ({
  programs: [`${name}.ts`],
  build: typescript,
  command: (order: Order) => [`dist/${name}.js`, JSON.stringify(order)],
  runtime: node,
})

const rows: Readonly<Record<string, Service>> = {
  'Hono on Bun': {
    ...route,
    programs: ['hono.ts'],
    build: typescript,
    compilerOptions: {
      lib: ['ESNext'],
      target: 'ESNext',
      module: 'Preserve',
      moduleResolution: 'bundler',
      types: ['bun'],
      skipLibCheck: true,
      noEmit: true,
    },
    command: ['src/hono.ts'],
    runtime: bun,
  },
  'a command line': {
    programs: ['cli.ts'],
    build: typescript,
    command: ({ ref_id, amount }) => [
      ...['dist/cli.js', '--ref-id', ref_id, '--amount', amount],
      ...['--from', 'USDC', '--to', 'USDG'],
    ],
    runtime: node,
    made: /^0 \S+$/,
    wrong: /^65 .*amount must be a decimal string/,
    lost: /^75 .*look it up by ref_id "lost"/,
    refused: /^77 .*the service refused the token/,
  },
  Effect: {
    ...job('effect'),
    made: /^0 made \S+$/,
    wrong: /^0 not sent: .*amount must be a decimal string/,
    lost: /^0 to be looked up: lost$/,
    refused: /^0 refused: ERR_AUTHENTICATION$/,
  },
  neverthrow: {
    ...job('neverthrow'),
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
    programs: ['conversions.ts', 'main.ts'],
    build: ['@nestjs/cli/bin/nest.js', 'build'],
    compilerOptions: {
      isolatedModules: true,
      verbatimModuleSyntax: false,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      skipLibCheck: true,
    },
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

/** A folder of the cache with the packages of a service. */
function installPackages({ folder = '' }: Service): Promise<string> {
  const manifest = join(home, folder, 'package.json')
  return installedFrom(`services${folder}`, [manifest], async (cwd) => {
    await cp(manifest, join(cwd, 'package.json'))
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
    await must(['npm', 'install', ...options, '--loglevel=error'], { cwd })
  }).catch(skip)
}

/** Makes the service with the packed package in a folder, below the one that has its other packages. */
async function makeProject(packed: Packed, service: Service, project: string): Promise<void> {
  const { folder = '', programs, compilerOptions: more } = service
  const source = join(project, 'src')
  await mkdir(source)
  await cp(join(home, 'issuer.ts'), join(source, 'issuer.ts'))
  for (const name of programs) await cp(join(home, folder, name), join(source, name))
  const options = { compilerOptions: { ...compilerOptions, ...more }, include: ['src'] }
  const files = {
    'package.json': { private: true, type: 'module' },
    'tsconfig.json': options,
    'nest-cli.json': { sourceRoot: 'src', compilerOptions: { deleteOutDir: true } },
  }
  for (const [name, content] of Object.entries(files))
    await writeFile(join(project, name), JSON.stringify(content))
  await must(script('overlay/main', overlay, '--out', join(source, 'acme')), { cwd: root })
  const modules = 'node_modules'
  await cp(join(packed.project, modules), join(project, modules), { recursive: true })
}

/** Gives what sends a conversion through the service, and answers with its code and its text. */
async function start({ command }: Service, runtime: string, options: Options) {
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

interface Options {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** An app in a process of its own, once it has printed `listening at <url>`. */
export async function startServer(command: readonly string[], { cwd, env }: Options) {
  const child = startChild(command, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text))
  const until = performance.now() + limits.start
  let url: string | undefined
  while (url === undefined) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`the app does not listen:\n${log}`)
    await sleep(20)
    url = /listening at (http:[^"\s]+)/i.exec(log)?.[1]
  }
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = body && { headers, body: JSON.stringify(body) }
    const response = await fetch(new URL(path, url), { method, ...init })
    return { status: response.status, text: await response.text() }
  }
  const end = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { log: () => log, send, end }
}
