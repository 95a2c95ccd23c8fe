import { join } from 'node:path'
import { copyOf, devVersion, fetched, type Packed, readJson } from './project.js'

/** Both ends of the range of undici that package.json takes, and what the tests run with. */
export const peers = ['7.10.0', '7.30.2', '8.12.4'] as const
export type Peer = (typeof peers)[number]

/** A project with one undici, made once; `skipped` says why it cannot run on this Node. */
export async function withPeer(
  packed: Packed,
  version: Peer,
): Promise<{ place: string; skipped?: string }> {
  const undici = await fetched(`undici@${version}`)
  const place = await copyOf(packed, `undici-${version}`, [
    await fetched(await devVersion('@types/node')),
    undici,
  ])
  const { engines } = await readJson<{ engines: { node: string } }>(
    join(undici, 'node_modules/undici'),
    'package.json',
  )
  const [needed = 0, minor = 0] = engines.node.match(/\d+/g)?.map(Number) ?? []
  const [major = 0, have = 0] = process.versions.node.split('.').map(Number)
  const runs = major > needed || (major === needed && have >= minor)
  return runs ? { place } : { place, skipped: `it needs Node ${engines.node}` }
}
