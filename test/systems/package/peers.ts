import { join } from 'node:path'
import { root } from '../../support/run.js'
import { copyOf, fetched, type Packed, readJson } from './project.js'

/** Both ends of the range of undici that package.json takes, and what the tests run with. */
export const peers = ['7.10.0', '7.30.2', '8.12.4'] as const
export type Peer = (typeof peers)[number]

/** What @types/node the project itself is compiled with. */
async function nodeTypes(): Promise<string> {
  const { devDependencies } = await readJson<{ devDependencies: Record<string, string> }>(
    root,
    'package.json',
  )
  return fetched(`@types/node@${devDependencies['@types/node'] ?? ''}`)
}

/** A project with one undici, made once; `skipped` says why it cannot run on this Node. */
export async function withPeer(
  packed: Packed,
  version: Peer,
): Promise<{ place: string; skipped?: string }> {
  const undici = await fetched(`undici@${version}`)
  const place = await copyOf(packed, `undici-${version}`, [await nodeTypes(), undici])
  const { engines } = await readJson<{ engines: { node: string } }>(
    join(undici, 'node_modules/undici'),
    'package.json',
  )
  const [needed = 0, minor = 0] = engines.node.match(/\d+/g)?.map(Number) ?? []
  const [major = 0, have = 0] = process.versions.node.split('.').map(Number)
  const runs = major > needed || (major === needed && have >= minor)
  return runs ? { place } : { place, skipped: `it needs Node ${engines.node}` }
}
