import { join } from 'node:path'
import { fetchPackage, platform } from './registry.js'
import { byCommand, type Runtime } from './runtime.js'

/** The package of the registry that holds the program; `node` itself fetches it by a script. */
const name = (): string => (platform() === 'darwin-arm64' ? 'node-bin-' : 'node-') + platform()

export const nodeProgram = async (version: string): Promise<string> =>
  join(await fetchPackage(name(), version), 'bin/node')

export function node(version: string, undici: string): Runtime {
  return {
    name: 'Node.js',
    version,
    undici,
    prepare: async () => {
      const program = await nodeProgram(version)
      return byCommand(({ commandLine }, setting) => [program, commandLine, setting])
    },
  }
}
