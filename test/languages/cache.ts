import { access, mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const folder = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'stablecoin-issuer-api',
)

/** A folder of the user's cache, for what a build leaves behind. */
export async function cacheFolder(name: string): Promise<string> {
  const place = join(folder, name)
  await mkdir(place, { recursive: true })
  return place
}

type Install = (place: string) => Promise<unknown>
const underWay = new Map<string, Promise<string>>()

/** A folder of the user's cache that is filled once; a name carries the versions of what is in it. */
export function installed(name: string, install: Install): Promise<string> {
  const begun = underWay.get(name) ?? fill(name, install)
  // Rows that run beside each other share it.
  underWay.set(name, begun)
  return begun
}

async function fill(name: string, install: Install): Promise<string> {
  const place = join(folder, name)
  const complete = `${place}.complete`
  const isThere = await access(complete).then(
    () => true,
    () => false,
  )
  if (isThere) return place
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  await install(place)
  await mkdir(`${complete}.tmp`, { recursive: true })
  await rename(`${complete}.tmp`, complete)
  return place
}
