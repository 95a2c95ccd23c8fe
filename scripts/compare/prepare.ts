import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { must, root } from '../../test/support/run.js'
import { installedFrom } from '../../test/systems/languages/cache.js'
import { nodeProgram } from '../../test/systems/runtimes/node.js'
import { manifestIn } from '../lib/licences.js'

const home = join(root, 'scripts/compare')
/** Newer than the project needs: some of the clients do not run on what it supports. */
const nodeVersion = '24.21.0'

export async function namesOfClients(): Promise<string[]> {
  return (await readdir(join(home, 'clients'))).map((file) => basename(file, '.mjs'))
}

/** What a client is made of, with the version of each. */
export async function versionsOf(packages: readonly string[]): Promise<string> {
  const { name, version } = await manifestIn(root)
  const versions = { ...(await manifestIn(home)).dependencies, [name]: version }
  const named = packages.map((each) => `${each} ${versions[each] ?? ''}`)
  return named.join(', ') || `Node.js ${nodeVersion}`
}

/** Puts the driver, the clients and the controls into a folder. @returns the Node.js that runs them */
export async function prepare(folder: string): Promise<string> {
  // The packages of the manifest are installed once, in the user's cache.
  const sources = ['package.json', '.npmrc'].map((file) => join(home, file))
  const place = await installedFrom('compare', sources, async (place) => {
    for (const file of sources) await cp(file, join(place, basename(file)))
    await must(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: place })
  })
  await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
  const node = await nodeProgram(nodeVersion)
  const generated = join(folder, 'generated')
  await mkdir(generated)
  const heyApi = join(place, 'node_modules/@hey-api/openapi-ts/bin/run.js')
  const document = join(root, 'generated/openapi.yaml')
  await must([node, heyApi, '-i', document, '-o', join(generated, 'hey-api')])
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    entryPoints: ['driver.ts', 'clients/*.mjs', 'controls/*.mjs'].map((file) => join(home, file)),
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    alias: { generated },
    external: Object.keys((await manifestIn(home)).dependencies ?? {}),
    tsconfig: join(root, 'tsconfig.json'),
  })
  return node
}
