import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { rollup } from '@rollup/wasm-node'
import { build } from 'esbuild'
import { minify } from 'terser'
import webpack from 'webpack'
import { must } from '../../support/run.js'
import { startServices } from '../languages/services.js'
import { entries, pages, program, toCommonJs } from './programs.js'
import {
  type Check,
  copyOf,
  installedFolder,
  name,
  none,
  type Packed,
  peers,
  readJson,
  withPeer,
} from './project.js'

/** Makes one minified file of a program and all that it imports, but undici. */
type Bundler = (program: string, bundle: string) => Promise<unknown>

const external = ['undici']

const bundlers: Readonly<Record<string, Bundler>> = {
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

/** A warning, such as of an experiment, would reach every user's terminal. */
async function quietly(command: readonly string[], cwd: string): Promise<void> {
  const { output } = await must(['node', ...command], { cwd })
  if (output !== '') throw new Error(`${command.join(' ')} printed:\n${output}`)
}

/** As on AWS Lambda: `require` gives CommonJS then, where it gives the ES modules otherwise. */
const withoutRequire = '--no-experimental-require-module'

async function codeEntries(packed: Packed): Promise<string[]> {
  const { exports } = await readJson<{ exports: object }>(installedFolder(packed), 'package.json')
  return Object.keys(exports).filter((entry) => !/\.\w+$/.test(entry))
}

/** Runs each program with the addresses of a mock. */
async function overMock(run: (addresses: readonly string[]) => Promise<string>): Promise<string> {
  const services = await startServices()
  try {
    const { BASE_URL = '', TOKEN_URL = '', TOKEN = '' } = services.env
    return await run([BASE_URL, TOKEN_URL, TOKEN])
  } finally {
    await services.stop()
  }
}

export const calls: Check = {
  about: 'import and require',
  run: (packed) =>
    overMock(async (addresses) => {
      const untried = (await codeEntries(packed)).filter((entry) => !(entry in entries))
      none(untried.map((entry) => `no program calls ${entry}`))
      // openapi-fetch is needed by the entry of its name only.
      const bare = await copyOf(packed, 'bare', [], ['openapi-fetch', 'openapi-typescript-helpers'])
      await quietly(['--input-type=module', '--eval', `await import('${name}')`], bare)
      const skipped: string[] = []
      for (const version of peers) {
        const { place, skipped: why } = await withPeer(packed, version)
        if (why !== undefined) skipped.push(`, undici ${version} skipped: ${why}`)
        else await callAll(place, addresses)
      }
      return `the three calls of ${Object.keys(entries).length} entries, as ES modules, as CommonJS, and with ${withoutRequire}; nothing printed; two copies in one process understand each other${skipped.join('')}`
    }),
}

async function callAll(place: string, addresses: readonly string[]): Promise<void> {
  for (const [entry, make] of Object.entries(entries)) {
    const file = entry.replace(/\W*/, 'entry-')
    await writeFile(join(place, `${file}.mjs`), program(make))
    await writeFile(join(place, `${file}.cjs`), toCommonJs(program(make)))
    await quietly([`${file}.mjs`, ...addresses], place)
    await quietly([`${file}.cjs`, ...addresses], place)
    await quietly([withoutRequire, `${file}.cjs`, ...addresses], place)
  }
  await quietly(['one-copy.cjs'], place)
  await quietly([withoutRequire, 'two-copies.cjs'], place)
}

export const bundled: Check = {
  about: 'bundlers',
  run: (packed) =>
    overMock(async (addresses) => {
      const { place } = await withPeer(packed, '7.30.2')
      const folder = join(place, 'bundles')
      await mkdir(folder, { recursive: true })
      const results: string[] = []
      for (const [bundler, bundle] of Object.entries(bundlers)) {
        const make = async (title: string, source: string): Promise<string> => {
          const file = join(folder, `${bundler} ${title}`.replaceAll(/\W+/g, '-'))
          await writeFile(`${file}.source.mjs`, source)
          await bundle(`${file}.source.mjs`, `${file}.mjs`)
          return `${file}.mjs`
        }
        for (const [entry, source] of Object.entries(entries))
          await quietly([await make(entry, program(source)), ...addresses], place)
        const sizes: string[] = []
        for (const [title, { source, has = '', hasNot }] of Object.entries(pages)) {
          const code = await readFile(await make(title, source), 'utf8')
          // If the first fails, its words are no longer those of the code.
          if (!code.includes(has)) throw new Error(`${bundler}, ${title}: has no "${has}"`)
          if (hasNot && code.includes(hasNot)) throw new Error(`${bundler}, ${title}: ${hasNot}`)
          sizes.push(`${title} ${(gzipSync(code).length / 1000).toFixed(1)}`)
        }
        results.push(`${bundler} (${sizes.join(', ')} kB gzip)`)
      }
      return `the three calls of each entry, and pages: ${results.join('; ')}`
    }),
}
