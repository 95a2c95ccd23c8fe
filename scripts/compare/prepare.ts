import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { missing, must, root } from '../../test/support/run.js'
import { installedFrom } from '../../test/systems/languages/cache.js'
import {
  openapiGenerator,
  openapiGeneratorVersion,
} from '../../test/systems/languages/rows/openapi-generator.js'
import { virtualEnvironment } from '../../test/systems/languages/virtual-environment.js'
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

/** A client that this machine lacks something for. */
export interface Absent {
  readonly name: string
  readonly absent: string
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
    ...{ [name]: version, '@redocly/cli': redoclyVersion },
    'openapi-generator': openapiGeneratorVersion,
  }
}

/** The packages of the manifest, installed once in the user's cache. */
function install(): Promise<string> {
  const files = ['package.json', 'package-lock.json', '.npmrc']
  return installedFrom(
    'compare',
    files.map((file) => join(home, file)),
    async (place) => {
      for (const file of files) await cp(join(home, file), join(place, file))
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
      await must(['npm', 'ci', ...options], { cwd: place })
    },
  )
}

type Generate = (into: string, tool: (name: string) => readonly string[]) => Promise<unknown>

/** How a client is made from the document, by the name under which files import it. */
const generators: Readonly<Record<string, Generate>> = {
  'hey-api': (into, tool) =>
    must([...tool('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', join(into, 'hey-api')]),
  orval: (into, tool) => {
    const output = ['--input', document, '--output', join(into, 'orval.ts'), '--client', 'fetch']
    return must([...tool('orval/dist/bin/orval.mjs'), ...output])
  },
  redocly: async (into) => {
    const { code, stderr } = await redocly(
      'generate-client',
      document,
      '-o',
      join(into, 'redocly.ts'),
    )
    if (code !== 0) throw new Error(stderr)
  },
  'openapi-generator': (into) => {
    const output = join(into, 'openapi-generator')
    return openapiGenerator('typescript-fetch', document, output, ['modelPropertyNaming=original'])
  },
}

/** The tools that a client needs beside Node.js, by its name. */
const tools: Readonly<Record<string, readonly string[]>> = {
  'openapi-generator': ['java', 'mvn'],
  httpx: ['python3'],
  'net-http': ['go'],
}

/** Makes the programs of clients in a folder: generates, and bundles what is TypeScript or ours. */
export async function prepare(
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<(Prepared | Absent)[]> {
  const place = await install()
  const node = await nodeProgram(nodeVersion)
  await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
  const generated = join(folder, 'generated')
  await mkdir(generated)
  const tool = (path: string) => [node, join(place, 'node_modules', path)]
  const { dependencies = {} } = await manifestIn(home)
  const external = Object.keys(dependencies)
  const bundle = async (entry: string): Promise<string> => {
    const outfile = join(folder, `${basename(entry, extname(entry))}.mjs`)
    const form = { bundle: true, platform: 'node', format: 'esm', target: 'node22' } as const
    const tsconfig = join(root, 'tsconfig.json')
    const found = { alias: { generated }, external, tsconfig }
    await build({ entryPoints: [entry], outfile, logLevel: 'error', ...form, ...found })
    return outfile
  }
  const driver = await bundle(join(home, 'driver.ts'))
  const made = new Set<string>()
  const make = async (name: string, file: string): Promise<readonly string[]> => {
    if (file.endsWith('.py')) {
      const bin = await virtualEnvironment(new URL('requirements.txt', import.meta.url).href)
      return [join(bin, 'python'), join(home, 'drivers/driver.py'), file]
    }
    if (file.endsWith('.go')) {
      const output = join(folder, name)
      for (const one of [file, join(home, 'drivers/driver.go')])
        await cp(one, join(folder, basename(one)))
      await must(['go', 'build', '-o', output, `${name}.go`, 'driver.go'], {
        cwd: folder,
        env: { GO111MODULE: 'off' },
      })
      return [output]
    }
    const text = await readFile(file, 'utf8')
    for (const [, generator = ''] of text.matchAll(/'generated\/([\w-]+)/g)) {
      if (!made.has(generator)) await generators[generator]?.(generated, tool)
      made.add(generator)
    }
    // What is not of this folder finds its packages where it stands.
    const isOwn = file.startsWith(home)
    return [node, driver, isOwn ? await bundle(file) : resolve(file), name]
  }
  const prepared: (Prepared | Absent)[] = []
  for (const [name, file] of files) {
    const absent = await missing(tools[name] ?? [])
    prepared.push(
      absent.length > 0
        ? { name, absent: absent.join(' and ') }
        : { name, command: await make(name, file) },
    )
  }
  return prepared
}
