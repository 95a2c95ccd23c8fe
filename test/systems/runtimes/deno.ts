import { join } from 'node:path'
import { must } from '../../support/run.js'
import { fetchPackage, platform } from './registry.js'
import { readLines, type Runtime } from './runtime.js'

export function deno(version: string): Runtime {
  return {
    name: 'Deno',
    version,
    readsAhead: true,
    prepare: async () => {
      const name = `@deno/${platform()}${process.platform === 'linux' ? '-glibc' : ''}`
      const program = join(await fetchPackage(name, version), 'deno')
      return async ({ folder, programs }, setting) => {
        // The package needs the network and nothing else.
        const options = ['run', '--allow-net', '--no-lock', '--node-modules-dir=manual']
        const command = [program, ...options, programs.commandLine, JSON.stringify(setting)]
        const { stdout, output } = await must(command, { cwd: folder })
        return readLines(stdout, output)
      }
    },
  }
}
