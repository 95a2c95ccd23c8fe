/**
 * Makes the package stablecoin-issuer-overlay: our own code and our document in one file. What it imports is installed with
 * it, but for recheck: its one file in plain JavaScript is copied, as 52 MB of programs for other ways to run it would come.
 */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { licencesOf, type Manifest, manifestIn } from '../lib/licences.js'
import { readSource } from '../overlay/source.js'
import { bundling, writePackage } from './write-package.js'

/** Puts the document of this build in the place of the module that reads it, and the copy in the place of recheck. */
const embedded: Plugin = {
  name: 'embeds the document',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^recheck\// }, () => ({ path: './recheck.cjs', external: true }))
    bundler.onLoad({ filter: /overlay[\\/]source\.ts$/ }, async () => {
      const source = { ...(await readSource()), program: 'npx stablecoin-issuer-overlay' }
      return { contents: `export const readSource = async () => (${JSON.stringify(source)})` }
    })
  },
}

export async function buildOverlayPackage(folder: string): Promise<void> {
  const { metafile } = await build({
    ...bundling,
    entryPoints: ['scripts/overlay/main.ts'],
    outfile: join(folder, 'overlay.js'),
    packages: 'external',
    plugins: [embedded],
    banner: { js: '#!/usr/bin/env node' },
  })
  const own = {
    name: 'stablecoin-issuer-overlay',
    description:
      "Writes what your provider says, as an OpenAPI Overlay, into a folder for the clients of stablecoin-issuer-api and for other languages' generators.",
    keywords: ['openapi', 'openapi-overlay', 'stablecoin', 'code-generator'],
    files: ['overlay.js', 'recheck.cjs', 'licences.txt'],
    dependencies: dependenciesOf(metafile, await manifestIn('.')),
  }
  await writePackage(folder, own, 'scripts/overlay/package')
  const recheck = 'node_modules/recheck'
  await cp(join(recheck, 'lib/browser.js'), join(folder, 'recheck.cjs'))
  const licences = await licencesOf(`${own.name} is made of`, [recheck], 'recheck.cjs')
  await writeFile(join(folder, 'licences.txt'), licences)
}

/** The packages that the file imports, at the versions that it was tested with. */
function dependenciesOf({ outputs }: Metafile, { devDependencies = {} }: Manifest) {
  const imports = Object.values(outputs).flatMap((output) => output.imports)
  const names = imports.flatMap(({ path, external }) =>
    external === true && !/^(?:node:|\.)/.test(path) ? [path] : [],
  )
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const version = devDependencies[name]
      if (version === undefined) throw new Error(`${name} is no dependency of this project.`)
      return [name, version]
    }),
  )
}
