import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, root } from '../../support/run.js'
import { npmPackages } from './cache.js'
import type { Reader } from './reader.js'
import type { Work } from './row.js'
import { virtualEnvironment } from './virtual-environment.js'

const versions = {
  '@apidevtools/swagger-parser': '12.1.0',
  'openapi-to-postmanv2': '6.3.3',
  '@usebruno/converters': '0.23.0',
  'express-openapi-validator': '5.6.2',
  'openapi-backend': '5.21.2',
  'fastify-openapi-glue': '4.11.4',
  '@scalar/mock-server': '0.14.4',
} as const

const packages = [
  ...Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  ...['openapi-types@12.1.3', 'express@5.3.0', 'fastify@5.12.8'],
]

const both = ['openapi.json', 'openapi-3.0.json'] as const

/** A program of typescript/readers. */
function byNode(tool: keyof typeof versions, program: string, ...options: string[]) {
  return {
    tool,
    version: versions[tool],
    folders: ['typescript/readers'],
    forms: both,
    tools: ['npm'],
    async make({ folder }: Work) {
      const place = await npmPackages(`readers-${Object.values(versions).join('-')}`, ...packages)
      await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      return [join(root, 'node_modules/.bin/tsx'), program, ...options]
    },
  } as const
}

export const readers: readonly Reader[] = [
  { use: 'parser', ...byNode('@apidevtools/swagger-parser', 'swagger-parser.ts') },
  {
    use: 'importer',
    ...byNode('openapi-to-postmanv2', 'openapi-to-postman.ts'),
    note: 'With `parametersResolution: "Example"`. Write the real token URL into the collection.',
  },
  {
    use: 'importer',
    ...byNode('@usebruno/converters', 'bruno.ts'),
    note: 'The token URL stands in the collection and in each request: replace it in all of them.',
  },
  { use: 'server', ...byNode('express-openapi-validator', 'express-openapi-validator.ts') },
  {
    use: 'server',
    ...byNode('openapi-backend', 'openapi-backend.ts'),
    forms: ['openapi-3.0.json'],
    note: 'Of the 3.1 form it takes a reference with a description for a field.',
  },
  {
    use: 'server',
    ...byNode('fastify-openapi-glue', 'fastify.ts', 'defaults'),
    tool: 'fastify-openapi-glue, with the options of Fastify',
    forms: ['openapi.json'],
    accepts: 20,
    note: "**Fastify's defaults drop what is not listed and turn a number into text.**",
  },
  {
    use: 'server',
    ...byNode('fastify-openapi-glue', 'fastify.ts'),
    tool: 'fastify-openapi-glue, closed',
    forms: ['openapi.json'],
    note: 'With `ajv: { customOptions: { removeAdditional: false, coerceTypes: false } }`.',
  },
  { use: 'server', ...byNode('@scalar/mock-server', 'scalar-mock.ts') },
  {
    use: 'server',
    tool: 'connexion',
    version: '3.3.0', // as in python/connexion.txt
    folders: ['python'],
    forms: ['openapi-3.0.json'],
    tools: ['python3'],
    accepts: 1,
    note: 'With `strict_validation` and `validate_responses`. In Python `$` of a pattern stands before a newline at the end as well.',
    async make() {
      return [join(await virtualEnvironment('connexion.txt'), 'python'), 'connexion_server.py']
    },
  },
  {
    use: 'server',
    tool: 'kin-openapi',
    version: '0.152.0', // as in go/kin-openapi/go.mod
    folders: ['go/kin-openapi'],
    forms: both,
    tools: ['go'],
    async make({ folder }) {
      await must(['go', 'build', '-o', 'validate', '.'], { cwd: folder })
      return ['./validate']
    },
  },
]
