import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { manifestIn } from '../lib/licences.js'

/** How the program of a package is bundled. */
export const bundling = {
  bundle: true,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  logLevel: 'error',
} satisfies BuildOptions

/** What a package says of itself, beside what all of ours have in common. */
interface Own {
  readonly name: string
  readonly description: string
  readonly keywords: readonly string[]
  /** The first of them is its program. */
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Writes what a package has beside its program; its README and others are in a folder. */
export async function writePackage(folder: string, own: Own, beside: string): Promise<void> {
  const { name, description, keywords, files, dependencies } = own
  const { version, license, engines, repository, homepage } = await manifestIn('.')
  const bin = { [name]: files[0] }
  const about = { name, version, description, keywords, license, type: 'module' }
  const manifest = { ...about, engines, repository, homepage, bin, files, dependencies }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp('LICENSE', join(folder, 'LICENSE'))
  await cp(beside, folder, { recursive: true })
}
