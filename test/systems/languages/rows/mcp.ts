import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { must, root } from '../../../support/run.js'
import { type Call, type Habit, habits, playModel, twice } from '../../../support/scripted-model.js'
import { npmPackages, virtualEnvironment } from '../cache.js'
import { type LanguageTrial, type Row, withPrograms, type Work } from '../row.js'
import { startServices } from '../services.js'
import { typescriptRow } from './typescript.js'

const sdk = '@modelcontextprotocol/sdk@1.32.2'
const mcp = { language: 'MCP', folders: ['typescript/mcp'] }
const operations = [
  ...['putCryptoDestinationAddress', 'createStablecoinConversion', 'createIssuerQuote'],
] as const

/** Writes how the program starts the server, and the names of its tools. */
function writeServer(folder: string, args: readonly string[], names: readonly string[] = []) {
  const tools = Object.fromEntries(operations.map((id, index) => [id, names[index] ?? id]))
  const server = { args, tools, wrapped: names.length === 0 }
  return writeFile(join(folder, 'server.json'), JSON.stringify(server))
}

const version = '4.0.1'
const generated = {
  ...mcp,
  version,
  install: () =>
    npmPackages(
      `mcp-${version}`,
      ...[`openapi-mcp-generator@${version}`, sdk, 'axios@1.21.1', 'dotenv@16.6.1'],
      ...['zod@3.25.76', 'json-schema-to-zod@2.8.1', 'typescript@5.9.3', '@types/node@20.19.43'],
    ),
}

/** Generates a server, and compiles it. */
async function makeServer({ folder, document }: Work, place: string) {
  const bin = join(place, 'node_modules/.bin')
  const paths = ['--input', document, '--output', 'server']
  await must([join(bin, 'openapi-mcp-generator'), ...paths], { cwd: folder })
  await must([join(bin, 'tsc'), '--project', 'server'], { cwd: folder })
}

const generatedServer = ['server/build/index.js']
const tsx = ['--import', join(root, 'node_modules/tsx/dist/esm/index.mjs')]
const guardedServer = [...tsx, '--import', './guarded.ts', ...generatedServer]
const ownServer = [...tsx, 'start.ts']

/** Copies the files of the guide, whose journal is in memory here. */
async function copyGuide(folder: string): Promise<void> {
  const guide = join(root, 'test/guides/mcp-tools')
  for (const name of ['guard', 'guarded', 'refuse-copy', 'result', 'server', 'start'])
    await copyFile(join(guide, `${name}.ts`), join(folder, `${name}.ts`))
  const pglite = pathToFileURL(join(root, 'node_modules/@electric-sql/pglite/dist/index.js')).href
  const options = await readFile(join(guide, 'options.ts'), 'utf8')
  const inMemory = options
    .replace(/^import pg .*/, `import { PGlite } from '${pglite}'`)
    .replace(/new pg\.Pool.*/, 'new PGlite()')
  await writeFile(join(folder, 'options.ts'), inMemory)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const source = join(root, 'src')
  const paths = {
    'stablecoin-issuer-api': [join(source, 'index.ts')],
    'stablecoin-issuer-api/*': [join(source, '*.ts')],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { paths } }))
}

const serverVersion = '1.16.1'
const server = '@ivotoby/openapi-mcp-server'

const plain = typescriptRow({
  ...generated,
  generator: 'openapi-mcp-generator',
  note: 'A refusal is an answer in words that is not marked as an error. The token URL of the document is a placeholder: write the real one into a copy of it.',
  async generate(work, place) {
    await makeServer(work, place)
    await writeServer(work.folder, generatedServer)
  },
})
const guarded = typescriptRow({
  ...generated,
  generator: 'openapi-mcp-generator, over `createFetch`',
  note: 'As in the guide [MCP tools](guides/mcp-tools.md).',
  async generate(work, place) {
    await copyGuide(work.folder)
    await makeServer(work, place)
    await writeServer(work.folder, guardedServer)
  },
})
/** The server of the guide. It has zod 4, as the project does; the generated one needs zod 3. */
const own = typescriptRow({
  ...mcp,
  generator: 'a server of your own',
  version: '',
  async generate({ folder }) {
    await copyGuide(folder)
    await writeServer(folder, ownServer, operations)
  },
})

export const mcpRows: readonly Row[] = [
  plain,
  guarded,
  typescriptRow({
    ...mcp,
    generator: server,
    version: serverVersion,
    install: () => npmPackages(`mcp-server-${serverVersion}`, `${server}@${serverVersion}`, sdk),
    async generate({ folder, document }) {
      await copyFile(document, join(folder, 'openapi.json'))
      const tools = ['put-crypto-destination-address', 'crt-stablecoin-conversion']
      const program = `node_modules/${server}/bin/mcp-server.js`
      await writeServer(folder, [program], [...tools, 'crt-issuer-quote'])
    },
  }),
  {
    language: 'MCP',
    generator: 'FastMCP (`from_openapi`)',
    version: '4.1.2', // as in python/fastmcp.txt
    folders: ['python'],
    tools: ['python3'],
    note: 'It sends the arguments that it knows and drops the others: put a check before it, or take a server over `createFetch`.',
    async make({ folder, document }) {
      await copyFile(document, join(folder, 'openapi.json'))
      const python = join(await virtualEnvironment('fastmcp.txt'), 'python')
      return { compile: [], calls: [python, 'calls_fastmcp.py'] }
    },
  },
]

const orders = 100
const operation = 'createStablecoinConversion'

/** How many conversions a model makes twice that calls a tool again after each error, if all first answers are lost. */
export const lostAnswers: readonly LanguageTrial[] = [
  { row: plain, isExpected: (count: number) => count > orders / 2 },
  { row: guarded, isExpected: (count: number) => count === 0 },
  { row: own, isExpected: (count: number) => count === 0 },
].map(({ row, isExpected }) => ({
  title: `a model that calls again after lost answers, ${row.generator} ${row.version}`,
  tools: row.tools,
  run: () =>
    withPrograms(row.folders, row.form, async (work) => {
      await row.make(work)
      const counts = []
      for (const habit of Object.keys(habits) as Habit[]) {
        const count = await meet(work.folder, habit)
        if (!isExpected(count)) throw new Error(`${habit}: ${count} of ${orders} are made twice`)
        counts.push(`${habit}: ${count} of ${orders}`)
      }
      return counts
    }),
}))

interface Api {
  [operation]: (body: object) => Promise<{ readonly status: number; readonly answer: unknown }>
  close: () => Promise<void>
}

/** How many conversions a model makes twice with the server of a folder. */
async function meet(folder: string, habit: Habit): Promise<number> {
  const { mock, env, received, stop } = await startServices()
  const { connect } = (await import(pathToFileURL(join(folder, 'api.ts')).href)) as {
    connect: (url?: string, token?: string, env?: Record<string, string>) => Api
  }
  const api = connect(env['BASE_URL'], env['TOKEN'], env)
  try {
    const call: Call = (body) =>
      api[operation](body).then(
        ({ status, answer }) => (status === 200 ? undefined : (answer ?? status)),
        (error: unknown) => error,
      )
    await playModel(call, orders, habit, () => mock.next(operation, 'broken'))
    const amounts = received.map((body) => (JSON.parse(body) as { amount: string }).amount)
    if (new Set(amounts).size !== orders) throw new Error(`${new Set(amounts).size} orders came`)
    return twice(amounts)
  } finally {
    await api.close()
    await stop()
  }
}
