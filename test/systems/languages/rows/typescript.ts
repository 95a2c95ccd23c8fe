import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../../../package.json' with { type: 'json' }
import { must, root } from '../../../support/run.js'
import type { Row } from '../row.js'

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  types: ['node'],
  strict: true,
  noEmit: true,
}

export const openapiTypescript: Row = {
  language: 'TypeScript',
  generator: 'openapi-typescript',
  // The version that this project generates its own types with.
  version: manifest.devDependencies['openapi-typescript'],
  tools: [],
  folder: 'typescript',
  program: 'by-path.ts',
  async make(folder, document) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const bin = 'node_modules/.bin/openapi-typescript'
    await must([bin, document, '-o', 'client.ts'], { cwd: folder })
    const config = { compilerOptions, files: ['by-path.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    return {
      compile: ['node_modules/.bin/tsc', '--pretty', 'false'],
      call: ['node_modules/.bin/tsx', 'by-path.ts'],
    }
  },
}
