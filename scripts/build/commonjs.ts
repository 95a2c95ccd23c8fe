// CommonJS, for what cannot load ES modules: Jest, old settings of TypeScript, Node.js without `require` of them.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** The same files as the ES modules, so that what is shared is shared here too. Packages of ES modules alone are held. */
const files: Plugin = {
  name: 'requires the other files and openapi-fetch',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^\.\/[\w-]+\.js$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: toCommon(path), external: true },
    )
    bundler.onResolve({ filter: /^(?:openapi-fetch|undici|node:.*)$/ }, ({ path }) => ({
      path,
      external: true,
    }))
  },
}

const toCommon = (path: string): string => path.replace(/\.js$/, '.cjs')

/** Writes a `.cjs` beside each ES module that was built. */
export async function makeCommonJs(outDir: string): Promise<void> {
  const folder = join(outDir, 'src')
  const modules = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  await build({
    entryPoints: modules.map((name) => join(folder, name)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    plugins: [files],
    define: { 'import.meta.url': '__filename' },
    format: 'cjs',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
  })
}

/**
 * Makes the declarations those of CommonJS, which the entries as ES modules export again: so the types of both are the
 * same. The other way round, TypeScript would not let CommonJS take them.
 */
export async function shareDeclarations(outDir: string, entries: readonly string[]): Promise<void> {
  for (const part of ['src', 'generated']) {
    const all = await readdir(join(outDir, part), { recursive: true })
    for (const name of all.filter((one) => one.endsWith('.d.ts'))) {
      const file = join(outDir, part, name)
      const text = await readFile(file, 'utf8')
      await writeFile(
        file.replace(/\.ts$/, '.cts'),
        text.replace(/(['"]\.{1,2}\/[^'"\n]*)\.js(?=['"])/g, '$1.cjs'),
      )
      await rm(file)
    }
  }
  for (const entry of entries)
    await writeFile(join(outDir, `src/${entry}.d.ts`), `export * from './${entry}.cjs'\n`)
}
