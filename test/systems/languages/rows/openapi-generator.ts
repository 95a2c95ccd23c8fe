import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { copyArtifact, installed } from '../cache.js'

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
