import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { must, root } from '../../support/run.js'

/** An empty project into which the packed package was installed, and the scenario as a program for each kind of runtime. */
export interface Project {
  readonly folder: string
  readonly programs: {
    readonly commandLine: string
    readonly miniflare: string
    readonly worker: string
    readonly page: string
  }
}

/** Makes an empty project and installs the packed package in it, with a version of undici. */
export async function installPackage(
  folder: string,
  tarball: string,
  undici: string,
): Promise<void> {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const install = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']
  const packages = [tarball, `undici@${undici}`]
  await must([...install, '--loglevel=error', ...packages], { cwd: folder })
}

export async function makeProject(
  folder: string,
  tarball: string,
  undici: string,
): Promise<Project> {
  // Only Node is tried with undici, and each Node with a version that it can run.
  await installPackage(folder, tarball, undici)
  const [commandLine = '', miniflare = '', web = ''] = await Promise.all(
    ['command-line', 'miniflare', 'web'].map((name) =>
      bundle(folder, `test/systems/runtimes/programs/${name}.ts`),
    ),
  )
  const [worker, page] = await Promise.all([
    include(web, 'worker', ['workerd', 'worker', 'browser']),
    include(web, 'page', ['browser']),
  ])
  return { folder, programs: { commandLine, miniflare, worker, page } }
}

/** A program in a project, which still imports the package by its name. */
export async function bundle(folder: string, entry: string): Promise<string> {
  const outfile = join(folder, `${basename(entry, '.ts')}.js`)
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    external: ['stablecoin-issuer-api', 'stablecoin-issuer-api/*', 'undici', 'node:*'],
  })
  return outfile
}

/** The same with the package in it, as a bundler takes it from the project's dependencies. */
async function include(file: string, name: string, conditions: string[]): Promise<string> {
  const outfile = join(file, `../${name}.bundle.js`)
  const platform = 'browser'
  await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', platform, conditions })
  return outfile
}
