import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { must, root, script } from '../../test/support/run.js'
import { installedFrom } from '../../test/systems/languages/cache.js'
import { nodeProgram } from '../../test/systems/runtimes/node.js'

const home = join(root, 'scripts/compare')
const manifest = await readFile(join(home, 'package.json'), 'utf8')
const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
/** Newer than the project needs: some of the clients do not run on what it supports. */
const nodeVersion = '24.21.0'

export async function namesOfClients(): Promise<string[]> {
  return (await readdir(join(home, 'clients'))).map((file) => basename(file, '.mjs'))
}

/** What the clients are made of. */
export const versions = [['Node.js', nodeVersion], ...Object.entries(dependencies)]
  .map((one) => one.join(' '))
  .join(', ')

/** Puts the program, the clients and the controls into a folder. @returns the Node.js that runs them */
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
  const overlay = ['scripts/lib/acme.overlay.yaml', '--js', '--out', join(generated, 'acme')]
  await must(script('overlay/main', ...overlay))
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    entryPoints: ['play.ts', 'clients/*.mjs', 'controls/*.mjs'].map((file) => join(home, file)),
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    alias: { generated },
    external: Object.keys(dependencies),
    tsconfig: join(root, 'tsconfig.json'),
  })
  return node
}
