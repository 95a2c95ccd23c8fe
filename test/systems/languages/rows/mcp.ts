import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { must, root } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import type { Row, Work } from '../row.js'
import { virtualEnvironment } from '../virtual-environment.js'
import { typescriptRow } from './typescript.js'

const sdk = '@modelcontextprotocol/sdk@1.32.2'
const mcp = { language: 'MCP', folders: ['typescript/mcp'], isTyped: false }
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
export const generated = {
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
export async function makeServer({ folder, document }: Work, place: string) {
  const bin = join(place, 'node_modules/.bin')
  const paths = ['--input', document, '--output', 'server']
  await must([join(bin, 'openapi-mcp-generator'), ...paths], { cwd: folder })
  await must([join(bin, 'tsc'), '--project', 'server'], { cwd: folder })
}

export const generatedServer = ['server/build/index.js']
const tsx = ['--import', join(root, 'node_modules/tsx/dist/esm/index.mjs')]
export const guardedServer = [...tsx, '--import', './guarded.ts', ...generatedServer]
export const ownServer = [...tsx, 'start.ts']

/** Copies the files of the guide, whose journal is in memory here. */
export async function copyGuide(folder: string): Promise<void> {
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

export const mcpRows: readonly Row[] = [
  typescriptRow({
    ...generated,
    generator: 'openapi-mcp-generator',
    note: 'A refusal is an answer in words that is not marked as an error. The token URL of the document is a placeholder: write the real one into a copy of it.',
    async generate(work, place) {
      await makeServer(work, place)
      await writeServer(work.folder, generatedServer)
    },
  }),
  typescriptRow({
    ...generated,
    generator: 'openapi-mcp-generator, over `createFetch`',
    note: 'As in the guide [MCP tools](guides/mcp-tools.md).',
    async generate(work, place) {
      await copyGuide(work.folder)
      await makeServer(work, place)
      await writeServer(work.folder, guardedServer)
    },
  }),
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
