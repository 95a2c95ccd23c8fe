import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../support/run.js'

/**
 * A program and the client as one file of plain JavaScript, so that its start takes little. It stands within the
 * project, whose packages it imports; `elsewhere` names files of those that are in another place.
 */
export async function buildProgram(
  entry: string,
  elsewhere: Readonly<Record<string, string>> = {},
): Promise<string> {
  const outfile = join(root, 'dist', entry, `${basename(entry)}.js`)
  await build({
    entryPoints: [join(root, `${entry}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    plugins: [
      {
        name: 'packages',
        setup: (bundler) => {
          bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
            // By the `paths` of tsconfig.json it is the source.
            if (kind === 'entry-point' || path.startsWith('stablecoin-issuer-api')) return undefined
            return { path: elsewhere[path] ?? path, external: true }
          })
        },
      },
    ],
    logLevel: 'error',
  })
  return outfile
}
