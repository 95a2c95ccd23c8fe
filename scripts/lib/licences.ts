import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Licences that ask for nothing but their own text. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT']

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  /** The old form of `license`. */
  readonly licenses?: readonly { readonly type: string }[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | { readonly default: string }>>
  readonly bin?: Readonly<Record<string, string>>
  readonly engines?: object
  /** Set where it is published. */
  readonly repository?: object
  readonly homepage?: string
}

export async function manifestIn(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** What is installed with the package, by its lock file, with its licences. */
export async function licencesFile(): Promise<string> {
  const text = await readFile('package-lock.json', 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, { dev?: boolean }> }
  const folders = Object.keys(packages).filter((path) => path && !packages[path]?.dev)
  return licencesOf('stablecoin-issuer-api is made with', folders, 'installed with it')
}

/** The licences of some packages. @throws Error for one that may not be passed on */
export async function licencesOf(
  title: string,
  folders: readonly string[],
  why: string,
): Promise<string> {
  const entries = await Promise.all(folders.map((folder) => entry(folder, why)))
  return [`What ${title}, and its licences.\n`, ...entries].join(`\n${'-'.repeat(80)}\n`)
}

async function entry(folder: string, why: string): Promise<string> {
  const { name, version, licenses, ...manifest } = await manifestIn(folder)
  const license = manifest.license ?? licenses?.map(({ type }) => type).join(' and ') ?? 'none'
  if (!allowed.includes(license))
    throw new Error(
      `${name} has the licence ${license}, which is not one of ${allowed.join(', ')}.`,
    )
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
  const text =
    file === undefined
      ? await standardText(name, license)
      : await readFile(join(folder, file), 'utf8')
  return `${name} ${version}, ${license}: ${why}\n\n${text.trim()}\n`
}

/** The licence's text for packages that name a licence but do not contain its text. */
async function standardText(name: string, license: string): Promise<string> {
  if (license !== 'MIT') throw new Error(`${name} ships no text of its licence.`)
  const own = await readFile('LICENSE', 'utf8')
  const terms = own.slice(own.indexOf('Permission is hereby granted'))
  return `Copyright (c) the authors of ${name}\n\n${terms}`
}
