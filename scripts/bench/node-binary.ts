import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { installed } from '../../test/languages/cache.js'
import { must } from '../../test/languages/command.js'

/** A Node to measure with. */
export interface NodeBinary {
  readonly path: string
  /** Such as 20.19.0. */
  readonly version: string
}

/**
 * Finds a Node by a version such as 24 or 24.1.0, or by its path. One that is not running is
 * fetched once, from the package that holds the binary of this platform, into the user's cache.
 * @throws Error in one sentence when there is none.
 */
export async function findNode(wanted: string): Promise<NodeBinary> {
  const path = /^\d+(\.\d+){0,2}$/.test(wanted) ? await pathOf(wanted) : await existing(wanted)
  const { stdout } = await must([path, '--version'], { cwd: '.' }).catch(() => {
    throw new Error(`What is at ${path} is no Node that can be started.`)
  })
  const version = stdout.trim().replace(/^v/, '')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node ${version} is older than 20.19, which the package needs.`)
  return { path, version }
}

async function pathOf(version: string): Promise<string> {
  if (`${process.versions.node}.`.startsWith(`${version}.`)) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const install = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', '.']
  const place = await installed(`${name}-${version}`, (cwd) =>
    must([...install, `${name}@${version}`], { cwd }),
  ).catch(() => {
    throw new Error(`Node ${version} could not be fetched: npm found no ${name}@${version}.`)
  })
  return join(place, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
}

async function existing(path: string): Promise<string> {
  return access(path).then(
    () => path,
    () => {
      throw new Error(`There is no Node at ${path}: give a version such as 24, or a path.`)
    },
  )
}
