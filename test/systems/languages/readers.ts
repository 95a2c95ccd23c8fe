import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../support/run.js'
import { installed } from './cache.js'
import type { Reader } from './reader.js'
import type { Work } from './row.js'
import { npmPackages } from './rows/typescript.js'
import { virtualEnvironment } from './virtual-environment.js'

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

const packages = [
  ...Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  ...['openapi-types@12.1.3', 'express@5.3.0', 'fastify@5.12.8'],
]

let tsx = ''

/** A program of typescript/readers, with what it imports beside it. */
function byNode(tool: keyof typeof versions, program: string, ...options: string[]) {
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
    command: () => [tsx, program, ...options],
  } satisfies Partial<Reader>
}

let python = ''

const codegenVersion = '3.0.61'
let jars = ''

async function makeBySwaggerCodegen({ folder, document }: Work): Promise<void> {
  const copy = ['mvn', '--quiet', '--batch-mode', 'dependency:copy']
  const codegen = await installed(`swagger-codegen-${codegenVersion}`, (place) => {
    const artifact = `io.swagger.codegen.v3:swagger-codegen-cli:${codegenVersion}`
    return must([...copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${place}`], { cwd: place })
  })
  const jar = join(codegen, `swagger-codegen-cli-${codegenVersion}.jar`)
  const paths = ['-i', document, '-o', 'client']
  await must(['java', '-jar', jar, 'generate', '-l', 'java', ...paths], { cwd: folder })
  jars = await installed(`swagger-codegen-java-${codegenVersion}`, async (place) => {
    const all = ['mvn', '--quiet', '--batch-mode', '--file', join(folder, 'client/pom.xml')]
    const output = `-DoutputDirectory=${place}`
    await must([...all, 'dependency:copy-dependencies', output], { cwd: folder })
    const annotations = '-Dartifact=javax.annotation:javax.annotation-api:1.3.2'
    await must([...copy, annotations, output], { cwd: folder })
  })
}

const closing =
  '`ajv: { customOptions: { removeAdditional: false, coerceTypes: false } }` is needed.'

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
    ...byNode('swagger-client', 'swagger-client.ts'),
    use: 'parser',
    limits: ['The newest wants Node.js 22.'],
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
    limits: ['A mock: it answers with the first example of an operation.'],
  },
  {
    use: 'generator',
    tool: 'swagger-codegen (java)',
    version: codegenVersion,
    folder: 'java/swagger-codegen',
    documents: ['openapi-3.0.json'],
    tools: ['java', 'javac', 'mvn'],
    limits: [
      'It reads OpenAPI 3.0 only. Its own fault: from Java 9 on its code needs `javax.annotation:javax.annotation-api` beside it.',
    ],
    prepare: makeBySwaggerCodegen,
    command: () => ['javac', '-cp', join(jars, '*'), '@javac-options.txt'],
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
