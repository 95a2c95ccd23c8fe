import { join } from 'node:path'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { rollup } from '@rollup/wasm-node'
import { build } from 'esbuild'
import { minify } from 'terser'
import webpack from 'webpack'

/** Makes one minified file of a program and all that it imports, but undici. */
type Bundler = (program: string, bundle: string) => Promise<unknown>

const external = ['undici']

export const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: (program, outfile) =>
    build({
      entryPoints: [program],
      outfile,
      external,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
    }),
  'rollup with terser': async (program, file) => {
    const plugins = [nodeResolve(), { name: 'terser', renderChunk: (code: string) => terse(code) }]
    const made = await rollup({ input: program, external: [/^node:/, ...external], plugins })
    await made.write({ file, format: 'es' })
    await made.close()
  },
  'webpack in production': async (program, bundle) => {
    const compiler = webpack({
      entry: program,
      mode: 'production',
      target: 'node20',
      externals: { undici: 'undici' },
      experiments: { outputModule: true },
      externalsType: 'module',
      output: {
        path: join(bundle, '..'),
        filename: bundle.replace(/^.*\//, ''),
        module: true,
        // What a module exports is used, as that of a page is.
        library: { type: 'module' },
      },
    })
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) => {
        if (error !== null) reject(error)
        else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')))
        else resolve()
      }),
    )
  },
}

async function terse(code: string): Promise<string> {
  const { code: minified = '' } = await minify(code, { module: true })
  return minified
}
