import { cp, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { BuildOptions, Metafile } from 'esbuild'
import { licencesOf, type Manifest, manifestIn } from '../lib/licences.js'
import { bundle } from './bundle.js'

/** Some bundled modules are CommonJS and need `require`. */
const banner = `#!/usr/bin/env node
import { createRequire as createRequireOfFile } from 'node:module'
const require = createRequireOfFile(import.meta.url)`

/** Makes a package of one program, beside what a folder has for it: its README, and its manifest but for what all of ours share. */
export async function buildPackage(
  folder: string,
  beside: string,
  options: BuildOptions,
): Promise<void> {
  const own = await manifestIn(beside)
  const project = await manifestIn('.')
  const program = Object.values(own.bin ?? {}).join()
  const metafile = await bundle({
    ...options,
    outfile: join(folder, program),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: banner },
  })
  const { version, license, engines, repository, homepage } = project
  const isImporting = options.packages === 'external'
  const dependencies = isImporting ? dependenciesOf(metafile, project) : undefined
  const manifest = { ...own, version, license, engines, repository, homepage, dependencies }
  const licences = await licencesOf(
    `${own.name} is made of`,
    bundledPackages(metafile),
    `code in ${program}`,
  )
  await cp(beside, folder, { recursive: true })
  await cp('LICENSE', join(folder, 'LICENSE'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(folder, 'licences.txt'), licences)
}

/** The folders of the packages whose code is in the program. */
function bundledPackages({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).flatMap(
    (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  )
  return [...new Set(folders)].sort()
}

/** The packages that the program imports, at the versions that it was tested with. */
function dependenciesOf({ outputs }: Metafile, { devDependencies = {} }: Manifest) {
  const imports = Object.values(outputs).flatMap((output) => output.imports)
  const names = imports.flatMap(({ path, external }) =>
    external === true && !isBuiltin(path) ? [path] : [],
  )
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const version = devDependencies[name]
      if (version === undefined) throw new Error(`${name} is no dependency of this project.`)
      return [name, version]
    }),
  )
}
