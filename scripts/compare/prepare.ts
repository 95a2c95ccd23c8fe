import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { missing, must, root } from '../../test/support/run.js'
import { installedFrom, virtualEnvironment } from '../../test/systems/languages/cache.js'
import {
  openapiGenerator,
  openapiGeneratorVersion,
} from '../../test/systems/languages/rows/openapi-generator.js'
import { nodeProgram } from '../../test/systems/runtimes/node.js'
import { manifestIn } from '../lib/licences.js'
import { redocly, redoclyVersion } from '../lib/redocly.js'

const home = join(root, 'scripts/compare')
const document = join(root, 'generated/openapi.yaml')

/** Newer than the project needs: some of the clients do not run on what it supports. */
const nodeVersion = '24.21.0'

/** A client, and the program that runs its process. */
export interface Prepared {
  readonly name: string
  readonly command: readonly string[]
}

/** The files of the clients, by their names. */
export async function filesIn(folder: 'clients' | 'controls'): Promise<Map<string, string>> {
  const files = await readdir(join(home, folder))
  return new Map(files.map((file) => [basename(file, extname(file)), join(home, folder, file)]))
}

/** The versions of what clients are, by the names that their files give. */
export async function readVersions(): Promise<Readonly<Record<string, string>>> {
  const { name, version } = await manifestIn(root)
  return {
    ...(await manifestIn(home)).dependencies,
    [name]: version,
    '@redocly/cli': redoclyVersion,
    'openapi-generator': openapiGeneratorVersion,
  }
}

/** Installs the packages of the manifest once, in the user's cache. */
function install(): Promise<string> {
  const files = ['package.json', 'package-lock.json', '.npmrc']
  const sources = files.map((file) => join(home, file))
  return installedFrom('compare', sources, async (place) => {
    for (const file of sources) await cp(file, join(place, basename(file)))
    await must(['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: place })
  })
}

/** How a client is made from the document, by the name under which files import it. */
const generators: Readonly<
  Record<string, (output: string, tool: (path: string) => string[]) => Promise<unknown>>
> = {
  'hey-api': (output, tool) =>
    must([...tool('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', output]),
  orval: (output, tool) => {
    const files = ['--input', document, '--output', `${output}.ts`]
    return must([...tool('orval/dist/bin/orval.mjs'), ...files, '--client', 'fetch'])
  },
  redocly: async (output) => {
    const { code, stderr } = await redocly('generate-client', document, '-o', `${output}.ts`)
    if (code !== 0) throw new Error(stderr)
  },
  'openapi-generator': (output) =>
    openapiGenerator('typescript-fetch', document, output, ['modelPropertyNaming=original']),
}

/** The tools that a client needs beside Node.js, by its name. */
const tools: Readonly<Record<string, readonly string[]>> = {
  'openapi-generator': ['java', 'mvn'],
  httpx: ['python3'],
  'net-http': ['go'],
}

/** Makes the programs of the clients for which this machine has the tools, in a folder. */
export async function prepare(files: ReadonlyMap<string, string>, folder: string) {
  const place = await install()
  const node = await nodeProgram(nodeVersion)
  const generated = join(folder, 'generated')
  await mkdir(generated)
  await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
  const tool = (path: string) => [node, join(place, 'node_modules', path)]
  const entryPoints = [join(home, 'driver.ts')]
  const made = new Set<string>()
  const commandOf = async (name: string, file: string): Promise<string[]> => {
    const program = join(folder, name)
    if (file.endsWith('.py')) {
      const bin = await virtualEnvironment(new URL('requirements.txt', import.meta.url).href)
      return [join(bin, 'python'), join(home, 'drivers/driver.py'), file]
    }
    if (file.endsWith('.go')) {
      const sources = [file, join(home, 'drivers/driver.go')]
      for (const source of sources) await cp(source, join(folder, basename(source)))
      const names = sources.map((source) => basename(source))
      await must(['go', 'build', '-o', program, ...names], { cwd: folder })
      return [program]
    }
    for (const [, each = ''] of (await readFile(file, 'utf8')).matchAll(/'generated\/([\w-]+)/g)) {
      if (!made.has(each)) await generators[each]?.(join(generated, each), tool)
      made.add(each)
    }
    // What is not of this folder finds its packages where it stands.
    const isOwn = file.startsWith(home)
    if (isOwn) entryPoints.push(file)
    return [node, join(folder, 'driver.mjs'), isOwn ? `${program}.mjs` : resolve(file), name]
  }
  const prepared: Prepared[] = []
  for (const [name, file] of files) {
    const lacks = await missing(tools[name] ?? [])
    if (lacks.length === 0) prepared.push({ name, command: await commandOf(name, file) })
    else console.error(`${name} is skipped: this machine lacks ${lacks.join(' and ')}`)
  }
  const { dependencies = {} } = await manifestIn(home)
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'error',
    entryPoints,
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    alias: { generated },
    external: Object.keys(dependencies),
    tsconfig: join(root, 'tsconfig.json'),
  })
  return prepared
}
