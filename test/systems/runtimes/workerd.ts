import { join } from 'node:path'
import { nodeProgram } from './node.js'
import { fetchPackage } from './registry.js'
import { byCommand, type Runtime } from './runtime.js'

/** Cloudflare's runtime, started by miniflare, which runs on a version of Node. */
export function workerd(version: string, miniflare: string, node: string): Runtime {
  return {
    name: 'workerd',
    version,
    readsAhead: true,
    differences: [
      'workerd says of a refused connection what it says of a broken one, so it is `unknown` there as well.',
    ],
    prepare: async () => {
      const [program, folder] = await Promise.all([
        nodeProgram(node),
        fetchPackage('miniflare', miniflare),
      ])
      const entry = join(folder, 'dist/src/index.js')
      return byCommand(
        ({ miniflare, worker }, setting) => [program, miniflare, entry, worker, setting],
        { reasonsAreHidden: true },
      )
    },
  }
}
