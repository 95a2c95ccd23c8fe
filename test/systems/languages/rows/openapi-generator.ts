import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { copyArtifact, installed } from '../cache.js'
import { typescriptRow, unionOfObjects } from './typescript.js'

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

export const typescriptFetch = typescriptRow({
  generator: 'OpenAPI Generator (typescript-fetch)',
  version: openapiGeneratorVersion,
  folder: 'typescript/openapi-generator',
  tools: ['java', 'mvn'],
  // Its runtime is not written for this option.
  options: { noUnusedLocals: false },
  limits: [
    unionOfObjects,
    '**It sends the fields that it knows, and of a union the alternative whose required fields are there**: `id` with network and address goes out as an update of `id`, and past the types a misspelt reference is lost.',
    'It needs `modelPropertyNaming=original`, else fields have other names than the document says, and `--type-mappings DateTime=string`, else an instant is a Date that keeps only milliseconds.',
    '`accessToken` is written into the header as it is: begin it with "Bearer ".',
  ],
  generate: ({ folder, document }) =>
    openapiGenerator(
      'typescript-fetch',
      document,
      join(folder, 'client'),
      ['modelPropertyNaming=original'],
      ...['--type-mappings', 'DateTime=string'],
    ),
})
