import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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
  // Rows that run beside each other share it, in other processes by the lock.
  underWay.set(name, begun)
  return begun
}

async function fill(name: string, install: Install): Promise<string> {
  const place = join(folder, name)
  const complete = `${place}.complete`
  await mkdir(folder, { recursive: true })
  const release = await lock(`${place}.lock`)
  try {
    if (await isThere(complete)) return place
    await rm(place, { recursive: true, force: true })
    await mkdir(place)
    await install(place)
    await mkdir(complete)
    return place
  } finally {
    await release()
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Waits until no other process holds a file. One that has ended holds nothing. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true })
    else await sleep(200)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
