import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { copyArtifact, copyDependencies, installed, installedFrom } from '../cache.js'
import type { Row } from '../row.js'

export const openapiGeneratorVersion = '7.25.0'

/** Runs OpenAPI Generator, which is fetched from Maven Central once. */
export async function openapiGenerator(
  generator: string,
  document: string,
  output: string,
  properties: readonly string[],
  ...more: readonly string[]
): Promise<void> {
  const name = 'openapi-generator-cli'
  const place = await installed(`${name}-${openapiGeneratorVersion}`, (target) =>
    copyArtifact(`org.openapitools:${name}:${openapiGeneratorVersion}`, target),
  )
  const jar = join(place, `${name}-${openapiGeneratorVersion}.jar`)
  const options = ['--additional-properties', properties.join(',')]
  const paths = ['-i', document, '-o', output]
  const command = ['java', '-jar', jar, 'generate', '-g', generator]
  await must([...command, ...paths, ...options, ...more], { cwd: place })
}

const properties = ['library=native', 'enumUnknownDefaultCase=true', 'containerDefaultToNull=true']

export const openapiGeneratorJava: Row = {
  language: 'Java',
  generator: 'OpenAPI Generator (java, native)',
  version: openapiGeneratorVersion,
  folders: ['java'],
  tools: ['java', 'javac', 'mvn'],
  note: 'Pass `containerDefaultToNull=true`, else metadata that was not set is sent as an empty object, and `enumUnknownDefaultCase=true`, else an answer with a value that is not listed is lost. The alternative of a union is to be chosen: its own reader of JSON refuses each body, since it finds it in both.',
  async make({ folder, document }) {
    await openapiGenerator('java', document, join(folder, 'client'), properties)
    const place = await installed(`java-${openapiGeneratorVersion}`, (target) =>
      copyDependencies(join(folder, 'client/pom.xml'), target),
    )
    const path = ['-cp', `classes:${join(place, '*')}`]
    const sources = ['-sourcepath', 'client/src/main/java:.', 'Calls.java']
    return {
      compile: [['javac', '-nowarn', '-d', 'classes', ...path, ...sources]],
      bodies: { file: 'Bodies.java', compile: ['javac', '-d', 'none', ...path, 'Bodies.java'] },
      calls: ['java', ...path, 'Calls'],
    }
  },
}

const names = ['kotlin-stdlib-2.4.0', 'gson-2.14.0', 'okhttp-jvm-5.4.0', 'okio-jvm-3.17.0']
const kotlinc = 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'

export const openapiGeneratorKotlin: Row = {
  language: 'Kotlin',
  generator: 'OpenAPI Generator (kotlin)',
  version: openapiGeneratorVersion,
  folders: ['kotlin'],
  tools: ['java', 'mvn'],
  note: 'Pass `generateOneOfAnyOfWrappers=true,serializationLibrary=gson`, else the alternatives are merged into one class whose fields may all be set, or left out.',
  async make({ folder, document }) {
    const pom = join(folder, 'pom.xml')
    const jars = await installedFrom('kotlin', [pom], (place) => copyDependencies(pom, place))
    const options = ['generateOneOfAnyOfWrappers=true', 'serializationLibrary=gson']
    await openapiGenerator('kotlin', document, join(folder, 'client'), options)
    const path = ['classes', ...names.map((name) => join(jars, `${name}.jar`))].join(':')
    // The compiler's own class path takes a pattern; the one that it is given does not.
    const java = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', join(jars, '*')]
    const compiler = [...java, kotlinc, '-no-stdlib', '-no-reflect', '-cp', path, '-d']
    return {
      compile: [[...compiler, 'classes', 'client/src/main/kotlin', 'Calls.kt']],
      bodies: { file: 'Bodies.kt', compile: [...compiler, 'none', 'Bodies.kt'] },
      calls: ['java', '-cp', path, 'CallsKt'],
    }
  },
}
