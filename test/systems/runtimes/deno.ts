import { join } from 'node:path'
import { fetchPackage, platform } from './registry.js'
import { byCommand, type Runtime } from './runtime.js'

export function deno(version: string): Runtime {
  return {
    name: 'Deno',
    version,
    readsAhead: true,
    prepare: async () => {
      const name = `@deno/${platform()}${process.platform === 'linux' ? '-glibc' : ''}`
      const program = join(await fetchPackage(name, version), 'deno')
      // The package needs the network and nothing else.
      const options = ['run', '--allow-net', '--no-lock', '--node-modules-dir=manual']
      return byCommand(({ commandLine }, setting) => [program, ...options, commandLine, setting])
    },
  }
}
