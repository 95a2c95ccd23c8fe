import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { copyDependencies, installed } from '../cache.js'
import type { Row, Work } from '../row.js'
import { openapiGenerator, openapiGeneratorVersion } from './openapi-generator.js'
import { redoclyVersion, writeRedoclyClient } from './redocly.js'

/** Where the generated client is, and what it needs. */
const places = ['client/src/main/java', '.', 'client']
const classpath = (libraries: string): string => ['classes', libraries].join(':')

async function compile({ folder }: Work, libraries: string): Promise<string[]> {
  const options = ['-Xlint:all', '-d', 'classes', '-cp', libraries, '-sourcepath', places.join(':')]
  const { output } = await must(['javac', ...options, 'Calls.java'], { cwd: folder })
  return output.split('\n').filter((line) => line.includes(': warning:'))
}

function refused(libraries: () => string): Row['refused'] {
  return {
    file: 'Refused.java',
    command: () => ['javac', '-d', 'none', '-cp', classpath(libraries()), 'Refused.java'],
  }
}

let jars = ''

const unchecked =
  'A required field that was never set, the alternative of a union among them, is not noticed: null is left out or sent, and the service refuses it.'

export const openapiGeneratorJava: Row = {
  language: 'Java',
  generator: 'OpenAPI Generator (java, native)',
  version: openapiGeneratorVersion,
  folder: 'java/openapi-generator',
  tools: ['java', 'javac', 'mvn'],
  limits: [
    'It needs `containerDefaultToNull=true`: else metadata that was not set is sent as an empty object.',
    unchecked,
    'An enum value that is not listed becomes UNKNOWN_DEFAULT_OPEN_API (`enumUnknownDefaultCase=true`; without it the answer is lost).',
  ],
  async generate({ folder, document }) {
    await openapiGenerator('java', document, join(folder, 'client'), [
      'library=native',
      'enumUnknownDefaultCase=true',
      'containerDefaultToNull=true',
    ])
    const place = await installed(`java-${openapiGeneratorVersion}`, (target) =>
      copyDependencies(join(folder, 'client/pom.xml'), target),
    )
    jars = join(place, '*')
  },
  compile: (work) => compile(work, jars),
  refused: refused(() => jars),
  calls: () => ['java', '-cp', classpath(jars), 'Calls'],
}

export const redoclyJava: Row = {
  language: 'Java',
  generator: 'redocly generate-client',
  version: redoclyVersion,
  folder: 'java/redocly',
  tools: ['java', 'javac'],
  limits: [
    'A union is Object: only the service refuses a wrong one.',
    unchecked,
    'An enum inside another schema (`market`) is a plain String.',
    'An enum value that is not listed raises IllegalArgumentException, and the answer is lost.',
  ],
  async generate({ folder, document }) {
    const target = join(folder, 'client/stablecoinissuerapi')
    await mkdir(target, { recursive: true })
    await writeRedoclyClient('java', document, folder)
    await rename(join(folder, 'Client.java'), join(target, 'Client.java'))
  },
  compile: (work) => compile(work, '.'),
  refused: refused(() => '.'),
  calls: () => ['java', '-cp', 'classes', 'Calls'],
}
