import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installed } from '../cache.js'
import { must } from '../command.js'
import type { Row } from '../row.js'

const version = '0.99.0'
const typescript = '5.9.3'

const options = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: ['node'],
    strict: true,
    noUnusedLocals: true,
    noEmit: true,
  },
}

/** Writes the folder `client` of a client. */
export async function writeHeyApiClient(document: string, folder: string): Promise<void> {
  const tool = await installed(`hey-api-${version}-${typescript}`, (place) => {
    const packages = [`@hey-api/openapi-ts@${version}`, `typescript@${typescript}`]
    return must(['npm', 'install', '--no-audit', '--no-fund', ...packages], { cwd: place })
  })
  const bin = join(tool, 'node_modules/.bin/openapi-ts')
  await must([bin, '-i', document, '-o', 'client'], { cwd: folder })
}

export const heyApi: Row = {
  language: 'TypeScript',
  generator: '@hey-api/openapi-ts',
  version,
  folder: 'typescript/hey-api',
  tools: ['npm'],
  limits: [
    'A union of two closed objects is no exclusive one: `id` with `address` compiles, and the service refuses it.',
  ],
  async generate({ folder, root, document }) {
    await writeHeyApiClient(document, folder)
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const config = { ...options, include: ['calls.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    await writeFile(
      join(folder, 'tsconfig.refused.json'),
      JSON.stringify({ ...options, include: ['refused.ts'] }),
    )
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  },
  async compile({ folder }) {
    await must(['node_modules/.bin/tsc', '--project', '.'], { cwd: folder })
    return []
  },
  refused: {
    file: 'refused.ts',
    command: () => ['node_modules/.bin/tsc', '--project', 'tsconfig.refused.json'],
  },
  calls: () => ['node_modules/.bin/tsx', 'calls.ts'],
}
