import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, root } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import type { Row, Work } from '../row.js'

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
