/** The package stablecoin-issuer-overlay: our own code and our document in one file. The packages that it imports are installed with it. */
import type { BuildOptions, Plugin } from 'esbuild'
import { readSource } from '../overlay/source.js'

/** Puts the document of this build in the place of the module that reads it. */
const embedded: Plugin = {
  name: 'embeds the document',
  setup: (bundler) => {
    bundler.onLoad({ filter: /overlay[\\/]source\.ts$/ }, async () => {
      const source = {
        ...(await readSource()),
        program: 'npx --no-install stablecoin-issuer-overlay',
      }
      return { contents: `export const readSource = async () => (${JSON.stringify(source)})` }
    })
  },
}

/** Loads CommonJS by `require`: to import TypeScript's, Node.js first reads its 9 MB for the names in it. */
const required: Plugin = {
  name: 'requires CommonJS',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^(?:openapi-)?typescript$/ }, ({ path, namespace }) =>
      namespace === 'required' ? { path, external: true } : { path, namespace: 'required' },
    )
    bundler.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }))
  },
}

export const overlayPackage: BuildOptions = {
  entryPoints: ['scripts/overlay/main.ts'],
  packages: 'external',
  plugins: [embedded, required],
}
