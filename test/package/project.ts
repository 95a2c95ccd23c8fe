import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed } from '../languages/cache.js'
import { must, run } from '../languages/command.js'
import { Skipped } from './check.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const name = 'stablecoin-issuer-api'

export interface Manifest {
  readonly version: string
  readonly type?: string
  readonly sideEffects?: boolean
  readonly engines: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | { readonly types: string; default: string }>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The tarball, and an empty project in which it was installed. */
export interface Packed {
  readonly folder: string
  readonly tarball: string
  readonly files: readonly string[]
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly project: string
  /** What npm said when it installed the tarball. */
  readonly said: string
}

interface Pack {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Of a machine's own settings, not of the package. */
const own = /^npm warn (Unknown \w+ config|exec ).*\n?/gim

/** Packs the package, or takes a tarball that was packed, and installs it in an empty project. */
export async function pack(given: string | undefined): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  const packing =
    given === undefined
      ? ['npm', 'pack', '--json', '--pack-destination', folder]
      : ['npm', 'pack', given, '--json', '--dry-run']
  const { stdout } = await must(packing, { cwd: root })
  // A build prints before npm does.
  const [made] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as Pack[]
  if (made === undefined) throw new Error('npm packed nothing.')
  const tarball = given === undefined ? join(folder, made.filename) : resolve(given)
  const project = join(folder, 'empty')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true }\n')
  const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball]
  const { output } = await must(install, { cwd: project })
  return {
    folder,
    tarball,
    project,
    files: made.files.map(({ path }) => path).sort(),
    packedBytes: made.size,
    unpackedBytes: made.unpackedSize,
    said: output.replace(own, '').trim(),
  }
}

export function installedFolder({ project }: Packed): string {
  return join(project, 'node_modules', name)
}

export async function readJson<Shape>(...path: string[]): Promise<Shape> {
  return JSON.parse(await readFile(join(...path), 'utf8')) as Shape
}

/** A folder that holds packages at exact versions, filled once for all runs. */
export function fetched(...packages: string[]): Promise<string> {
  const label = packages.map((one) => one.replaceAll('/', '+')).join('_')
  return installed(`npm_${label}`, async (place) => {
    await writeFile(join(place, 'package.json'), '{ "private": true }\n')
    const install = [
      'npm',
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--save-exact',
    ]
    const { code, output } = await run([...install, ...packages], { cwd: place })
    const why = /code (E\w+)/.exec(output)?.[1] ?? `npm ended with ${code}`
    if (code !== 0) throw new Skipped(`${packages.join(', ')} could not be fetched (${why})`)
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
  await cp(join(root, 'test/package/consumer'), place, { recursive: true })
  return place
}
