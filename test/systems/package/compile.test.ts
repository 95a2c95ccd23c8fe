import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cases } from '../../support/cases.js'
import { must, root, run } from '../../support/run.js'
import { needed } from '../../support/tools.js'
import { npmPackages } from '../languages/cache.js'
import { copyOf, nodeTypes, packed } from './project.js'

const { folder, project, app } = packed()

/** The oldest that is supported, that of this project, and the newest. */
const versions = ['5.4.5', '5.9.3', '7.0.2']
const [oldest, own] = versions

type Resolution = 'node10' | 'node16' | 'nodenext' | 'bundler'

/** What compiles programs of a consumer, and in which project. */
interface Row {
  readonly files: readonly string[]
  readonly resolutions: readonly Resolution[]
  readonly compilerOptions: Readonly<Record<string, readonly string[] | boolean>>
  prepare(place: string): Promise<unknown>
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
  async (place) =>
    copyOf(project, place, [await nodeTypes(), await npmPackages(`undici@${version}`)])

const overlay = join(root, 'test/support/acme.overlay.yaml')

/** A provider's folder is compiled as a part of its adopter's program. */
const withProvider =
  (type: 'module' | 'commonjs', ...form: readonly string[]): Row['prepare'] =>
  async (place) => {
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
    prepare: (place) => copyOf(project, place),
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
  const compiler = join(
    await npmPackages(`typescript@${version}`),
    'node_modules/typescript/bin/tsc',
  )
  const command = [process.execPath, compiler, '--pretty', 'false', '--project', file]
  return run(command, { cwd: place })
}

/** The folders of the rows, each made once. */
const places = new Map<string, Promise<string>>()

async function makePlace(title: string, row: Row): Promise<string> {
  const place = join(folder, title.replaceAll(/\W+/g, '-'))
  await row.prepare(place)
  for (const programs of ['test/consumer', 'test/systems/package/consumer'])
    await cp(join(root, programs), place, { recursive: true })
  return place
}

const ofOldest = [
  rows['in Node.js'],
  rows['all entries from CommonJS'],
  rows["with a provider's folder"],
]

/** On a push, the newest compiles each row in each way, the oldest three rows in one, and our own one row. */
const isOnPush = (row: Row, resolution: Resolution, version?: string): boolean =>
  (version !== oldest || (resolution === row.resolutions[0] && ofOldest.includes(row))) &&
  (version !== own || (resolution === 'nodenext' && row === rows['in Node.js']))

const trials = Object.entries(rows).flatMap(([title, row]) =>
  row.resolutions.flatMap((resolution) =>
    versions
      .filter((version) => resolution !== 'node10' || version.startsWith('5.'))
      .filter((version) => cases(true, isOnPush(row, resolution, version)))
      .map((version) => ({ title, row, resolution, version })),
  ),
)

it.concurrent.for(trials)(
  'TypeScript $version, strict and with the types of dependencies, compiles programs $title, $resolution',
  async ({ title, row, resolution, version }, context) => {
    const place = places.get(title) ?? makePlace(title, row)
    places.set(title, place)
    const compiling = place.then((where) => compile(row, resolution, version, where))
    const { code, output } = await needed(context, compiling)
    expect(output).toBe('')
    expect(code).toBe(0)
  },
)
