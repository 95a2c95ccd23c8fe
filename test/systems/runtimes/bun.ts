import { join } from 'node:path'
import { must } from '../../support/run.js'
import { fetchPackage, platform } from './registry.js'
import { readLines, type Runtime } from './runtime.js'

export function bun(version: string): Runtime {
  return {
    name: 'Bun',
    version,
    prepare: async () => {
      const name = `@oven/bun-${platform({ arm64: 'aarch64' })}`
      const program = join(await fetchPackage(name, version), 'bin/bun')
      return async ({ folder, programs }, setting) => {
        const command = [program, programs.commandLine, JSON.stringify(setting)]
        const { stdout, output } = await must(command, { cwd: folder })
        return readLines(stdout, output)
      }
    },
  }
}
