import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { root } from '../../support/run.js'
import { type Check, name, none, readJson } from './project.js'

const list = join(root, 'test/systems/package/files.txt')

/** The list is committed, so that a file more or less is seen in review. */
export const files: Check = {
  about: 'files',
  async run({ tarballs }) {
    const packed = tarballs.flatMap(({ made }) =>
      made.files.map(({ path }) => `${made.name}/${path}`).sort(),
    )
    if (process.argv.includes('--write')) await writeFile(list, `${packed.join('\n')}\n`)
    const listed = (await readFile(list, 'utf8')).trim().split('\n')
    const problems = [
      ...packed.filter((file) => !listed.includes(file)).map((file) => `not listed: ${file}`),
      ...listed.filter((file) => !packed.includes(file)).map((file) => `missing: ${file}`),
    ]
    if (problems.length > 0) problems.push('if it is meant: npm run suite -- package --write')
    none(problems)
    const sizes = tarballs.map(({ made }) => `${made.name} ${(made.size / 1000).toFixed(0)} kB`)
    return `${listed.length}, as listed; packed: ${sizes.join(', ')}`
  },
}

interface Installed {
  readonly version: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  /** The versions that it allows. */
  readonly dependencies?: Readonly<Record<string, string>>
}
interface Lock {
  readonly packages: Readonly<Record<string, Installed>>
}

/** The packages that a user gets are those that the tests ran with, also tomorrow, and are in the list of licences. */
export const installs: Check = {
  about: 'install',
  async run({ project, app, output }) {
    const noise = output.split('\n').filter((line) => !/^$|^added \d+ packages/.test(line))
    const problems = noise.map((line) => `npm says: ${line}`)
    const tested = await readJson<Lock>(root, 'package-lock.json')
    const { packages } = await readJson<Lock>(project, 'node_modules/.package-lock.json')
    const licences = join(project, 'node_modules', name, 'generated/licences.txt')
    const text = await readFile(licences, 'utf8')
    const versions: string[] = []
    for (const [path, { version, integrity }] of Object.entries(packages)) {
      if (path.endsWith(`/${name}`)) continue
      const one = `${path.replace('node_modules/', '')} ${version}`
      versions.push(one)
      if (integrity === undefined || integrity !== tested.packages[path]?.integrity)
        problems.push(`${one} is not what was tested`)
      if (!text.includes(`${'-'.repeat(80)}\n${one}, `))
        problems.push(`generated/licences.txt does not list ${one}`)
    }
    const all = await readJson<Lock>(app, 'node_modules/.package-lock.json')
    for (const [path, { hasInstallScript, dependencies = {} }] of Object.entries(all.packages)) {
      if (hasInstallScript === true) problems.push(`${path} runs a script when it is installed`)
      if (!path.includes('/stablecoin-issuer-')) continue
      for (const [one, allowed] of Object.entries(dependencies))
        if (!/^\d+\.\d+\.\d+$/.test(allowed)) problems.push(`${path} takes ${one} ${allowed}`)
    }
    none(problems)
    return `no warning, no script, exact versions; as tested: ${versions.join(', ')}`
  },
}

export const published: Check = {
  about: 'publint',
  async run({ project }) {
    const options = {
      pkgDir: join(project, 'node_modules', name),
      pack: false,
      strict: true,
    } as const
    const { messages, pkg } = await publint(options)
    none(messages.map((message) => formatMessage(message, pkg) ?? message.code))
    return 'no error, warning or suggestion'
  },
}

export const types: Check = {
  about: 'are the types wrong',
  async run({ tarballs: [own] }) {
    const data = new Uint8Array(await readFile(own?.tarball ?? ''))
    // attw takes every entry for a module.
    const excludeEntrypoints = [/\.(?:yaml|json)$/]
    const result = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints })
    if (result.types === false) throw new Error('the package has no types')
    none(result.problems.map((problem) => JSON.stringify(problem)))
    const { length } = Object.keys(result.entrypoints)
    return `nothing at ${length} entries, by node10, node16 (import and require) and bundler`
  },
}
