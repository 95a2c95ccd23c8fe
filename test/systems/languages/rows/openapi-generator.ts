import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { installed } from '../cache.js'
import type { Row } from '../row.js'

const openapiGeneratorVersion = '7.25.0'

const maven = ['mvn', '--quiet', '--batch-mode']

/** Runs OpenAPI Generator, which is fetched from Maven Central once. */
async function openapiGenerator(
  generator: string,
  document: string,
  output: string,
  properties: readonly string[],
): Promise<void> {
  const name = `openapi-generator-cli`
  const place = await installed(`${name}-${openapiGeneratorVersion}`, (target) => {
    const artifact = `-Dartifact=org.openapitools:${name}:${openapiGeneratorVersion}`
    const copy = [...maven, 'dependency:copy', artifact, `-DoutputDirectory=${target}`]
    return must(copy, { cwd: target })
  })
  const jar = join(place, `${name}-${openapiGeneratorVersion}.jar`)
  const generate = ['java', '-jar', jar, 'generate', '-g', generator, '-i', document, '-o', output]
  await must([...generate, '--additional-properties', properties.join(',')], { cwd: place })
}

export const openapiGeneratorJava: Row = {
  language: 'Java',
  generator: 'OpenAPI Generator (java, native)',
  version: openapiGeneratorVersion,
  tools: ['java', 'javac', 'mvn'],
  folder: 'java',
  program: 'Calls.java',
  async make(folder, document) {
    const client = join(folder, 'client')
    // Else an answer with a value that is not listed is lost, and metadata that was not set is sent as an empty object.
    const options = ['enumUnknownDefaultCase=true', 'containerDefaultToNull=true']
    await openapiGenerator('java', document, client, ['library=native', ...options])
    const packages = await installed(`java-${openapiGeneratorVersion}`, (target) => {
      const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${target}`]
      return must([...maven, ...copy], { cwd: client })
    })
    const path = ['-cp', `classes:${join(packages, '*')}`]
    const sources = ['-sourcepath', 'client/src/main/java:.', 'Calls.java']
    return {
      compile: ['javac', '-nowarn', '-d', 'classes', ...path, ...sources],
      call: ['java', ...path, 'Calls'],
    }
  },
}
