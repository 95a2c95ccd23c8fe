import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, root } from '../../support/run.js'
import type { Check } from './check.js'
import { peers, withPeer } from './peers.js'
import { copyOf, installedFolder, type Manifest, name, readJson } from './project.js'

/** What the package exports, and what the README says it does. */
async function documented(folder: string): Promise<string[]> {
  const { exports } = await readJson<Manifest>(folder, 'package.json')
  const exported = Object.keys(exports).map((entry) => name + entry.slice(1))
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const told = [...readme.matchAll(/['`](stablecoin-issuer-api(?:\/[\w.-]+)?|…\/[\w.-]+)['`]/g)]
  const names = told.map(([, entry = '']) => entry.replace('…', name))
  return [...new Set([...exported, ...names])].sort()
}

/** A warning, such as of an experiment, would reach every user's terminal. */
async function quietly(command: readonly string[], cwd: string): Promise<string> {
  const { output, stdout } = await must(command, { cwd })
  if (output !== stdout) throw new Error(`${command.join(' ')} printed:\n${output}`)
  return stdout.trim()
}

/** As on AWS Lambda: `require` gives CommonJS then, where it gives the ES modules otherwise. */
const withoutRequire = '--no-experimental-require-module'

export const imports: Check = {
  about: 'import and require',
  async run(packed) {
    const entries = await documented(installedFolder(packed))
    // openapi-fetch is needed by the entry of its name only.
    const main = await copyOf(packed, 'main', [], ['openapi-fetch', 'openapi-typescript-helpers'])
    const others = `await import('${name}'); await import('${name}/undici')`
    await quietly(['node', '--input-type=module', '--eval', others], main)
    const alone = await copyOf(packed, 'alone', [])
    await quietly(['node', 'import.mjs', 'without', ...entries], alone)
    await quietly(['node', 'require.cjs', ...entries], alone)
    await quietly(['node', withoutRequire, 'require.cjs', ...entries], alone)
    const calls: string[] = []
    for (const version of peers) {
      const { place, skipped } = await withPeer(packed, version)
      if (skipped !== undefined) calls.push(`undici ${version} skipped: ${skipped}`)
      else {
        const made = await quietly(['node', 'import.mjs', 'with', ...entries], place)
        await quietly(['node', 'require.cjs', ...entries], place)
        await quietly(['node', withoutRequire, 'two-copies.cjs'], place)
        calls.push(`${made} calls with undici ${version}`)
      }
    }
    return `Node ${process.versions.node}, ${entries.length} entries, nothing printed, one copy by import and require, two copies in one process understand each other, openapi-fetch loaded by its own alone; ${calls.join(', ')}`
  },
}
