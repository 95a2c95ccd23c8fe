import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { copyDependencies, installedFrom } from '../cache.js'
import type { Row } from '../row.js'
import { openapiGenerator, openapiGeneratorVersion } from './openapi-generator.js'

let jars = ''
const java = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp']
const compiler = 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'

/** The compiler's own class path takes a pattern; the one that it is given does not. */
function kotlinc(libraries: readonly string[], target: string, ...sources: string[]): string[] {
  const own = ['-no-stdlib', '-no-reflect', '-cp', libraries.join(':'), '-d', target]
  return [...java, join(jars, '*'), compiler, ...own, ...sources]
}

const names = ['kotlin-stdlib-2.4.0', 'gson-2.14.0', 'okhttp-jvm-5.4.0', 'okio-jvm-3.17.0']
const libraries = (): string[] => names.map((name) => join(jars, `${name}.jar`))

export const openapiGeneratorKotlin: Row = {
  language: 'Kotlin',
  generator: 'OpenAPI Generator (kotlin)',
  version: openapiGeneratorVersion,
  folder: 'kotlin',
  tools: ['java', 'mvn'],
  limits: [
    'It needs `generateOneOfAnyOfWrappers=true,serializationLibrary=gson`: else the alternatives are merged into one class whose fields may all be set, or left out.',
    'The alternative of a union is Any?: without one, null is sent, and the service refuses it.',
    'An enum value that is not listed cannot be read, and the answer is lost.',
  ],
  async generate({ folder, document }) {
    const pom = join(folder, 'pom.xml')
    jars = await installedFrom('kotlin', [pom], (place) => copyDependencies(pom, place))
    const properties = ['generateOneOfAnyOfWrappers=true', 'serializationLibrary=gson']
    await openapiGenerator('kotlin', document, join(folder, 'client'), properties)
  },
  async compile({ folder }) {
    const sources = ['client/src/main/kotlin', 'Calls.kt']
    const { output } = await must(kotlinc(libraries(), 'classes', ...sources), { cwd: folder })
    return output.split('\n').filter((line) => line.includes(': warning:'))
  },
  refused: {
    file: 'Refused.kt',
    command: () => kotlinc([...libraries(), 'classes'], 'none', 'Refused.kt'),
  },
  calls: () => ['java', '-cp', [...libraries(), 'classes'].join(':'), 'CallsKt'],
}
