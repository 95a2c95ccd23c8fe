/**
 * Builds the package into `dist/`, and those of the mock and of the overlay into `mock/` and `overlay/` there: ES modules in
 * `src/`, CommonJS and all types in `cjs/`. What was built of the same files is not built again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { buildPackage } from './build/build-package.js'
import { bundle } from './build/bundle.js'
import { mockPackage } from './build/mock-package.js'
import { manifestIn } from './lib/licences.js'
import { makeOnce } from './lib/make-once.js'
import { step } from './lib/step.js'

import './lib/plain-errors.js'

/** What the packages are built from. The lock file says what is installed. */
const sources = [
  ...['src', 'generated', 'openapi', 'scripts', 'LICENSE'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
]
const [modules, commonJs] = ['dist/src', 'dist/cjs'] as const

const { exports = {} } = await manifestIn('.')
const entries = Object.values(exports).flatMap((target) =>
  typeof target === 'string' ? [] : basename(target.default, '.js'),
)

/** What several entries need is in one module, so that it is there once: two modules more would take every client a millisecond to load. */
const common = [
  ...['check-options', 'deadline', 'json', 'redact', 'runtime'].map((name) => `shared/${name}`),
  ...['connection-errors', 'read-body', 'transport'].map((name) => `transport/${name}`),
  'document/proof',
].map((name) => resolve('src', `${name}.ts`))

/** Entries import the index, and what they have in common, as files. */
const externalFiles: Plugin = {
  name: 'imports the index and what is common as files',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      if (/^\.{1,2}\/index\.js$/.test(path)) return { path: './index.js', external: true }
      const isCommon = common.includes(resolve(resolveDir, path.replace(/js$/, 'ts')))
      return isCommon ? { path: './shared.js', external: true } : undefined
    })
  },
}

const options = { platform: 'neutral', target: 'es2022' } satisfies BuildOptions

/** @returns the files, from the root */
async function bundleModules(): Promise<string[]> {
  const esm = { ...options, format: 'esm', packages: 'external' } as const
  const all = common.map((file) => `export * from ${JSON.stringify(file)}`).join('\n')
  const shared = bundle({
    ...esm,
    stdin: { contents: all, resolveDir: '.' },
    outfile: join(modules, 'shared.js'),
  })
  const others = bundle({
    ...esm,
    plugins: [externalFiles],
    outdir: modules,
    entryPoints: entries.map((name) => `src/${name}.ts`),
  })
  return (await Promise.all([shared, others])).flatMap(({ outputs }) => Object.keys(outputs))
}

/**
 * Types are those of CommonJS, which the ES modules export again: so both have the same. The other way round, TypeScript
 * would not let CommonJS take them.
 */
async function declare(): Promise<void> {
  const compiler = 'node_modules/typescript/bin/tsc'
  const project = ['--project', 'tsconfig.build.json', '--outDir', commonJs]
  const child = spawn(process.execPath, [compiler, ...project], { stdio: 'inherit' })
  if ((await once(child, 'close'))[0] !== 0) throw new Error('The types are not made.')
  for (const entry of entries)
    await writeFile(join(modules, `${entry}.d.ts`), `export * from '../cjs/src/${entry}.js'\n`)
}

async function buildAll(): Promise<void> {
  step('Building the packages into dist/')
  for (const part of ['src', 'cjs', 'mock', 'overlay'])
    await rm(join('dist', part), { recursive: true, force: true })
  for (const folder of [modules, commonJs]) await mkdir(folder, { recursive: true })
  const mock = buildPackage('dist/mock', 'scripts/mock/package', mockPackage)
  // It loads the document's tools, for which the first line does not wait.
  const { overlayPackage } = await import('./build/overlay-package.js')
  const overlay = buildPackage('dist/overlay', 'scripts/overlay/package', overlayPackage)
  await Promise.all([declare(), mock, overlay, bundleModules().then(makeCommonJs)])
}

/** For `require`, also where it cannot load ES modules: Jest, old settings of TypeScript, AWS Lambda. */
async function makeCommonJs(files: readonly string[]): Promise<void> {
  await bundle({
    ...options,
    // Writes the names of the exports in a form that Node.js finds, for an `import` of the file.
    platform: 'node',
    format: 'cjs',
    legalComments: 'none',
    absWorkingDir: resolve(modules),
    outdir: resolve(commonJs, 'src'),
    entryPoints: files.map((file) => resolve(file)),
    define: { 'import.meta.url': '__filename' },
    // The dependencies are bundled: one has no CommonJS, and that of openapi-fetch has its default export elsewhere.
    external: ['./*', 'undici', 'node:*'],
  })
  await writeFile(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n')
}

await makeOnce('dist/build.sha256', sources, buildAll)
