import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownTable } from '../../../scripts/lib/record.js'
import { must, root, run } from '../../support/run.js'
import { inLanes } from '../../support/runs.js'
import { type Check, copyOf, fetched, nodeTypes, none, type Packed } from './project.js'

/** The oldest that is supported, that of this project, and the newest. */
const versions = ['5.4.5', '5.9.3', '7.0.2'] as const

type Resolution = 'node10' | 'node16' | 'nodenext' | 'bundler'

/** What compiles programs of a consumer, and in which project. */
interface Row {
  readonly files: readonly string[]
  readonly resolutions: readonly Resolution[]
  readonly compilerOptions: Readonly<Record<string, readonly string[] | boolean>>
  prepare(packed: Packed, place: string): Promise<unknown>
}

const inNode = { lib: ['ES2022'], types: ['node'] }
/** As runtimes that strip types need it, and what the strictest settings complain about. */
const strictest = {
  ...inNode,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noPropertyAccessFromIndexSignature: true,
} as const

const withUndici =
  (version: string): Row['prepare'] =>
  async ({ project }, place) =>
    copyOf(project, place, [await nodeTypes(), await fetched(`undici@${version}`)])

const overlay = join(root, 'test/support/acme.overlay.yaml')

/** A provider's folder is compiled as a part of its adopter's program. */
const withProvider =
  (type: 'module' | 'commonjs', ...form: readonly string[]): Row['prepare'] =>
  async ({ app }, place) => {
    await copyOf(app, place, [await nodeTypes()])
    await writeFile(join(place, 'package.json'), JSON.stringify({ private: true, type }))
    const command = 'node_modules/.bin/stablecoin-issuer-overlay'
    await must([command, overlay, '--out', 'acme', ...form], { cwd: place })
  }

const ownTypes = ['main.mts', 'openapi-fetch.mts', 'schemas.mts', 'testing.mts']

const rows: Readonly<Record<string, Row>> = {
  'in Node.js': {
    files: [...ownTypes, 'journal.mts', 'undici.mts'],
    resolutions: ['nodenext', 'bundler'],
    compilerOptions: inNode,
    prepare: withUndici('7.30.2'),
  },
  // Their types need no package but openapi-fetch.
  'in a page': {
    files: ownTypes,
    resolutions: ['bundler'],
    compilerOptions: { lib: ['ES2022', 'DOM'], types: [] },
    prepare: ({ project }, place) => copyOf(project, place, []),
  },
  // TypeScript means node10 by `module: commonjs`, as NestJS and ts-jest have it, up to version 6.
  'all entries from CommonJS': {
    files: ['commonjs.cts'],
    resolutions: ['node10', 'node16'],
    compilerOptions: { lib: ['ES2022', 'DOM'], types: ['node'] },
    prepare: withUndici('7.30.2'),
  },
  "with a provider's folder": {
    files: ['provider.mts'],
    resolutions: ['nodenext', 'bundler'],
    compilerOptions: strictest,
    prepare: withProvider('module'),
  },
  "with a provider's folder in JavaScript": {
    files: ['provider.mts'],
    resolutions: ['nodenext'],
    compilerOptions: strictest,
    prepare: withProvider('commonjs', '--js'),
  },
  "with a provider's folder, from CommonJS": {
    files: ['provider.cts'],
    resolutions: ['node16'],
    compilerOptions: inNode,
    prepare: withProvider('commonjs'),
  },
  'with undici 7.10.0': {
    files: ['undici.mts'],
    resolutions: ['nodenext'],
    compilerOptions: inNode,
    prepare: withUndici('7.10.0'),
  },
  'with undici 8.12.4': {
    files: ['undici.mts'],
    resolutions: ['nodenext'],
    compilerOptions: inNode,
    prepare: withUndici('8.12.4'),
  },
}

/** Compiles as a careful consumer does: strict, and the declarations of the dependencies as well. */
async function compile(row: Row, resolution: Resolution, version: string, place: string) {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'ES2022',
    ...row.compilerOptions,
    module: { node10: 'CommonJS', bundler: 'ESNext' }[resolution as string] ?? resolution,
    moduleResolution: resolution,
    // It came with 5.8.
    ...(version.startsWith('5.4') && { erasableSyntaxOnly: undefined }),
  }
  const file = join(place, `tsconfig.${version}.${resolution}.json`)
  await writeFile(file, JSON.stringify({ compilerOptions, files: row.files }))
  const compiler = join(await fetched(`typescript@${version}`), 'node_modules/typescript/bin/tsc')
  const command = [process.execPath, compiler, '--pretty', 'false', '--project', file]
  return run(command, { cwd: place })
}

export const compiled: Check = {
  about: 'TypeScript',
  async run(packed) {
    const failures: string[] = []
    const lines = await inLanes(2, Object.entries(rows), async ([title, row], at) => {
      const place = join(packed.folder, `compile-${at}`)
      await row.prepare(packed, place)
      for (const programs of ['test/consumer', 'test/systems/package/consumer'])
        await cp(join(root, programs), place, { recursive: true })
      const cells: string[][] = []
      for (const resolution of row.resolutions) {
        const cell = [`${title}, ${resolution}`]
        for (const version of versions) {
          const isKnown = resolution !== 'node10' || version.startsWith('5.')
          const { code, output } = isKnown
            ? await compile(row, resolution, version, place)
            : { code: 0, output: '' }
          if (code !== 0) failures.push(`TypeScript ${version}, ${cell.join()}:\n${output}`)
          cell.push(isKnown ? 'compiles' : '-')
        }
        cells.push(cell)
      }
      return cells
    })
    none(failures)
    const table = markdownTable(['Consumer, moduleResolution', ...versions], lines.flat())
    return `strict, exactOptionalPropertyTypes, without skipLibCheck\n${table}`
  },
}
