import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npmPackages } from '../cache.js'
import type { Reader } from '../reader.js'

const versions = {
  '@apidevtools/swagger-parser': '12.1.0',
  'openapi-to-postmanv2': '6.3.3',
  '@usebruno/converters': '0.23.0',
  'express-openapi-validator': '5.6.2',
  'openapi-backend': '5.21.2',
  'fastify-openapi-glue': '4.11.4',
  '@scalar/mock-server': '0.14.4',
  'swagger-client': '3.37.2',
} as const

/** Each in a folder of its own: some are large. */
const apart = {
  oas: '38.6.0',
  '@mockoon/cli': '9.9.0',
  stepci: '2.8.2',
  'insomnia-importers': '3.6.0',
} as const

const packages = [
  ...Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  ...['openapi-types@12.1.3', 'express@5.3.0', 'fastify@5.12.8'],
]

let tsx = ''

/** A program of typescript/readers, with what it imports beside it. */
function byNode(
  tool: keyof typeof versions | keyof typeof apart,
  program: string,
  ...options: string[]
) {
  const version = { ...versions, ...apart }[tool]
  return {
    tool,
    version,
    folder: 'typescript/readers',
    documents: ['openapi.json', 'openapi-3.0.json'],
    tools: ['npm'],
    async prepare({ folder, root }) {
      const place = await (tool in apart
        ? npmPackages(`${tool.replace('/', '-')}-${version}`, `${tool}@${version}`)
        : npmPackages(`readers-${Object.values(versions).join('-')}`, ...packages))
      await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      tsx = join(root, 'node_modules/.bin/tsx')
    },
    command: () => [tsx, program, ...options],
  } satisfies Partial<Reader>
}

const closing =
  '`ajv: { customOptions: { removeAdditional: false, coerceTypes: false } }` is needed.'

export const nodeReaders: readonly Reader[] = [
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
    ...byNode('swagger-client', 'swagger-client.ts'),
    use: 'parser',
    limits: ['The newest wants Node.js 22.'],
  },
  {
    ...byNode('oas', 'oas.ts'),
    use: 'parser',
    limits: ["ReadMe's. One of its dependencies declares Node.js 22, and ran on 20 here."],
  },
  {
    ...byNode('stepci', 'step-ci.ts'),
    use: 'parser',
    keeps: 3,
    limits: [
      'What `stepci generate` makes sends and expects the first example of each operation. It has no token: add `auth`.',
    ],
  },
  {
    ...byNode('insomnia-importers', 'insomnia.ts'),
    use: 'importer',
    documents: ['openapi-3.0.json'],
    keeps: 1,
    limits: [
      'The last on npm; Insomnia itself has a newer importer that is not published. Its own fault: it makes bodies of the schemas, of a union `{}`, and of the 3.1 form `null`: paste an example.',
    ],
  },
  {
    ...byNode('openapi-backend', 'openapi-backend.ts'),
    use: 'server',
    documents: ['openapi-3.0.json'],
    limits: ['Its own fault: of the 3.1 form it takes a reference with a description for a field.'],
  },
  {
    ...byNode('fastify-openapi-glue', 'fastify.ts', 'defaults'),
    tool: 'fastify-openapi-glue, with the options of Fastify',
    use: 'server',
    documents: ['openapi.json'],
    limits: [
      `**Fastify's defaults drop what is not listed and turn a number into text**: a misspelt \`refid\`, and the \`id\` beside a network, are gone before your code sees the body. ${closing}`,
    ],
  },
  {
    ...byNode('fastify-openapi-glue', 'fastify.ts'),
    tool: 'fastify-openapi-glue, closed',
    use: 'server',
    documents: ['openapi.json'],
    limits: [
      `${closing} Its own fault: it does not start on the keyword \`example\` of the 3.0 form.`,
    ],
  },
  {
    ...byNode('@scalar/mock-server', 'scalar-mock.ts'),
    use: 'server',
    limits: [
      'A mock: it answers with the first example of an operation. It declares Node.js 22, and ran on 20 here.',
    ],
  },
  {
    ...byNode('@mockoon/cli', 'mockoon.ts'),
    use: 'server',
    documents: ['openapi.json'],
    keeps: 0,
    limits: [
      '**A mock that judges no bodies**: it answers 200 to a misspelt `refid`. Its answers are made of the schemas: empty strings from the 3.1 form, the examples of the fields with a network or a side by chance from the 3.0 form. The examples are further answers of each route: make one the default.',
    ],
  },
]
