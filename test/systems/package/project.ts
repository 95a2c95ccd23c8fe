import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { step } from '../../../scripts/lib/step.js'
import { must, root } from '../../support/run.js'
import { skip } from '../../support/trials.js'
import { npmPackages } from '../languages/cache.js'

export const name = 'stablecoin-issuer-api'

/** What npm says of a tarball that it made. */
interface Made {
  readonly name: string
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}
type PackedOne = Awaited<ReturnType<typeof packOne>>

/** What npm makes a tarball of, which builds it, or one that was made. */
export async function packOne(folder: string, source = '.', given?: string) {
  step(`Packing ${given ?? source}`)
  const packing =
    given === undefined
      ? ['npm', 'pack', source, '--json', '--pack-destination', folder]
      : ['npm', 'pack', given, '--json', '--dry-run']
  const { stdout } = await must(packing)
  // A build prints before npm does.
  const [made] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as Made[]
  if (made === undefined) throw new Error('npm packed nothing.')
  return { made, tarball: given === undefined ? join(folder, made.filename) : resolve(given) }
}

/** What was packed, and the projects in which it was installed. */
export type Packed = Awaited<ReturnType<typeof pack>>

/** Packs all packages, or takes tarballs that were packed, and installs them in empty projects. */
export async function pack(given: {
  readonly tarball?: string
  readonly mock?: string
  readonly overlay?: string
}) {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  const own = await packOne(folder, '.', given.tarball)
  const mock = await packOne(folder, './dist/mock', given.mock)
  const overlay = await packOne(folder, './dist/overlay', given.overlay)
  const tarballs = [own, mock, overlay]
  // One with the client alone, and one with all of them.
  const [project, app] = [join(folder, 'client'), join(folder, 'app')]
  step('Installing the tarballs in empty projects')
  const output = await install(project, [own])
  await install(app, tarballs)
  return { folder, tarballs, project, output, app }
}

/** Warnings of npm about this machine's settings, which say nothing of the package. */
const warnings = /^npm warn (Unknown \w+ config|exec ).*\n?/gim

/** Installs tarballs in an empty project, and gives back what npm said. */
async function install(project: string, tarballs: readonly PackedOne[]): Promise<string> {
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true }\n')
  const command = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund']
  const files = tarballs.map(({ tarball }) => tarball)
  const { output } = await must([...command, ...files], { cwd: project })
  return output.replace(warnings, '').trim()
}

export async function readJson<Shape>(...path: string[]): Promise<Shape> {
  return JSON.parse(await readFile(join(...path), 'utf8')) as Shape
}

/** Packages at exact versions, without which something is skipped. */
export const fetched = (...packages: readonly string[]): Promise<string> =>
  npmPackages(...packages).catch(skip)

/** The types of the oldest supported Node.js, as this project is compiled with. */
export async function nodeTypes(): Promise<string> {
  const { version } = await readJson<{ version: string }>(
    root,
    'node_modules/@types/node/package.json',
  )
  return fetched(`@types/node@${version}`)
}

/** A copy of a project with more packages in it, less some. */
export async function copyOf(
  project: string,
  place: string,
  more: readonly string[] = [],
): Promise<string> {
  await cp(project, place, { recursive: true })
  for (const folder of more)
    await cp(join(folder, 'node_modules'), join(place, 'node_modules'), { recursive: true })
  return place
}

/** Looks at one thing, and says what was found. */
export interface Check {
  readonly about: string
  /** @throws Error that says what is wrong */
  run(packed: Packed): Promise<string>
}

/** @throws Error when there are problems */
export function none(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
