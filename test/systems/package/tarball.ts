import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { root } from '../../support/run.js'
import { type Check, installedFolder, none, readJson } from './project.js'

const list = join(root, 'test/systems/package/files.txt')

/** The list is committed, so that a file more or less is seen in review. */
export const files: Check = {
  about: 'files',
  async run({ made: { files, size, unpackedSize } }) {
    const packed = files.map(({ path }) => path).sort()
    if (process.argv.includes('--write')) await writeFile(list, `${packed.join('\n')}\n`)
    const listed = (await readFile(list, 'utf8')).trim().split('\n')
    const problems = [
      ...packed.filter((file) => !listed.includes(file)).map((file) => `not listed: ${file}`),
      ...listed.filter((file) => !packed.includes(file)).map((file) => `missing: ${file}`),
    ]
    if (problems.length > 0) problems.push('if it is meant: npm run test:package -- --write')
    none(problems)
    const [small, large] = [size, unpackedSize].map((bytes) => (bytes / 1000).toFixed(0))
    return `${listed.length}, ${small} kB packed, ${large} kB unpacked`
  },
}

/** What a document or the workflow of the package refers to is a file of the package. */
export const links: Check = {
  about: 'links',
  async run(packed) {
    const paths = packed.made.files.map(({ path }) => path)
    const texts = paths.filter((file) => /\.(md|arazzo\.yaml)$/.test(file))
    const problems: string[] = []
    let count = 0
    for (const file of texts) {
      const text = await readFile(join(installedFolder(packed), file), 'utf8')
      for (const [, to = ''] of text.matchAll(/(?:\]\(|^ +url: )(?!https?:|#)([^)#\s]+)/gm)) {
        const target = posix.join(posix.dirname(file), to)
        if (!paths.includes(target)) problems.push(`${file} links to ${to}`)
        count++
      }
    }
    none(problems)
    return `${count} in ${texts.length} documents, none dead`
  },
}

interface Manifest {
  readonly type: string
  readonly sideEffects: boolean
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: unknown
}

export const manifest: Check = {
  about: 'package.json',
  async run(packed) {
    const { type, sideEffects, scripts, dependencies, peerDependencies, peerDependenciesMeta } =
      await readJson<Manifest>(installedFolder(packed), 'package.json')
    assert.deepEqual({ type, sideEffects }, { type: 'module', sideEffects: false })
    assert.deepEqual(Object.keys(dependencies), ['oauth4webapi', 'openapi-fetch'])
    for (const version of Object.values(dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/)
    assert.deepEqual(Object.keys(peerDependencies), ['undici'])
    assert.deepEqual(peerDependenciesMeta, { undici: { optional: true } })
    const atInstall = /^(pre|post)?(install|prepare)$/
    assert.deepEqual(
      Object.keys(scripts).filter((script) => atInstall.test(script)),
      [],
    )
    return 'two dependencies at exact versions, one optional peer, no script at install'
  },
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>
  >
}

/** The packages that a user gets are those that the tests ran with, and are in the list of licences. */
export const install: Check = {
  about: 'install',
  async run(packed) {
    const tested = await readJson<Lock>(root, 'package-lock.json')
    const { packages } = await readJson<Lock>(packed.project, 'node_modules/.package-lock.json')
    const licences = await readFile(join(installedFolder(packed), 'generated/licences.txt'), 'utf8')
    const noise = packed.output.split('\n').filter((line) => !/^$|^added \d+ packages/.test(line))
    const problems = noise.map((line) => `npm says: ${line}`)
    for (const [path, { integrity }] of Object.entries(tested.packages))
      if (path !== '' && !integrity) problems.push(`package-lock.json has no integrity of ${path}`)
    const versions: string[] = []
    for (const [path, { version, integrity, hasInstallScript }] of Object.entries(packages)) {
      if (path.endsWith('/stablecoin-issuer-api')) continue
      const name = `${path.replace('node_modules/', '')} ${version}`
      versions.push(name)
      if (integrity === undefined || integrity !== tested.packages[path]?.integrity)
        problems.push(`${name} is not what was tested`)
      if (hasInstallScript === true) problems.push(`${name} runs a script when it is installed`)
      if (!licences.includes(`${'-'.repeat(80)}\n${name}, `))
        problems.push(`generated/licences.txt does not list ${name}`)
    }
    none(problems)
    return `no warning, no script; as tested: ${versions.join(', ')}`
  },
}

export const published: Check = {
  about: 'publint',
  async run(packed) {
    const options = { pkgDir: installedFolder(packed), pack: false, strict: true } as const
    const { messages, pkg } = await publint(options)
    none(messages.map((message) => formatMessage(message, pkg) ?? message.code))
    return 'no error, warning or suggestion'
  },
}

export const types: Check = {
  about: 'are the types wrong',
  async run({ tarball }) {
    const data = new Uint8Array(await readFile(tarball))
    // attw takes every entry for a module.
    const excludeEntrypoints = [/\.(?:yaml|json)$/]
    const result = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints })
    if (result.types === false) throw new Error('the package has no types')
    none(result.problems.map((problem) => JSON.stringify(problem)))
    const { length } = Object.keys(result.entrypoints)
    return `nothing at ${length} entries, by node10, node16 (import and require) and bundler`
  },
}
