import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, root } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import type { Row, Work } from '../row.js'
import { openapiGenerator, openapiGeneratorVersion } from './openapi-generator.js'

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  noEmit: true,
}

type Own = Omit<Row, 'language' | 'tools' | 'make'> & {
  /** @default 'TypeScript' */
  readonly language?: string
  /** More than `npm` that has to be on the machine. */
  readonly tools?: readonly string[]
  /** What exports the types of bodies, where they have one, so that the compiler refuses some. */
  readonly types?: string
  /** The folder whose node_modules the client needs. @default that of the project */
  readonly install?: () => Promise<string>
  readonly generate: (work: Work, installed: string) => Promise<unknown>
}

/** A row whose folder adapts a client to the program that all of them share. */
export function typescriptRow({ tools = [], types, install, generate, ...own }: Own): Row {
  const bin = join(root, 'node_modules/.bin')
  const tsc = (program: string) => [join(bin, 'tsc'), '--project', `tsconfig.${program}.json`]
  return {
    language: 'TypeScript',
    ...own,
    folders: ['typescript/shared', ...own.folders],
    tools: ['npm', ...tools],
    async make(work) {
      const { folder } = work
      const place = (await install?.()) ?? root
      await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
      await generate(work, place)
      if (types) await writeFile(join(folder, 'types.ts'), `export type * from '${types}'`)
      for (const program of ['calls', 'bodies']) {
        const config = JSON.stringify({ compilerOptions, include: [`${program}.ts`] })
        await writeFile(join(folder, `tsconfig.${program}.json`), config)
      }
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      return {
        compile: [tsc('calls')],
        ...(types && { bodies: { file: 'bodies.ts', compile: tsc('bodies') } }),
        calls: [join(bin, 'tsx'), 'calls.ts'],
      }
    },
  }
}

const version = '0.99.0'
const typescript = '5.9.3'

export async function writeHeyApiClient(document: string, folder: string): Promise<void> {
  const packages = [`@hey-api/openapi-ts@${version}`, `typescript@${typescript}`]
  const tool = await npmPackages(`hey-api-${version}-${typescript}`, ...packages)
  const bin = join(tool, 'node_modules/.bin/openapi-ts')
  await must([bin, '-i', document, '-o', 'client'], { cwd: folder })
}

export const heyApi = typescriptRow({
  generator: '@hey-api/openapi-ts',
  version,
  folders: ['typescript/hey-api'],
  types: './client/types.gen.js',
  generate: ({ folder, document }) => writeHeyApiClient(document, folder),
})

const orvalVersion = '7.21.0'
const zod = 'zod@4.6.7'

/** Schemas of zod, which refuse what is not listed in a body, or strip it. */
const orval = (isStrict: boolean, own: Pick<Row, 'generator' | 'note'>): Row =>
  typescriptRow({
    ...own,
    version: orvalVersion,
    folders: ['typescript/orval-zod'],
    install: () => npmPackages(`orval-zod-${orvalVersion}`, `orval@${orvalVersion}`, zod),
    async generate({ folder, document: input }, place) {
      const override = { zod: { strict: { body: isStrict } } }
      const schemas = { input, output: { target: 'schemas.ts', client: 'zod', override } }
      const config = `export default ${JSON.stringify({ schemas })}`
      await writeFile(join(folder, 'orval.config.mjs'), config)
      const command = [join(place, 'node_modules/.bin/orval'), '--config', 'orval.config.mjs']
      await must(command, { cwd: folder })
    },
  })

export const otherTypescriptRows: readonly Row[] = [
  orval(false, {
    generator: 'orval (zod)',
    note: '**Its schemas strip what is not listed**, and what they give is sent, as zod suggests.',
  }),
  orval(true, {
    generator: 'orval (zod, `strict.body: true`)',
    note: 'The option closes the bodies, as the document does.',
  }),
  typescriptRow({
    generator: 'OpenAPI Generator (typescript-fetch)',
    version: openapiGeneratorVersion,
    folders: ['typescript/openapi-generator'],
    types: './client/index.js',
    tools: ['java', 'mvn'],
    note: '**It sends the fields that it knows, and of a union the alternative whose required fields are there.** Pass `modelPropertyNaming=original` and `--type-mappings DateTime=string`, and begin `accessToken` with "Bearer ".',
    generate({ folder, document }) {
      const naming = ['modelPropertyNaming=original']
      const types = ['--type-mappings', 'DateTime=string']
      const place = join(folder, 'client')
      return openapiGenerator('typescript-fetch', document, place, naming, ...types)
    },
  }),
]
