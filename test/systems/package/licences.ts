import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, none } from './check.js'
import { installedFolder } from './project.js'

/** What is installed has to be in the list that the package carries, at its version. */
export const licences: Check = {
  about: 'licences',
  async run(packed) {
    const lock = join(packed.project, 'node_modules/.package-lock.json')
    const { packages } = JSON.parse(await readFile(lock, 'utf8')) as {
      packages: Record<string, { version: string; license?: string }>
    }
    const text = await readFile(join(installedFolder(packed), 'generated/licences.txt'), 'utf8')
    const listed = [...text.matchAll(/^-{80}\n(\S+ \S+), (\S+): /gm)]
    const missing = Object.entries(packages)
      .map(([path, { version }]) => `${path.slice('node_modules/'.length)} ${version}`)
      .filter((one) => !one.startsWith('stablecoin-issuer-api '))
      .filter((one) => !listed.some(([, name]) => name === one))
    none(missing.map((one) => `generated/licences.txt does not list ${one}`))
    const kinds = new Set(listed.map(([, , licence]) => licence))
    return `${listed.map(([, name]) => name).join(', ')}: ${[...kinds].join(', ')}`
  },
}
