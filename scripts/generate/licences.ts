import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = join(root, 'node_modules')

/** Licences that ask for nothing but their own text. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

async function manifestIn(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** What is installed with the package, and whose code is in the generated modules, with their licences. */
export async function licencesFile(inlined: readonly string[]): Promise<string> {
  const installed = await withDependencies(Object.keys((await manifestIn(root)).dependencies ?? {}))
  const parts = [
    ...(await Promise.all(installed.map((name) => entry(name, 'installed with it')))),
    ...(await Promise.all(inlined.map((name) => entry(name, 'code in the validators')))),
  ]
  return ['What stablecoin-issuer-api is made with, and its licences.\n', ...parts].join(
    `\n${line}`,
  )
}

const line = `${'-'.repeat(80)}\n`

async function withDependencies(names: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const add = async (name: string): Promise<void> => {
    if (found.has(name)) return
    found.add(name)
    const { dependencies = {} } = await manifestIn(join(packages, name))
    for (const dependency of Object.keys(dependencies)) await add(dependency)
  }
  for (const name of names) await add(name)
  return [...found].sort()
}

async function entry(name: string, why: string): Promise<string> {
  const folder = join(packages, name)
  const { version, license = 'none' } = await manifestIn(folder)
  if (!allowed.includes(license))
    throw new Error(
      `${name} has the licence ${license}, which is not one of ${allowed.join(', ')}.`,
    )
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined) throw new Error(`${name} ships no text of its licence.`)
  const text = await readFile(join(folder, file), 'utf8')
  const tidy = text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()
  return `${name} ${version}, ${license}: ${why}\n\n${tidy}\n`
}
