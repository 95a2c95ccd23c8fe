/**
 * Builds the package into `dist/`, or into the folder that is given, and that of the mock into `mock/` there. Each entry
 * is one file, with what several need in one more: a module more takes about half a millisecond to load. What was built
 * of the same files and is there as it was built is not built again.
 */
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { makeCommonJs, shareDeclarations } from './build/commonjs.js'
import { buildMockPackage } from './build/mock-package.js'
import { setModes } from './build/modes.js'
import { isBuilt, keepStamp } from './build/stamp.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = join(root, process.argv[2] ?? 'dist')

const together = ['index', 'undici', 'openapi-fetch']
/** With their own copy of the checks: shared ones would be one more file for every client to load. */
const apart = ['schemas', 'shared-token', 'testing']

/** Entries import other entries as files. Else the bundler would move all of them into the shared chunk. */
const externalEntries: Plugin = {
  name: 'imports entries as files',
  setup: (bundler) => {
    const file = (path: string) => ({ path, external: true })
    bundler.onResolve({ filter: /^\.{1,2}\/index\.js$/ }, () => file('./index.js'))
  },
}

async function bundle(entries: readonly string[]): Promise<void> {
  await build({
    entryPoints: entries.map((entry) => join(root, 'src', `${entry}.ts`)),
    outdir: join(outDir, 'src'),
    chunkNames: 'shared',
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [externalEntries],
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'error',
  })
}

async function buildAll(): Promise<void> {
  for (const part of ['src', 'generated', 'mock'])
    await rm(join(outDir, part), { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const declarations = ['--project', 'tsconfig.build.json', '--outDir', outDir]
  await Promise.all([
    promisify(execFile)(process.execPath, [compiler, ...declarations], { cwd: root }),
    buildMockPackage(root, join(outDir, 'mock')),
  ])
  await bundle(together)
  for (const entry of apart) await bundle([entry])
  await makeCommonJs(outDir)
  await shareDeclarations(outDir, [...together, ...apart])
}

try {
  if (!(await isBuilt(root, outDir))) {
    await buildAll()
    await keepStamp(root, outDir)
  }
  const text = await readFile(join(root, 'package.json'), 'utf8')
  const { files } = JSON.parse(text) as { readonly files: readonly string[] }
  await setModes(root, files)
  await setModes(outDir, ['src', 'generated', 'mock'])
} catch (error) {
  const { stdout, message } = error as { stdout?: string; message: string }
  console.error(stdout ?? message)
  process.exitCode = 1
}
