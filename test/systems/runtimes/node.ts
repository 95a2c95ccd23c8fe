import { join } from 'node:path'
import { npmPackages } from '../languages/cache.js'

/** A program within a package of the registry. */
async function programOf(name: string, version: string, path: string): Promise<string> {
  return join(await npmPackages(`${name}@${version}`), 'node_modules', name, path)
}

const machine = `${process.platform}-${process.arch}`

/** The package that holds the program: the one called `node` fetches it by a script. */
export function nodeProgram(version: string): Promise<string> {
  const name = machine === 'darwin-arm64' ? 'node-bin' : 'node'
  return programOf(`${name}-${machine}`, version, 'bin/node')
}

export function bunProgram(version: string): Promise<string> {
  const name = `@oven/bun-${machine.replace('arm64', 'aarch64')}`
  return programOf(name, version, 'bin/bun')
}

export function denoProgram(version: string): Promise<string> {
  const name = `@deno/${machine}${process.platform === 'linux' ? '-glibc' : ''}`
  return programOf(name, version, 'deno')
}
