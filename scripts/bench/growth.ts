/**
 * Measures what a client costs of a document with few operations and of one with many: `npm run bench -- growth`.
 * The documents are made here, each of copies of the operations of ours.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { parse, stringify } from 'yaml'
import { markdownTable } from '../lib/record.js'
import { sizeOf } from '../lib/size.js'
import { generators, root } from './build.js'
import { bareEnvironment } from './field.js'
import { median } from './statistics.js'

const run = promisify(execFile)

/** What one document costs; a figure that could not be had is absent. */
interface Cost {
  readonly operations: number
  readonly figures: Readonly<Record<string, number | undefined>>
}

const head = {
  generate: 'npm run generate, CPU, s',
  one: 'bundle of one operation, kB',
  oneGzipped: 'gzipped, kB',
  whole: 'of all, kB',
  heyApi: '@hey-api/openapi-ts, one, kB',
  openapiFetch: 'openapi-fetch, kB',
  imported: 'import, CPU, ms',
  client: 'heap of a client, kB',
  fetched: 'createFetch, a call, CPU, µs',
}

/** The table, a line for each size of the document. */
export async function measureGrowth(
  built: string,
  sizes: readonly number[],
  rounds: number,
): Promise<string> {
  const costs: Cost[] = []
  for (const operations of sizes) costs.push(await costOf(built, operations, rounds))
  const rows = costs.map(({ operations, figures }) => [
    String(operations),
    ...Object.keys(head).map((name) => figures[name]?.toPrecision(3) ?? ''),
  ])
  return markdownTable(['operations', ...Object.values(head)], rows)
}

async function costOf(built: string, operations: number, rounds: number): Promise<Cost> {
  const folder = join(built, 'growth', String(operations))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true })
  const document = join(folder, 'openapi.yaml')
  const text = await readFile(join(root, 'openapi/openapi.yaml'), 'utf8')
  await writeFile(document, stringify(grow(parse(text) as Document, operations)))
  const output = relative(root, join(folder, 'generated'))
  const options = ['--document', relative(root, document), '--output', output]
  const generate = await cpuOf(['--import', 'tsx', 'scripts/generate.ts', ...options])
  const bundled = await sizeOf(
    `import { createClientOf } from './src/index.ts'
    import { createIssuerQuote } from './src/operations.ts'
    export const client = createClientOf({ createIssuerQuote }, { baseUrl: 'https://a.example', auth: 'a' })`,
    folder,
  )
  const whole = await sizeOf("export { createClient } from './src/index.ts'", folder)
  const others = await sizeOf("export { default } from 'openapi-fetch'", folder)
  const module = join(folder, 'index.js')
  const entryPoints = [join(folder, 'src/index.ts')]
  await build({
    ...{ entryPoints, outfile: module, bundle: true, packages: 'external', format: 'esm' },
    ...{ tsconfigRaw: {}, logLevel: 'error' },
  })
  const probed: Readonly<Record<string, number>>[] = []
  for (let round = 0; round < rounds; round++) {
    const command = ['--expose-gc', '--input-type=module', '--eval', probe, module]
    const { stdout } = await run(process.execPath, command, { env: bareEnvironment, cwd: root })
    probed.push(JSON.parse(stdout) as Record<string, number>)
  }
  const middle = (name: string): number => median(probed.map((figures) => figures[name] ?? NaN))
  return {
    operations,
    figures: {
      generate,
      one: bundled.minified / 1000,
      oneGzipped: bundled.gzipped / 1000,
      whole: whole.minified / 1000,
      heyApi: await heyApiSize(join(folder, 'generated/openapi.json'), join(folder, 'hey-api')),
      openapiFetch: others.minified / 1000,
      ...{ imported: middle('imported'), client: middle('client'), fetched: middle('fetched') },
    },
  }
}

/** One method of the client that hey-api makes; undefined without a network. */
async function heyApiSize(document: string, folder: string): Promise<number | undefined> {
  const tool = generators.find(({ name }) => name === 'hey-api')
  try {
    await mkdir(folder, { recursive: true })
    await tool?.write(document, folder)
    const code = "export { createIssuerQuote } from './client/sdk.gen.ts'"
    return (await sizeOf(code, folder)).minified / 1000
  } catch {
    return undefined
  }
}

/** Seconds of CPU that a script takes. */
async function cpuOf(command: readonly string[]): Promise<number> {
  const tell = `process.on('exit', () => console.error('cpu ' + JSON.stringify(process.cpuUsage())))`
  const preload = `data:text/javascript,${encodeURIComponent(tell)}`
  const { stderr } = await run(process.execPath, ['--import', preload, ...command], { cwd: root })
  const told = stderr.match(/^cpu .*$/gm)?.map((line) => JSON.parse(line.slice(4)) as CpuUsage)
  return (told ?? []).reduce((sum, { user, system }) => sum + (user + system) / 1e6, 0)
}
type CpuUsage = ReturnType<typeof process.cpuUsage>

/** In a fresh process: the import, then the heap of clients, then calls over a transport that answers at once. */
const probe = `
const cpu = (since) => { const { user, system } = process.cpuUsage(since); return user + system }
const before = process.cpuUsage()
const { createClient, createFetch } = await import(process.argv[1])
const imported = cpu(before) / 1000
const options = { baseUrl: 'https://a.example', auth: 'a' }
const clients = [createClient(options)]
gc()
const heap = process.memoryUsage().heapUsed
for (let made = 0; made < 200; made++) clients.push(createClient(options))
gc()
const client = (process.memoryUsage().heapUsed - heap) / 200 / 1000
const fetch = createFetch({ ...options, fetch: async () => Response.json({ quote_id: 'q' }) })
const body = JSON.stringify({ profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' })
const calls = async (count) => {
  for (let made = 0; made < count; made++) await fetch('/v2/issuer-quote', { method: 'POST', body })
}
await calls(2000)
const start = process.cpuUsage()
await calls(5000)
console.log(JSON.stringify({ imported, client, fetched: cpu(start) / 5000, kept: clients.length }))`

interface Document {
  readonly paths: Record<string, Record<string, { operationId?: string }>>
  readonly components: { readonly schemas: Record<string, { properties?: object }> }
}

/** Adds copies of the operations, with schemas of their own, each with a field that no other has. */
function grow(document: Document, operations: number): Document {
  const first = structuredClone(document)
  const copies = Math.ceil(operations / Object.keys(first.paths).length)
  for (let copy = 2; copy <= copies; copy++) {
    const renamed = <Part>(part: Part): Part =>
      JSON.parse(
        JSON.stringify(part).replaceAll(/#\/components\/schemas\/\w+/g, (name) => `${name}${copy}`),
      ) as Part
    for (const [name, schema] of Object.entries(first.components.schemas)) {
      const own = (document.components.schemas[`${name}${copy}`] = renamed(schema))
      if (own.properties)
        own.properties = { ...own.properties, [`note${copy}`]: { type: 'string' } }
    }
    for (const [path, methods] of Object.entries(first.paths)) {
      const own = renamed(methods)
      for (const one of Object.values(own)) if (one.operationId) one.operationId += String(copy)
      document.paths[path.replace('/v2/', `/v2/part${copy}/`)] = own
    }
  }
  return document
}
