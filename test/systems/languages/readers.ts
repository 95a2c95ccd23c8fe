import { join } from 'node:path'
import { must } from '../../support/run.js'
import { copyArtifact, copyDependencies, installed } from './cache.js'
import type { Reader } from './reader.js'
import { nodeReaders } from './readers/node.js'
import type { Work } from './row.js'
import { virtualEnvironment } from './virtual-environment.js'

const codegenVersion = '3.0.61'
let jars = ''

async function makeBySwaggerCodegen({ folder, document }: Work): Promise<void> {
  const codegen = await installed(`swagger-codegen-${codegenVersion}`, (place) =>
    copyArtifact(`io.swagger.codegen.v3:swagger-codegen-cli:${codegenVersion}`, place),
  )
  const jar = join(codegen, `swagger-codegen-cli-${codegenVersion}.jar`)
  const paths = ['-i', document, '-o', 'client']
  await must(['java', '-jar', jar, 'generate', '-l', 'java', ...paths], { cwd: folder })
  jars = await installed(`swagger-codegen-java-${codegenVersion}`, async (place) => {
    await copyDependencies(join(folder, 'client/pom.xml'), place)
    await copyArtifact('javax.annotation:javax.annotation-api:1.3.2', place)
  })
}

/** A program in Python, with the packages that a file lists. */
function byPython(name: string, program: string) {
  let python = ''
  return {
    folder: `python/${name}`,
    tools: ['python3'],
    async prepare() {
      python = join(await virtualEnvironment(`${name}.txt`), 'python')
    },
    command: () => [python, program],
  } satisfies Partial<Reader>
}

export const readers: readonly Reader[] = [
  ...nodeReaders,
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
    ...byPython('connexion', 'server.py'),
    documents: ['openapi-3.0.json'],
    limits: [
      "It reads OpenAPI 3.0 only. With `strict_validation` and `validate_responses`. In Python `$` of a pattern stands before a newline at the end as well, here, in aiopenapi3 and in OpenAPI Generator's python.",
    ],
  },
  {
    use: 'client',
    tool: 'aiopenapi3',
    version: '0.11.0', // as in python/aiopenapi3.txt
    ...byPython('aiopenapi3', 'client.py'),
    documents: ['openapi.json', 'openapi-3.0.json'],
    limits: [
      'Its models judge bodies, but **a model is sent with `null` for each field that was not set**, which breaks the document; and a dict is sent as it is, with a misspelt `refid` as well. Judge by the model, then send the dict. The text `yes` becomes true in a model. An enum value that is not listed raises ResponseSchemaError, and the answer is lost.',
    ],
  },
  {
    use: 'server',
    tool: 'kin-openapi',
    version: '0.152.0', // as in go/kin-openapi/go.mod
    folder: 'go/kin-openapi',
    documents: ['openapi.json', 'openapi-3.0.json'],
    tools: ['go'],
    limits: ['In Go, with openapi3filter. It judges answers as well.'],
    async prepare({ folder }) {
      await must(['go', 'build', '-o', 'validate', '.'], { cwd: folder })
    },
    command: () => ['./validate'],
  },
]
