import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root } from '../../support/run.js'
import { versions as compilers } from '../package/compile.js'
import { peers } from '../package/project.js'
import { pinned as runtimes } from '../runtimes/runtimes.js'

/** A table of rows, and the words that choose rows of it. */
export type Table = readonly [name: 'faults' | 'chaos' | 'runtimes' | 'types', ...words: string[]]

/** What the package or its tests stand on, and where it shows. */
export interface Dependency {
  readonly title: string
  /** Packages of the registry that change together. */
  readonly packages: readonly string[]
  readonly tables: readonly Table[]
}

const dependencies: readonly Dependency[] = [
  {
    title: 'undici',
    packages: ['undici'],
    tables: [['faults'], ['chaos'], ['runtimes', 'Node.js']],
  },
  {
    title: 'Node.js',
    packages: ['node'],
    tables: [['faults'], ['chaos'], ['runtimes', 'Node.js']],
  },
  { title: 'Bun', packages: ['bun'], tables: [['runtimes', 'Bun']] },
  { title: 'Deno', packages: ['deno'], tables: [['runtimes', 'Deno']] },
  { title: 'TypeScript', packages: ['typescript'], tables: [['types']] },
  {
    title: 'oauth4webapi',
    packages: ['oauth4webapi'],
    tables: [['faults'], ['runtimes', 'Node.js']],
  },
  {
    title: 'Prism',
    packages: ['cli', 'http', 'core'].map((part) => `@stoplight/prism-${part}`),
    tables: [['runtimes', 'Node.js']],
  },
]

/** By the names of packages. */
export type Versions = Readonly<Record<string, string>>

/** The newest version of each that the tests are pinned to. */
export function pinned(): Versions {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const all: Record<string, string> = { ...manifest.devDependencies, ...manifest.dependencies }
  // The last of each name is the newest.
  for (const { name, version } of runtimes)
    all[{ 'Node.js': 'node' }[name] ?? name.toLowerCase()] = version
  const own = { typescript: compilers.at(-1) ?? '', undici: peers.at(-1) ?? '' }
  const wanted = dependencies.flatMap(({ packages }) => packages)
  return Object.fromEntries(wanted.map((name) => [name, { ...all, ...own }[name] ?? '']))
}

/** The newest of each that the registry has. @throws Error where it cannot be asked */
export async function newest(packages: readonly string[]): Promise<Versions> {
  const found = packages.map(async (name) => {
    const { stdout } = await must(['npm', 'view', name, 'version'], { cwd: root })
    return [name, stdout.trim()]
  })
  return Object.fromEntries(await Promise.all(found)) as Versions
}

/** What was asked for: all, at the newest version, or those that are named, such as `undici` or `undici@8.0.0`. */
export function readWanted(words: readonly string[]): { dependency: Dependency; at?: string }[] {
  if (words.length === 0) return dependencies.map((dependency) => ({ dependency }))
  return words.map((word) => {
    const [name = '', at] = word.split('@')
    const dependency = dependencies.find(({ title }) =>
      title.toLowerCase().startsWith(name.toLowerCase()),
    )
    if (dependency === undefined)
      throw new Error(`${name} is none of ${dependencies.map(({ title }) => title).join(', ')}.`)
    return { dependency, ...(at !== undefined && { at }) }
  })
}
