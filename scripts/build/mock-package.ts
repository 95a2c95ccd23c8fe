/** The package stablecoin-issuer-mock: one file that needs nothing installed, so that it starts soon. */
import type { BuildOptions, Plugin } from 'esbuild'

/** Modules that Prism loads for other kinds of documents, bodies and answers: here they are never called, so they are left out. */
const left =
  /^(?:@faker-js\/faker|json-schema-faker|seedrandom|parse-multipart-data|node-fetch|https?-proxy-agent|@stoplight\/http-spec\/(?:postman|oas2)\/operation)$/

const nothing: Plugin = {
  name: 'leaves out what is never called',
  setup: (bundler) => {
    bundler.onResolve({ filter: left }, ({ path }) => ({ path, namespace: 'nothing' }))
    bundler.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({
      contents: `const nothing = new Proxy(() => nothing, { get: () => nothing })
module.exports = nothing`,
    }))
  },
}

export const mockPackage: BuildOptions = {
  entryPoints: ['scripts/mock/main.ts'],
  minify: true,
  // oidc-provider tells its errors apart by the names of their classes, so names must survive minifying.
  keepNames: true,
  plugins: [nothing],
  mainFields: ['module', 'main'],
  legalComments: 'none',
}
