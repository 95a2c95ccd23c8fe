import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, root } from '../../../support/run.js'
import { npmPackages } from '../cache.js'
import type { Row } from '../row.js'

const version = '0.99.0'
const typescript = '5.9.3'

/** The version that this project generates its own types with. */
function versionOf(name: string): string {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const { devDependencies = {} } = JSON.parse(manifest) as {
    devDependencies?: Readonly<Record<string, string>>
  }
  return devDependencies[name] ?? ''
}

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  types: ['node'],
  strict: true,
  noEmit: true,
}

/** Compiles a program in a folder, and runs it. */
async function compiling(folder: string, program: string) {
  const config = { compilerOptions, files: [program] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return {
    compile: ['node_modules/.bin/tsc', '--pretty', 'false'],
    call: ['node_modules/.bin/tsx', program],
  }
}

export const heyApi: Row = {
  language: 'TypeScript',
  generator: '@hey-api/openapi-ts',
  version,
  tools: ['npm'],
  folder: 'typescript',
  program: 'calls.ts',
  async make(folder, document) {
    const packages = [`@hey-api/openapi-ts@${version}`, `typescript@${typescript}`]
    const tool = await npmPackages(...packages)
    const bin = join(tool, 'node_modules/.bin/openapi-ts')
    await must([bin, '-i', document, '-o', 'client'], { cwd: folder })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    return compiling(folder, 'calls.ts')
  },
}

export const openapiTypescript: Row = {
  language: 'TypeScript',
  generator: 'openapi-typescript',
  version: versionOf('openapi-typescript'),
  tools: [],
  folder: 'typescript',
  program: 'by-path.ts',
  async make(folder, document) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const bin = 'node_modules/.bin/openapi-typescript'
    await must([bin, document, '-o', 'client.ts'], { cwd: folder })
    return compiling(folder, 'by-path.ts')
  },
}
