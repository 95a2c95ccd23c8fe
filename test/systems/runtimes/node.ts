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

const machine = `${process.platform}-${process.arch}`

/** The package that holds the program: the one called `node` fetches it by a script. */
export async function nodeProgram(version: string): Promise<string> {
  const name = machine === 'darwin-arm64' ? 'node-bin' : 'node'
  return join(await fetchPackage(`${name}-${machine}`, version), 'bin/node')
}

export async function bunProgram(version: string): Promise<string> {
  const name = `@oven/bun-${machine.replace('arm64', 'aarch64')}`
  return join(await fetchPackage(name, version), 'bin/bun')
}

export async function denoProgram(version: string): Promise<string> {
  const name = `@deno/${machine}${process.platform === 'linux' ? '-glibc' : ''}`
  return join(await fetchPackage(name, version), 'deno')
}
