import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { installed } from '../cache.js'
import type { Row } from '../row.js'

const version = '7.25.0'
const name = 'openapi-generator-cli'
const maven = ['mvn', '--quiet', '--batch-mode']

export const openapiGeneratorJava: Row = {
  language: 'Java',
  generator: 'OpenAPI Generator (java, native)',
  version,
  tools: ['java', 'javac', 'mvn'],
  folder: 'java',
  program: 'Calls.java',
  async make(folder, document) {
    const client = join(folder, 'client')
    // From Maven Central, once.
    const place = await installed(`${name}-${version}`, (target) => {
      const artifact = `-Dartifact=org.openapitools:${name}:${version}`
      const copy = ['dependency:copy', artifact, `-DoutputDirectory=${target}`]
      return must([...maven, ...copy], { cwd: target })
    })
    const generate = [
      'java',
      '-jar',
      join(place, `${name}-${version}.jar`),
      'generate',
      '-g',
      'java',
    ]
    // Else an answer with a value that is not listed is lost, and metadata that was not set is sent as an empty object.
    const options = 'library=native,enumUnknownDefaultCase=true,containerDefaultToNull=true'
    const made = ['-i', document, '-o', client, '--additional-properties', options]
    await must([...generate, ...made], { cwd: place })
    const packages = await installed(`java-${version}`, (target) => {
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
