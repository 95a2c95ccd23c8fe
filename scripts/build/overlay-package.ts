/**
 * The package stablecoin-issuer-overlay: our own code and our document in one file. What it imports is installed with it,
 * but for recheck: 52 MB of programs for other ways to run it would come with its one file in plain JavaScript.
 */
import { resolve } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { readSource } from '../overlay/source.js'

/** Puts the document of this build in the place of the module that reads it, and takes recheck in. */
const embedded: Plugin = {
  name: 'embeds the document',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^recheck\// }, ({ path }) => ({
      path: resolve('node_modules', path),
    }))
    bundler.onLoad({ filter: /overlay[\\/]source\.ts$/ }, async () => {
      const source = { ...(await readSource()), program: 'npx stablecoin-issuer-overlay' }
      return { contents: `export const readSource = async () => (${JSON.stringify(source)})` }
    })
  },
}

export const overlayPackage: BuildOptions = {
  entryPoints: ['scripts/overlay/main.ts'],
  packages: 'external',
  plugins: [embedded],
}
