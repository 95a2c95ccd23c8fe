import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

async function makeServer({ folder, document }: Work, place: string, ...options: string[]) {
  const bin = join(place, 'node_modules/.bin')
  const paths = ['--input', document, '--output', 'server']
  await must([join(bin, 'openapi-mcp-generator'), ...paths], { cwd: folder })
  await must([join(bin, 'tsc'), '--project', 'server'], { cwd: folder })
  await writeServer(folder, [...options, 'server/build/index.js'])
}

const serverVersion = '1.16.1'
const server = '@ivotoby/openapi-mcp-server'

export const mcpRows: readonly Row[] = [
  typescriptRow({
    ...generated,
    generator: 'openapi-mcp-generator',
    note: 'A refusal is an answer in words that is not marked as an error. The token URL of the document is a placeholder: write the real one into a copy of it.',
    generate: makeServer,
  }),
  typescriptRow({
    ...generated,
    generator: 'openapi-mcp-generator, over `createFetch`',
    note: 'As in the guide [MCP tools](guides/mcp-tools.md).',
    async generate(work, place) {
      const { folder } = work
      for (const name of ['guard.ts', 'guarded.ts'])
        await copyFile(join(root, 'test/guides/mcp-tools', name), join(folder, name))
      const paths = { 'stablecoin-issuer-api': [join(root, 'src/index.ts')] }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { paths } }))
      const tsx = join(root, 'node_modules/tsx/dist/esm/index.mjs')
      await makeServer(work, place, '--import', tsx, '--import', './guarded.ts')
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
