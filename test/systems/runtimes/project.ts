import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { must, root } from '../../support/run.js'

export const programs = join(root, 'test/systems/runtimes/programs')

/** Installs packages in an empty folder, and makes of the scenario a program for each kind of runtime. */
export async function makeProject(folder: string, packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const install = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']
  await must([...install, '--loglevel=error', ...packages], { cwd: folder })
  await cp(join(programs, 'telemetry-program.js'), join(folder, 'telemetry-program.js'))
  const own = { bundle: true, format: 'esm' as const, target: 'es2022' }
  for (const name of ['command-line', 'web'])
    await build({
      ...own,
      entryPoints: [join(programs, `${name}.ts`)],
      outfile: join(folder, `${name}.js`),
      external: ['stablecoin-issuer-api', 'stablecoin-issuer-api/*', 'undici', 'node:*'],
    })
  // With the package in it, as a bundler takes it from the project's dependencies.
  const web = { ...own, entryPoints: [join(folder, 'web.js')], platform: 'browser' as const }
  await build({ ...web, outfile: join(folder, 'worker.js') })
  const page = { format: 'iife' as const, globalName: 'scenario' }
  await build({ ...web, ...page, outfile: join(folder, 'page.js') })
}
