import { copyFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import type { Row, Work } from '../row.js'
import { virtualEnvironment } from '../virtual-environment.js'
import { typescriptRow } from './typescript.js'

const version = '4.0.1'
const packages = [
  `openapi-mcp-generator@${version}`,
  ...['@modelcontextprotocol/sdk@1.32.2', 'axios@1.21.1', 'dotenv@16.6.1', 'zod@3.25.76'],
  ...['json-schema-to-zod@2.8.1', 'typescript@5.9.3', '@types/node@20.19.43'],
]

/** Makes the server, and says how Node starts it. */
async function makeServer(
  { folder, document }: Work,
  place: string,
  ...options: readonly string[]
): Promise<void> {
  const bin = join(place, 'node_modules/.bin')
  const paths = ['--input', document, '--output', 'server']
  await must([join(bin, 'openapi-mcp-generator'), ...paths], { cwd: folder })
  await must([join(bin, 'tsc'), '--project', 'server'], { cwd: folder })
  const command = [...options, 'server/build/index.js']
  await writeFile(join(folder, 'arguments.json'), JSON.stringify(command))
}

const generated = {
  language: 'MCP',
  version,
  folder: 'typescript/mcp',
  untyped: true,
  install: () => npmPackages(`mcp-${version}`, ...packages),
}

export const mcp = typescriptRow({
  ...generated,
  generator: 'openapi-mcp-generator',
  limits: [
    'A server whose three tools are called by a client of @modelcontextprotocol/sdk, as a model would.',
    'It takes a token (`OAUTH_TOKEN_OAUTH2`), or obtains one from the token URL of the document, which is a placeholder: write the real one into a copy of the document first.',
    'A refusal is an answer in words that is not marked as an error: a model must read it.',
  ],
  generate: makeServer,
})

export const mcpOverCreateFetch = typescriptRow({
  ...generated,
  generator: 'openapi-mcp-generator, over `createFetch`',
  limits: ['As in the guide [MCP tools](guides/mcp-tools.md).'],
  async generate(work, place) {
    const { folder, root } = work
    for (const name of ['guard.ts', 'guarded.ts'])
      await copyFile(join(root, 'test/guides/mcp-tools', name), join(folder, name))
    const paths = { 'stablecoin-issuer-api': [join(root, 'src/index.ts')] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { paths } }))
    const tsx = join(root, 'node_modules/tsx/dist/esm/index.mjs')
    await makeServer(work, place, '--import', tsx, '--import', './guarded.ts')
  },
})

const serverVersion = '1.16.1'

export const mcpServer = typescriptRow({
  language: 'MCP',
  generator: '@ivotoby/openapi-mcp-server',
  version: serverVersion,
  folder: 'typescript/mcp-server',
  untyped: true,
  limits: [
    'It checks nothing, and its schema for a model lacks that bodies are closed. What a model writes is sent as it is, and the service refuses it.',
  ],
  install: () =>
    npmPackages(
      `mcp-server-${serverVersion}`,
      ...[`@ivotoby/openapi-mcp-server@${serverVersion}`, '@modelcontextprotocol/sdk@1.32.2'],
    ),
  generate: ({ folder, document }) => copyFile(document, join(folder, 'openapi.json')),
})

const fastmcpVersion = '4.1.2' // as in python/fastmcp.txt
let python = ''

export const fastmcp: Row = {
  language: 'MCP',
  generator: 'FastMCP (`from_openapi`)',
  version: fastmcpVersion,
  folder: 'python/fastmcp',
  tools: ['python3'],
  limits: [
    '**It sends the arguments that it knows and drops the others**: a misspelt `refid` is lost without a word, and the conversion goes out without a reference. It checks no values. Put your own check before it, or take a server over `createFetch`.',
    'An enum value that is not listed in an answer is an error, and the answer is lost.',
  ],
  async generate({ folder, root, document }) {
    python = join(await virtualEnvironment('fastmcp.txt'), 'python')
    await cp(join(root, 'test/systems/languages/python/shared'), folder, { recursive: true })
    await copyFile(document, join(folder, 'openapi.json'))
  },
  compile: () => Promise.resolve([]),
  refused: { file: 'refused.py', command: () => [python, 'refused.py'] },
  calls: () => [python, 'calls.py'],
}
