import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownTable } from '../../../scripts/lib/record.js'
import { run } from '../../support/run.js'
import { inLanes } from '../../support/runs.js'
import {
  type Check,
  copyOf,
  devVersion,
  fetched,
  none,
  type Packed,
  type Peer,
  withPeer,
} from './project.js'
import { type Form, withProvider } from './provider.js'

export const versions = ['5.4.5', '5.9.3', '6.0.3', '7.0.2'] as const

type Resolution = 'node10' | 'node16' | 'nodenext' | 'bundler'

/** What compiles a program, and where. */
interface Row {
  readonly files: readonly string[]
  readonly resolutions: readonly Resolution[]
  readonly compilerOptions: Readonly<Record<string, readonly string[] | boolean>>
  place(packed: Packed): Promise<string>
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
const inPage = { lib: ['ES2022', 'DOM'], types: [] }
const withUndici = (version: Peer) => async (packed: Packed) =>
  (await withPeer(packed, version)).place
const folderOf =
  (type: 'module' | 'commonjs', form: Form) =>
  async (packed: Packed): Promise<string> =>
    withProvider(packed, type, form, [await fetched(await devVersion('@types/node'))])
const ownTypes = ['main.mts', 'schemas.mts', 'testing.mts']

const rows: Readonly<Record<string, Row>> = {
  'in Node.js': {
    files: [...ownTypes, 'openapi-fetch.mts', 'undici.mts'],
    resolutions: ['nodenext', 'bundler'],
    compilerOptions: inNode,
    place: withUndici('7.30.2'),
  },
  // Their types need no other package.
  'in a page': {
    files: ownTypes,
    resolutions: ['node16', 'bundler'],
    compilerOptions: inPage,
    place: (packed) =>
      copyOf(packed, 'page', [], ['oauth4webapi', 'openapi-fetch', 'openapi-typescript-helpers']),
  },
  'in a page with openapi-fetch': {
    files: ['openapi-fetch.mts'],
    resolutions: ['bundler'],
    compilerOptions: inPage,
    place: (packed) => copyOf(packed, 'paths', []),
  },
  // TypeScript means node10 by `module: commonjs`, as NestJS and ts-jest have it, up to version 6.
  'all entries from CommonJS': {
    files: ['commonjs.cts'],
    resolutions: ['node10', 'node16'],
    compilerOptions: { lib: ['ES2022', 'DOM'], types: ['node'] },
    place: withUndici('7.30.2'),
  },
  // The folder is compiled as a part of its adopter's program.
  "with a provider's folder": {
    files: ['provider.mts'],
    resolutions: ['node16', 'nodenext', 'bundler'],
    compilerOptions: strictest,
    place: folderOf('module', 'TypeScript'),
  },
  "with a provider's folder in JavaScript": {
    files: ['provider.mts'],
    resolutions: ['nodenext', 'bundler'],
    compilerOptions: strictest,
    place: folderOf('commonjs', 'JavaScript'),
  },
  "with a provider's folder, from CommonJS": {
    files: ['provider.cts'],
    resolutions: ['node10', 'node16'],
    compilerOptions: inNode,
    place: folderOf('commonjs', 'TypeScript'),
  },
  'with undici 7.10.0': {
    files: ['undici.mts'],
    resolutions: ['nodenext'],
    compilerOptions: inNode,
    place: withUndici('7.10.0'),
  },
  'with undici 8.12.4': {
    files: ['undici.mts'],
    resolutions: ['nodenext'],
    compilerOptions: inNode,
    place: withUndici('8.12.4'),
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
    ...(resolution === 'node10' && version.startsWith('6') && { ignoreDeprecations: '6.0' }),
  }
  const file = join(place, `tsconfig.${version}.${resolution}.json`)
  await writeFile(file, JSON.stringify({ compilerOptions, files: row.files }))
  const compiler = join(await fetched(`typescript@${version}`), 'node_modules/typescript/bin/tsc')
  const command = [process.execPath, compiler, '--pretty', 'false', '--project', file]
  return run(command, { cwd: place })
}

interface Cell {
  readonly row: string
  readonly version: string
  readonly result: string
}
let cells: readonly Cell[] = []

export const compiled = (versions: readonly string[]): Check => ({
  about: 'TypeScript',
  async run(packed) {
    const waiting = []
    for (const [title, row] of Object.entries(rows)) {
      const place = await row.place(packed)
      for (const resolution of row.resolutions)
        for (const version of versions) waiting.push({ title, row, place, resolution, version })
    }
    // Before the compilers run side by side, which would fetch one twice.
    for (const version of versions) await fetched(`typescript@${version}`)
    const failures: string[] = []
    cells = await inLanes(2, waiting, async ({ title, row, place, resolution, version }) => {
      const cell = { row: `${title}, ${resolution}`, version }
      if (resolution === 'node10' && Number.parseInt(version) > 6) return { ...cell, result: '-' }
      const { code, output } = await compile(row, resolution, version, place)
      if (code === 0) return { ...cell, result: 'compiles' }
      failures.push(`TypeScript ${version}, ${cell.row}:\n${output}`)
      return { ...cell, result: 'does not compile' }
    })
    none(failures)
    return `${cells.length} compilations, strict, exactOptionalPropertyTypes, without skipLibCheck\n${matrix(versions)}`
  },
})

function matrix(versions: readonly string[]): string {
  const titles = [...new Set(cells.map(({ row }) => row))]
  const lines = titles.map((title) => [
    title,
    ...cells.filter(({ row }) => row === title).map(({ result }) => result),
  ])
  return markdownTable(['Consumer, moduleResolution', ...versions], lines)
}
