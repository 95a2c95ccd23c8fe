import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { step } from '../../../scripts/lib/step.js'
import { must, root } from '../../support/run.js'
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
  return { made, tarball: given ?? join(folder, made.filename) }
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed
  }
}

/** What was packed, and the projects in which it was installed. */
type Packed = Awaited<ReturnType<typeof pack>>

/** The same, for the tests. */
export const packed = (): Packed => inject('packed')

/** Packs all packages, or takes the tarballs that are in a folder, and installs them in empty projects. */
export async function pack(folder: string, from?: string) {
  const { version } = await readJson<{ version: string }>(root, 'package.json')
  const one = (packed: string, source: string) =>
    packOne(folder, source, from && join(from, `${packed}-${version}.tgz`))
  const own = await one(name, '.')
  const mock = await one('stablecoin-issuer-mock', './dist/mock')
  const overlay = await one('stablecoin-issuer-overlay', './dist/overlay')
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

/** The types of the oldest supported Node.js, as this project is compiled with. */
export async function nodeTypes(): Promise<string> {
  const { version } = await readJson<{ version: string }>(
    root,
    'node_modules/@types/node/package.json',
  )
  return npmPackages(`@types/node@${version}`)
}

/** A copy of a project with more packages in it. */
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
