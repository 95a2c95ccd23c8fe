import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { root } from '../../support/run.js'

/** A line that is broken on purpose, to see whether that is found. */
export interface Change {
  /** How a file's path ends. */
  readonly file: RegExp
  readonly from: string | RegExp
  readonly to: string
}

interface Options {
  /** Files of packages that are not in the project's node_modules. */
  readonly elsewhere?: Readonly<Record<string, string>>
  readonly changes?: readonly Change[] | undefined
}

/**
 * A program and the client as one file of plain JavaScript, so that its start takes little. It stands within the
 * project, whose packages it imports.
 */
export async function buildProgram(
  entry: string,
  { elsewhere = {}, changes = [] }: Options = {},
): Promise<string> {
  const outfile = join(root, 'dist', entry, `${basename(entry)}.js`)
  const packages: Plugin = {
    name: 'packages',
    setup: (bundler) =>
      bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        // By the `paths` of tsconfig.json it is the source.
        if (kind === 'entry-point' || path.startsWith('stablecoin-issuer-api')) return undefined
        return { path: elsewhere[path] ?? path, external: true }
      }),
  }
  let changed = 0
  const breaking = ({ file, from, to }: Change): Plugin => ({
    name: `break ${file}`,
    setup: (bundler) =>
      bundler.onLoad({ filter: file }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        const contents = text.replace(from, to)
        if (contents !== text) changed++
        return { contents, loader: 'ts' }
      }),
  })
  await build({
    entryPoints: [join(root, `${entry}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    plugins: [packages, ...changes.map(breaking)],
    logLevel: 'error',
  })
  if (changed < changes.length) throw new Error('there is nothing like it to break')
  return outfile
}
