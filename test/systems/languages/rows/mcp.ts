import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { npmPackages, typescriptRow } from './typescript.js'

const version = '4.0.1'
const packages = [
  `openapi-mcp-generator@${version}`,
  ...['@modelcontextprotocol/sdk@1.32.2', 'axios@1.21.1', 'dotenv@16.6.1', 'zod@3.25.76'],
  ...['json-schema-to-zod@2.8.1', 'typescript@5.9.3', '@types/node@20.19.43'],
]

export const mcp = typescriptRow({
  language: 'MCP',
  generator: 'openapi-mcp-generator',
  version,
  folder: 'typescript/mcp',
  untyped: true,
  limits: [
    'A server whose three tools are called by a client of @modelcontextprotocol/sdk, as a model would.',
    'It takes a token (`OAUTH_TOKEN_OAUTH2`), or obtains one from the token URL of the document, which is a placeholder: write the real one into a copy of the document first.',
    'A refusal is an answer in words that is not marked as an error: a model has to read it.',
  ],
  install: () => npmPackages(`mcp-${version}`, ...packages),
  async generate({ folder, document }, place) {
    const bin = join(place, 'node_modules/.bin')
    const paths = ['--input', document, '--output', 'server']
    await must([join(bin, 'openapi-mcp-generator'), ...paths], { cwd: folder })
    await must([join(bin, 'tsc'), '--project', 'server'], { cwd: folder })
  },
})
