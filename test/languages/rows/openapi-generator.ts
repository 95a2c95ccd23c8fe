import { join } from 'node:path'
import { installed } from '../cache.js'
import { must } from '../command.js'

export const openapiGeneratorVersion = '7.25.0'

/** Runs OpenAPI Generator, which is fetched from Maven Central once. */
export async function openapiGenerator(
  generator: string,
  document: string,
  output: string,
  properties: readonly string[],
): Promise<void> {
  const name = 'openapi-generator-cli'
  const place = await installed(`${name}-${openapiGeneratorVersion}`, (target) => {
    const artifact = `org.openapitools:${name}:${openapiGeneratorVersion}`
    const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`]
    return must(['mvn', '--quiet', '--batch-mode', ...copy], { cwd: target })
  })
  const jar = join(place, `${name}-${openapiGeneratorVersion}.jar`)
  const options = ['--additional-properties', properties.join(',')]
  const paths = ['-i', document, '-o', output]
  await must(['java', '-jar', jar, 'generate', '-g', generator, ...paths, ...options], {
    cwd: place,
  })
}
