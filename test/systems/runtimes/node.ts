import { join } from 'node:path'
import { npmPackages } from '../languages/cache.js'

/** Installs a package of the registry in a folder of the cache, runs no script of it, and gives its folder. */
export async function fetchPackage(name: string, version: string): Promise<string> {
  const folder = `runtime-${name.replace(/\W+/g, '-')}-${version}`
  const place = await npmPackages(folder, `${name}@${version}`).catch((cause: unknown) => {
    throw new Error(`no ${name} ${version} from the registry`, { cause })
  })
  return join(place, 'node_modules', name)
}

/** `linux-x64`, in the words that a publisher uses for an architecture. */
function platform(words: Record<string, string> = {}): string {
  const { platform, arch } = process
  return `${platform}-${words[arch] ?? arch}`
}

/** The package of the registry that holds the program; `node` itself fetches it by a script. */
const name = (): string => (platform() === 'darwin-arm64' ? 'node-bin-' : 'node-') + platform()

export const nodeProgram = async (version: string): Promise<string> =>
  join(await fetchPackage(name(), version), 'bin/node')

export async function bunProgram(version: string): Promise<string> {
  const folder = await fetchPackage(`@oven/bun-${platform({ arm64: 'aarch64' })}`, version)
  return join(folder, 'bin/bun')
}

export async function denoProgram(version: string): Promise<string> {
  const name = `@deno/${platform()}${process.platform === 'linux' ? '-glibc' : ''}`
  return join(await fetchPackage(name, version), 'deno')
}
