import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownTable } from '../../../scripts/lib/record.js'
import { run } from '../../support/run.js'
import { inLanes } from '../../support/runs.js'
import { passed, type Rows } from '../tomorrow/rows.js'
import { type Check, none } from './check.js'
import { type Peer, peers, withPeer } from './peers.js'
import { copyOf, fetched, type Packed } from './project.js'

export const versions = ['5.4.5', '5.9.3', '6.0.3', '7.0.2'] as const
const resolutions = ['node16', 'nodenext', 'bundler'] as const
type Resolution = (typeof resolutions)[number] | 'node10'

/** How a consumer is compiled, and where. */
interface Program {
  readonly title: string
  readonly files: readonly string[]
  readonly lib: readonly string[]
  readonly types: readonly string[]
  readonly resolutions: readonly Resolution[]
  /** The code of the error that TypeScript has to give, where it has to. */
  refused?(version: string, resolution: Resolution): string | undefined
  place(packed: Packed): Promise<string>
}

/** The main entry needs neither for its types: a consumer compiles without them. */
const generators = ['openapi-fetch', 'openapi-typescript-helpers']

/** In a page, or with what only the DOM has. */
const page = { lib: ['ES2022', 'DOM'], types: [], resolutions }
const alone =
  (label: string, less: readonly string[] = generators) =>
  (packed: Packed) =>
    copyOf(packed, label, [], less)

/** In Node.js. */
const node = { lib: ['ES2022'], types: ['node'] }
const withUndici = (version: Peer) => async (packed: Packed) =>
  (await withPeer(packed, version)).place

const programs: readonly Program[] = [
  {
    ...{ ...node, resolutions, title: 'with @types/node and undici' },
    ...{ files: ['main.mts', 'undici.mts'], place: withUndici('7.30.2') },
  },
  { ...page, title: 'with DOM alone', files: ['main.mts'], place: alone('dom') },
  {
    ...{ ...page, title: 'openapi-fetch with DOM alone' },
    ...{ files: ['openapi-fetch.mts'], place: alone('paths', []) },
  },
  {
    ...{ ...node, resolutions: ['nodenext'], title: 'openapi-fetch with @types/node' },
    ...{ files: ['openapi-fetch.mts'], place: withUndici('7.30.2') },
  },
  { ...page, title: 'testing', files: ['testing.mts'], place: alone('testing') },
  { ...page, title: 'schemas alone', files: ['schemas.mts'], place: alone('schemas') },
  {
    ...{ title: 'all entries from CommonJS', files: ['commonjs.cts'], lib: ['ES2022', 'DOM'] },
    ...{ types: ['node'], resolutions: ['node10', 'node16', 'nodenext'] },
    // What `module: commonjs` means, as NestJS and ts-jest have it. TypeScript 7 knows it no more.
    refused: (version, resolution) =>
      resolution === 'node10' && version.startsWith('7') ? 'TS5108' : undefined,
    place: withUndici('7.30.2'),
  },
  ...(['7.10.0', '8.12.4'] as const).map((version): Program => ({
    ...{ ...node, resolutions: ['nodenext'], title: `with undici ${version}` },
    ...{ files: ['undici.mts'], place: withUndici(version) },
  })),
]

interface Cell {
  readonly program: Program
  readonly version: string
  readonly resolution: Resolution
}

/** Compiles as a careful consumer does: strict, and the declarations of the dependencies as well. */
async function compile({ program, version, resolution }: Cell, place: string): Promise<string> {
  const { files, lib, types } = program
  const file = join(place, `tsconfig.${version}.${resolution}.json`)
  const options = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ skipLibCheck: false, noEmit: true, target: 'ES2022', lib, types },
    module: { node10: 'CommonJS', bundler: 'ESNext' }[resolution as string] ?? resolution,
    moduleResolution: resolution,
    ...(resolution === 'node10' && version.startsWith('6') && { ignoreDeprecations: '6.0' }),
  }
  await writeFile(file, JSON.stringify({ compilerOptions: options, files }))
  const compiler = join(await fetched(`typescript@${version}`), 'node_modules/typescript/bin/tsc')
  const command = [process.execPath, compiler, '--pretty', 'false', '--project', file]
  const { code, output } = await run(command, { cwd: place })
  const refused = program.refused?.(version, resolution)
  const codes = [...new Set(output.match(/TS\d+/g))].join()
  if (refused === undefined ? code !== 0 : codes !== refused)
    throw new Error(`TypeScript ${version}, ${resolution}, ${program.title}:\n${output}`)
  return refused ?? 'compiles'
}

const results = new Map<string, string>()
const keyOf = (title: string, resolution: Resolution, version: string): string =>
  [title, resolution, version].join(', ')

export const compiled = (versions: readonly string[]): Check => ({
  about: 'TypeScript',
  async run(packed) {
    const cells: (Cell & { place: string })[] = []
    for (const program of programs) {
      const place = await program.place(packed)
      for (const version of versions)
        for (const resolution of program.resolutions)
          cells.push({ program, version, resolution, place })
    }
    // Before the compilers run side by side, which would fetch one twice.
    for (const version of versions) await fetched(`typescript@${version}`)
    const failures: string[] = []
    await inLanes(2, cells, async ({ place, ...cell }) => {
      const found = await compile(cell, place).catch((error: unknown) => {
        failures.push((error as Error).message)
        return 'FAILED'
      })
      results.set(keyOf(cell.program.title, cell.resolution, cell.version), found)
    })
    none(failures)
    return `${cells.length} compilations of ${versions.length} versions, strict, exactOptionalPropertyTypes, without skipLibCheck`
  },
})

/** What came of each compilation with one version, which the rows do not name. */
export function compilations(version: string): Rows {
  const found = [...results].map(([key, result]): [row: string, result: string] => {
    return [key.replace(`, ${version}`, ''), result === 'FAILED' ? 'does not compile' : passed]
  })
  return Object.fromEntries(found)
}

/** What was compiled, in Markdown. */
export function matrix(versions: readonly string[]): string {
  const rows = programs.flatMap(({ title, resolutions }) =>
    resolutions.map((resolution) => {
      const cells = versions.map((version) => results.get(keyOf(title, resolution, version)) ?? '')
      return [title, resolution, ...cells]
    }),
  )
  const head = ['Consumer', 'moduleResolution', ...versions]
  return `${markdownTable(head, rows)}\n(undici ${peers.join(', ')}; TS5108: TypeScript 7 has no node10)`
}
