import { join } from 'node:path'
import { fetchPackage, platform } from './registry.js'
import { byCommand, type Runtime } from './runtime.js'

export function bun(version: string): Runtime {
  return {
    name: 'Bun',
    version,
    prepare: async () => {
      const name = `@oven/bun-${platform({ arm64: 'aarch64' })}`
      const program = join(await fetchPackage(name, version), 'bin/bun')
      return byCommand(({ commandLine }, setting) => [program, commandLine, setting])
    },
  }
}
