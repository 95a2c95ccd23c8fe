import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Example } from '../../scripts/lib/examples.js'
import { root, run } from './run.js'

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  // Our package leaves them out; a user of openapi-fetch generates them.
  paths: { 'generated-types': [join(root, 'generated/types.ts')] },
}
const baseUrl = "baseUrl: 'https://api.example.com'"

/** How a user begins, and makes one of the calls. */
interface Source {
  readonly start: string
  readonly call: (call: Example) => string
}

const ours: Source = {
  start: `import { createClient } from '../../../src/index.js'
const client = createClient({ ${baseUrl}, auth: 'token' })`,
  call: ({ operationId, body }) => `client.${operationId}(${JSON.stringify(body)})`,
}
const openapiFetch: Source = {
  start: `import createFetchClient from 'openapi-fetch'
import type { paths } from 'generated-types'
const client = createFetchClient<paths>({ ${baseUrl}, headers: { Authorization: 'Bearer token' } })`,
  call: ({ method, path, body }) =>
    `client.${method}('${path}', { body: ${JSON.stringify(body)} })`,
}

/**
 * How many types the compiler instantiates for a file that makes the calls with the declarations that were built,
 * against one that makes them with openapi-fetch. The counts never vary.
 */
export async function instantiationRatio(
  built: string,
  calls: readonly Example[],
): Promise<number> {
  const count = async (name: string, { start, call }: Source): Promise<number> => {
    const folder = join(built, 'bench/types', name)
    await mkdir(folder, { recursive: true })
    const lines = calls.map((each, at) => `export const answer${at} = await ${call(each)}`)
    await writeFile(join(folder, 'calls.ts'), [start, ...lines].join('\n'))
    const config = { compilerOptions, files: ['calls.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const command = [process.execPath, compiler, '--project', folder, '--extendedDiagnostics']
    const { code, stdout } = await run(command)
    if (code !== 0) throw new Error(stdout)
    return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])
  }
  return (await count('ours', ours)) / (await count('openapi-fetch', openapiFetch))
}
