import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../support/run.js'
import { installed } from '../systems/languages/cache.js'

/** The files of a package of the registry without what it depends on: what a browser loads is in one of them. */
export async function packed(name: string, version: string): Promise<string> {
  const place = await installed(
    `packed-${name.replace(/\W+/g, '-')}-${version}`,
    async (folder) => {
      const pack = ['npm', 'pack', '--prefer-offline', '--silent', `${name}@${version}`]
      const { stdout } = await must(pack, { cwd: folder })
      const tarball = stdout.trim().split('\n').at(-1) ?? ''
      await must(['tar', '-xzf', tarball], { cwd: folder })
      await rm(join(folder, tarball))
    },
  )
  return join(place, 'package')
}
