import { readFile, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { root } from '../../support/run.js'
import { type Check, none } from './check.js'
import { installedFolder, type Manifest, readJson } from './project.js'

const list = join(root, 'test/systems/package/files.txt')

/** The list is committed, so that a file more or less is seen in review. */
export const files: Check = {
  about: 'files',
  async run(packed) {
    if (process.argv.includes('--write')) await writeFile(list, `${packed.files.join('\n')}\n`)
    const listed = (await readFile(list, 'utf8')).trim().split('\n')
    const problems = [
      ...packed.files.filter((file) => !listed.includes(file)).map((file) => `not listed: ${file}`),
      ...listed.filter((file) => !packed.files.includes(file)).map((file) => `missing: ${file}`),
    ]
    if (problems.length > 0) problems.push('if it is meant: npm run test:package -- --write')
    none(problems)
    const bytes = [packed.packedBytes, packed.unpackedBytes].map((size) => (size / 1000).toFixed(0))
    return `${listed.length} files, ${bytes.join(' kB packed, ')} kB unpacked`
  },
}

/** Source maps are of no use without the sources, which the package does not carry. */
export const maps: Check = {
  about: 'source maps',
  async run(packed) {
    const scripts = packed.files.filter((file) => /\.c?(js|ts)$/.test(file))
    const problems = packed.files.filter((file) => file.endsWith('.map'))
    for (const file of scripts)
      if (
        (await readFile(join(installedFolder(packed), file), 'utf8')).includes('sourceMappingURL')
      )
        problems.push(file)
    none(problems.map((file) => `${file} has to do with a source map`))
    return `none, nor a mention of one in ${scripts.length} modules`
  },
}

/** A link of a document in the package leads to a file of the package. */
export const links: Check = {
  about: 'links',
  async run(packed) {
    const texts = packed.files.filter((file) => file.endsWith('.md'))
    const problems: string[] = []
    let count = 0
    for (const file of texts) {
      const text = await readFile(join(installedFolder(packed), file), 'utf8')
      for (const [, to = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        const target = posix.join(posix.dirname(file), to)
        if (!packed.files.includes(target)) problems.push(`${file} links to ${to}`)
        count++
      }
    }
    none(problems)
    return `${count} in ${texts.length} documents, none dead`
  },
}

const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']

export const manifest: Check = {
  about: 'package.json',
  async run(packed) {
    const found = await readJson<Manifest>(installedFolder(packed), 'package.json')
    const { dependencies, peerDependencies, peerDependenciesMeta, engines, scripts = {} } = found
    const loose = Object.entries(dependencies).filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range))
    const expected: [string, boolean][] = [
      ['two dependencies', Object.keys(dependencies).join() === 'oauth4webapi,openapi-fetch'],
      ['exact versions of them', loose.length === 0],
      ['one peer, undici', Object.keys(peerDependencies).join() === 'undici'],
      ['an optional peer', peerDependenciesMeta['undici']?.optional === true],
      ['no script at install', atInstall.every((script) => !(script in scripts))],
      ['sideEffects: false', found.sideEffects === false],
      ['type: module', found.type === 'module'],
    ]
    none(expected.flatMap(([what, holds]) => (holds ? [] : [`package.json has not: ${what}`])))
    return `${expected.map(([what]) => what).join(', ')}; Node ${engines['node'] ?? 'any'}`
  },
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>
  >
}

/** What a user gets is what the tests ran with, byte for byte. */
export const install: Check = {
  about: 'install',
  async run(packed) {
    const tested = await readJson<Lock>(root, 'package-lock.json')
    const got = await readJson<Lock>(packed.project, 'node_modules/.package-lock.json')
    const names = Object.keys(got.packages).filter((one) => !one.endsWith('/stablecoin-issuer-api'))
    const other = names.filter(
      (one) => got.packages[one]?.integrity !== tested.packages[one]?.integrity,
    )
    const noise = packed.said.split('\n').filter((said) => !/^$|^added \d+ packages in /.test(said))
    const scripts = Object.entries(got.packages).filter(([, one]) => one.hasInstallScript === true)
    const open = Object.entries(tested.packages).filter(
      ([path, one]) => path !== '' && !one.integrity,
    )
    none([
      ...open.map(([one]) => `package-lock.json has no integrity of ${one}`),
      ...other.map((one) => `${one} is not what was tested`),
      ...noise.map((said) => `npm says: ${said}`),
      ...scripts.map(([one]) => `${one} runs a script when it is installed`),
    ])
    const versions = names.map((one) => `${one.slice(13)} ${got.packages[one]?.version ?? ''}`)
    const [added = 'installed'] = /added \d+ packages/.exec(packed.said) ?? []
    return `${added}, no warning, no script; as tested: ${versions.join(', ')}`
  },
}
