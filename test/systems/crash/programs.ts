import { mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { must, root } from '../../support/run.js'
import { packOne } from '../package/project.js'

const name = 'stablecoin-issuer-api'

/** A line of the packed files that is broken on purpose, to see whether that is found. */
export interface Change {
  /** How a file's path ends. */
  readonly file: RegExp
  readonly from: string
  readonly to: string
}

interface Options {
  /** Files of packages that are not in the project's node_modules. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** The folder in whose node_modules the package is; else its source is taken. */
  readonly packed?: string
  readonly changes?: readonly Change[] | undefined
}

/** Packs the package, and unpacks it where a program finds it. @returns the folder for `packed` */
export async function unpack(folder: string): Promise<string> {
  const { tarball } = await packOne(folder)
  const place = join(folder, 'node_modules', name)
  await mkdir(place, { recursive: true })
  await must(['tar', '-xzf', tarball, '-C', place, '--strip-components=1'])
  return folder
}

/**
 * A program and the client as a few files of plain JavaScript, so that its start takes little. They stand within the
 * project, whose packages they import.
 */
export async function buildProgram(
  entry: string,
  { elsewhere = {}, packed, changes = [] }: Options = {},
): Promise<string> {
  const outdir = join(root, 'dist', entry)
  const packages: Plugin = {
    name: 'packages',
    setup: (bundler) =>
      bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind, pluginData }) => {
        if (kind === 'entry-point' || pluginData === packages) return undefined
        if (!path.startsWith(name)) return { path: elsewhere[path] ?? path, external: true }
        // By the `paths` of tsconfig.json it is the source.
        if (packed === undefined) return undefined
        return bundler.resolve(path, { kind, resolveDir: packed, pluginData: packages })
      }),
  }
  let changed = 0
  const breaking: Plugin = {
    name: 'breaks',
    setup: (bundler) =>
      bundler.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8')
        for (const { from, to } of changes.filter(({ file }) => file.test(path))) {
          changed += contents.split(from).length - 1
          contents = contents.replace(from, () => to)
        }
        return { contents }
      }),
  }
  await build({
    entryPoints: [join(root, `${entry}.ts`)],
    outdir,
    // A program imports the parts that it plays: some take long to load.
    splitting: true,
    chunkNames: '[name]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // As Node.js takes the package's `exports`.
    conditions: ['module-sync'],
    plugins: [packages, ...(changes.length > 0 ? [breaking] : [])],
    logLevel: 'error',
  })
  if (changed !== changes.length) throw new Error('what is to be broken is not there once')
  return join(outdir, `${basename(entry)}.js`)
}
