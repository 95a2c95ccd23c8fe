import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import type { Row, Work } from '../row.js'

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  types: ['node'],
  strict: true,
  noUnusedLocals: true,
  noEmit: true,
}

type Own = Pick<Row, 'generator' | 'version' | 'folder' | 'document' | 'limits'> & {
  /** @default 'TypeScript' */
  readonly language?: string
  /** Whether what it takes has no type, so that the compiler refuses nothing. */
  readonly untyped?: boolean
  /** More than `npm` that has to be on the machine. */
  readonly tools?: readonly string[]
  /** What its generated code does not pass. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The folder whose node_modules the client needs. @default that of the project */
  readonly install?: () => Promise<string>
  readonly generate: (work: Work, installed: string) => Promise<unknown>
}

/** A row whose folder adapts a client to the program that all of them share. */
export function typescriptRow({
  tools = [],
  options = {},
  untyped = false,
  install,
  generate,
  ...own
}: Own): Row {
  let bin = ''
  return {
    language: 'TypeScript',
    ...own,
    tools: ['npm', ...tools],
    async generate(work) {
      const { folder, root } = work
      bin = join(root, 'node_modules/.bin')
      for (const programs of untyped ? ['shared', 'untyped'] : ['shared'])
        await cp(join(root, 'test/systems/languages/typescript', programs), folder, {
          recursive: true,
        })
      const place = (await install?.()) ?? root
      await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
      await generate(work, place)
      const typeRoots = [join(root, 'node_modules/@types')]
      const all = { ...compilerOptions, typeRoots, ...options }
      for (const program of ['calls', 'refused'])
        await writeFile(
          join(folder, `tsconfig.${program}.json`),
          JSON.stringify({ compilerOptions: all, include: [`${program}.ts`] }),
        )
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    },
    async compile({ folder }) {
      await must([join(bin, 'tsc'), '--project', 'tsconfig.calls.json'], { cwd: folder })
      return []
    },
    refused: {
      file: 'refused.ts',
      command: () => [join(bin, 'tsc'), '--project', 'tsconfig.refused.json'],
    },
    calls: () => [join(bin, 'tsx'), 'calls.ts'],
  }
}

/** The remark on every client that checks by its types only. */
export const unionOfObjects =
  'A union of two closed objects is no exclusive one: `id` with network and address compiles.'

const version = '0.99.0'
const typescript = '5.9.3'

export async function writeHeyApiClient(document: string, folder: string): Promise<void> {
  const tool = await npmPackages(
    `hey-api-${version}-${typescript}`,
    `@hey-api/openapi-ts@${version}`,
    `typescript@${typescript}`,
  )
  const bin = join(tool, 'node_modules/.bin/openapi-ts')
  await must([bin, '-i', document, '-o', 'client'], { cwd: folder })
}

export const heyApi = typescriptRow({
  generator: '@hey-api/openapi-ts',
  version,
  folder: 'typescript/hey-api',
  limits: [`${unionOfObjects} The service refuses it.`],
  generate: ({ folder, document }) => writeHeyApiClient(document, folder),
})
