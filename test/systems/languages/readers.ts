import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from './reader.js'
import { npmPackages } from './rows/typescript.js'
import { virtualEnvironment } from './virtual-environment.js'

const versions = {
  '@apidevtools/swagger-parser': '12.1.0',
  'openapi-to-postmanv2': '6.3.3',
  '@usebruno/converters': '0.23.0',
  'express-openapi-validator': '5.6.2',
} as const

const packages = [
  ...Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  ...['openapi-types@12.1.3', 'express@5.3.0'],
]

let tsx = ''

/** A program of typescript/readers, with what it imports beside it. */
function byNode(tool: keyof typeof versions, program: string) {
  return {
    tool,
    version: versions[tool],
    folder: 'typescript/readers',
    documents: ['openapi.json', 'openapi-3.0.json'],
    tools: ['npm'],
    async prepare({ folder, root }) {
      const place = await npmPackages(`readers-${Object.values(versions).join('-')}`, ...packages)
      await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      tsx = join(root, 'node_modules/.bin/tsx')
    },
    command: () => [tsx, program],
  } satisfies Partial<Reader>
}

let python = ''

export const readers: readonly Reader[] = [
  {
    ...byNode('@apidevtools/swagger-parser', 'swagger-parser.ts'),
    use: 'parser',
    limits: ['The last that runs on Node.js 20. It refuses a server variable with a description.'],
  },
  {
    ...byNode('openapi-to-postmanv2', 'openapi-to-postman.ts'),
    use: 'importer',
    limits: [
      'With `parametersResolution: "Example"`. A token is set up once, for the collection, with all scopes; write the real token URL into it.',
    ],
  },
  {
    ...byNode('@usebruno/converters', 'bruno.ts'),
    use: 'importer',
    limits: [
      'Each server becomes an environment of its description. The token URL stands in the collection and in each request: replace it in all of them. Credentials go into the header of the token request (Basic).',
    ],
  },
  {
    ...byNode('express-openapi-validator', 'express-openapi-validator.ts'),
    use: 'server',
    limits: [],
  },
  {
    use: 'server',
    tool: 'connexion',
    version: '3.3.0', // as in python/connexion.txt
    folder: 'python/connexion',
    documents: ['openapi-3.0.json'],
    tools: ['python3'],
    limits: [
      'It reads OpenAPI 3.0 only. With `strict_validation` and `validate_responses`. `$` of a pattern stands before a newline at the end as well, as in all of Python.',
    ],
    async prepare() {
      python = join(await virtualEnvironment('connexion.txt'), 'python')
    },
    command: () => [python, 'server.py'],
  },
]
