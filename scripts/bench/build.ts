import { readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { must } from '../../test/languages/command.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the package into a folder inside the project, and beside it, in `bench`, the files that
 * measured processes run: plain JavaScript, so that no translation counts.
 */
export async function buildMeasured(built: string): Promise<void> {
  await rm(join(built, 'bench'), { recursive: true, force: true })
  await must(['npm', 'run', '--silent', 'build', '--', relative(root, built)], { cwd: root })
  const source = join(root, 'scripts/bench/measured')
  const files = await readdir(source, { recursive: true })
  await build({
    entryPoints: files.filter((file) => file.endsWith('.ts')).map((file) => join(source, file)),
    outbase: source,
    outdir: join(built, 'bench'),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
  })
  // The inside of the package is in no file of its own there.
  await build({
    entryPoints: [join(source, 'inside.ts')],
    outdir: join(built, 'bench'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    target: 'node20.19',
    allowOverwrite: true,
    logLevel: 'error',
  })
}
