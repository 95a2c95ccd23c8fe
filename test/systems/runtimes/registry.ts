import { join } from 'node:path'
import { must } from '../../support/run.js'
import { installed } from '../languages/cache.js'

/** Installs a package of the registry in a folder of the cache, runs no script of it, and gives its folder. */
export async function fetchPackage(name: string, version: string): Promise<string> {
  const place = await installed(
    `runtime-${name.replace(/\W+/g, '-')}-${version}`,
    async (folder) => {
      const command = ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--loglevel=error']
      await must([...command, '--no-audit', '--no-fund', `${name}@${version}`], { cwd: folder })
    },
  ).catch((cause: unknown) => {
    throw new Error(`no ${name} ${version} from the registry`, { cause })
  })
  return join(place, 'node_modules', name)
}

/** `linux-x64`, in the words that a publisher uses for an architecture. */
export function platform(words: Record<string, string> = {}): string {
  const { platform, arch } = process
  return `${platform}-${words[arch] ?? arch}`
}
