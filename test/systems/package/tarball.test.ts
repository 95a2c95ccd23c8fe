import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, it } from 'vitest'
import { root } from '../../support/run.js'
import { name, packed, readJson } from './project.js'

const { tarballs, project, output, app } = packed()

it('the packages have the files that are listed, as `npm run suite -- package -u` writes them', async () => {
  const files = tarballs.flatMap(({ made }) =>
    made.files.map(({ path }) => `${made.name}/${path}`).sort(),
  )
  await expect(`${files.join('\n')}\n`).toMatchFileSnapshot('files.txt')
})

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

it('npm installs what the tests ran with, of which generated/licences.txt has the licences, and says nothing', async () => {
  expect(output).toMatch(/^added \d+ packages.*$/)
  const tested = await readJson<Lock>(root, 'package-lock.json')
  const { packages } = await readJson<Lock>(project, 'node_modules/.package-lock.json')
  const text = await readFile(join(project, 'node_modules', name, 'generated/licences.txt'), 'utf8')
  const others = Object.entries(packages).filter(([path]) => !path.endsWith(`/${name}`))
  expect(others.map(([path]) => path)).toContain('node_modules/openapi-fetch')
  for (const [path, { version, integrity }] of others) {
    expect(integrity).toBe(tested.packages[path]?.integrity ?? 'what was tested')
    expect(text).toContain(`${'-'.repeat(80)}\n${path.replace('node_modules/', '')} ${version}, `)
  }
})

it('no package runs a script when it is installed, and ours take exact versions', async () => {
  const { packages } = await readJson<Lock>(app, 'node_modules/.package-lock.json')
  for (const [path, { hasInstallScript, dependencies = {} }] of Object.entries(packages)) {
    expect({ path, hasInstallScript }).toEqual({ path })
    if (!path.includes('/stablecoin-issuer-')) continue
    for (const [one, allowed] of Object.entries(dependencies))
      expect(allowed, `${path} takes ${one}`).toMatch(/^\d+\.\d+\.\d+$/)
  }
})

it('publint has no error, warning or suggestion', async () => {
  const pkgDir = join(project, 'node_modules', name)
  const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg) ?? message.code)).toEqual([])
})

it('no types are wrong at an entry, by node10, node16 and bundler', async () => {
  const data = new Uint8Array(await readFile(tarballs[0]?.tarball ?? ''))
  // attw takes every entry for a module.
  const excludeEntrypoints = [/\.(?:yaml|json)$/]
  const result = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints })
  expect(result).toMatchObject({ problems: [] })
})
