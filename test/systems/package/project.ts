import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { must, root } from '../../support/run.js'
import { Skipped } from '../../support/trials.js'
import { npmPackages } from '../languages/cache.js'

export const name = 'stablecoin-issuer-api'

/** The tarball, and an empty project in which it was installed. The other packages are packed beside it. */
export interface Packed {
  readonly folder: string
  readonly tarball: string
  /** The tarball of stablecoin-issuer-mock. */
  readonly mock: string
  /** The tarball of stablecoin-issuer-overlay. */
  readonly overlay: string
  readonly made: Pack
  readonly project: string
  /** What npm printed when it installed the tarball. */
  readonly output: string
}

interface Pack {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Warnings of npm about this machine's settings, which say nothing of the package. */
const own = /^npm warn (Unknown \w+ config|exec ).*\n?/gim

/** What npm makes a tarball of, which builds it, or one that was made. */
export async function packOne(folder: string, source = '.', given?: string) {
  const packing =
    given === undefined
      ? ['npm', 'pack', source, '--json', '--pack-destination', folder]
      : ['npm', 'pack', given, '--json', '--dry-run']
  const { stdout } = await must(packing)
  // A build prints before npm does.
  const [made] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as Pack[]
  if (made === undefined) throw new Error('npm packed nothing.')
  return { made, tarball: given === undefined ? join(folder, made.filename) : resolve(given) }
}

const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund']

/** Installs a tarball in a folder, and gives back what npm said. */
export async function installIn(project: string, tarball: string): Promise<string> {
  const { output } = await must([...install, tarball], { cwd: project })
  return output.replace(own, '').trim()
}

/** Packs all packages, or takes tarballs that were packed, and installs the first in an empty project. */
export async function pack(given: {
  readonly tarball?: string
  readonly mock?: string
  readonly overlay?: string
}): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  const { made, tarball } = await packOne(folder, '.', given.tarball)
  const { tarball: mock } = await packOne(folder, './dist/mock', given.mock)
  const { tarball: overlay } = await packOne(folder, './dist/overlay', given.overlay)
  const project = join(folder, 'empty')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true }\n')
  const output = await installIn(project, tarball)
  return { folder, tarball, mock, overlay, project, made, output }
}

export function installedFolder({ project }: Packed): string {
  return join(project, 'node_modules', name)
}

export async function readJson<Shape>(...path: string[]): Promise<Shape> {
  return JSON.parse(await readFile(join(...path), 'utf8')) as Shape
}

/** A dev dependency of this project, at its version. */
export async function devVersion(name: string): Promise<string> {
  const { devDependencies } = await readJson<{ devDependencies: Record<string, string> }>(
    root,
    'package.json',
  )
  return `${name}@${devDependencies[name] ?? ''}`
}

/** A folder that holds packages at exact versions, filled once for all runs. */
export function fetched(...packages: string[]): Promise<string> {
  const label = packages.map((one) => one.replaceAll('/', '+')).join('_')
  return npmPackages(`npm_${label}`, ...packages).catch((error: unknown) => {
    const why = /code (E\w+)/.exec(String(error))?.[1] ?? 'npm failed'
    throw new Skipped(`${packages.join(', ')} could not be fetched (${why})`)
  })
}

/** A copy of the project with more packages in it, less some, and with the programs of the consumer. */
export async function copyOf(
  packed: Packed,
  label: string,
  more: readonly string[],
  less: readonly string[] = [],
): Promise<string> {
  const place = join(packed.folder, label)
  await cp(packed.project, place, { recursive: true })
  for (const folder of more)
    await cp(join(folder, 'node_modules'), join(place, 'node_modules'), { recursive: true })
  for (const one of less) await rm(join(place, 'node_modules', one), { recursive: true })
  for (const programs of ['test/consumer', 'test/systems/package/consumer'])
    await cp(join(root, programs), place, { recursive: true })
  return place
}

/** Both ends of the range of undici that package.json takes, and what the tests run with. */
export const peers = ['7.10.0', '7.30.2', '8.12.4'] as const
export type Peer = (typeof peers)[number]

/** A project with one undici, made once; `skipped` says why it cannot run on this Node. */
export async function withPeer(
  packed: Packed,
  version: Peer,
): Promise<{ place: string; skipped?: string }> {
  const undici = await fetched(`undici@${version}`)
  const place = await copyOf(packed, `undici-${version}`, [
    await fetched(await devVersion('@types/node')),
    undici,
  ])
  const { engines } = await readJson<{ engines: { node: string } }>(
    join(undici, 'node_modules/undici'),
    'package.json',
  )
  const [needed = 0, minor = 0] = engines.node.match(/\d+/g)?.map(Number) ?? []
  const [major = 0, have = 0] = process.versions.node.split('.').map(Number)
  const runs = major > needed || (major === needed && have >= minor)
  return runs ? { place } : { place, skipped: `it needs Node ${engines.node}` }
}

/** Looks at one thing, and gives back what was found in figures. */
export interface Check {
  readonly about: string
  /** @throws Error that says what is wrong */
  run(packed: Packed): Promise<string>
}

/** @throws Error when there are problems */
export function none(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
