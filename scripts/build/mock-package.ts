/** Makes the package stablecoin-issuer-mock: one file that needs nothing installed, so that it starts soon. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { licencesOf } from '../lib/licences.js'
import { bundling, writePackage } from './write-package.js'

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

/** Some bundled modules are CommonJS and need `require`. */
const banner = `#!/usr/bin/env node
import { createRequire as createRequireOfFile } from 'node:module'
const require = createRequireOfFile(import.meta.url)`

export async function buildMockPackage(folder: string): Promise<void> {
  const { metafile } = await build({
    ...bundling,
    entryPoints: ['src/mock/main.ts'],
    outfile: join(folder, 'mock.js'),
    minify: true,
    // oidc-provider tells its errors apart by the names of their classes, so names must survive minifying.
    keepNames: true,
    plugins: [nothing],
    mainFields: ['module', 'main'],
    legalComments: 'none',
    banner: { js: banner },
  })
  const own = {
    name: 'stablecoin-issuer-mock',
    description:
      'A mock of crypto destination addresses, stablecoin conversions and issuer quotes, with a token server and faults on command.',
    keywords: ['openapi', 'stablecoin', 'mock', 'testing'],
    files: ['mock.js', 'Dockerfile', 'licences.txt'],
  }
  await writePackage(folder, own, 'src/mock/package')
  const bundled = bundledPackages(metafile)
  const licences = await licencesOf(`${own.name} is made of`, bundled, 'code in mock.js')
  await writeFile(join(folder, 'licences.txt'), licences)
}

/** The folders of the packages whose code is in the file. */
function bundledPackages({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = inputs.flatMap(
    (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  )
  return [...new Set(folders)].sort()
}
