import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { step } from '../../../scripts/lib/step.js'
import { must } from '../../support/run.js'
import { Missing } from '../../support/tools.js'

const folder = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'stablecoin-issuer-api',
)

type Install = (place: string) => Promise<unknown>

/** A folder of the user's cache that is filled once; a name carries the versions of what is in it. */
export async function installed(name: string, install: Install): Promise<string> {
  const place = join(folder, name)
  const complete = `${place}.complete`
  await mkdir(folder, { recursive: true })
  const release = await lock(`${place}.lock`)
  try {
    if (existsSync(complete)) return place
    await rm(place, { recursive: true, force: true })
    await mkdir(place)
    step(`Installing ${name} in the cache`)
    await install(place)
    await mkdir(complete)
    return place
  } finally {
    await release()
  }
}

/** The same, filled again when one of these files changes. */
export async function installedFrom(
  name: string,
  files: readonly string[],
  install: Install,
): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  return installed(`${name}-${hash.digest('hex').slice(0, 8)}`, install)
}

/** A folder of the cache with packages of npm at exact versions, of which none runs a script. */
export function npmPackages(...packages: readonly string[]): Promise<string> {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  return installed(`npm_${packages.join('_').replaceAll('/', '+')}`, (place) => {
    const install = ['npm', 'install', '--prefer-offline', '--prefix', place, ...options]
    return must([...install, ...packages], { cwd: place })
  }).catch((cause: unknown) => {
    throw new Missing(`no ${packages.join(', ')} from the registry`, { cause })
  })
}

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
