import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../test/languages/command.js'
import { root } from './build.js'
import type { ExampleCall } from './measured/setup.js'
import { rotate } from './statistics.js'

export type TypesName = 'nothing' | 'openapi-fetch' | 'ours'

/** What the compiler did for one file. The seconds are one for each round; the counts never vary. */
export interface TypesRow {
  readonly name: TypesName
  instantiations: number
  types: number
  readonly checkSeconds: number[]
}

const options = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** Our package leaves them out; a user of openapi-fetch generates them. */
const paths = { 'generated-types': [join(root, 'generated/types.ts')] }

const baseUrl = "baseUrl: 'https://api.example.com'"

/** The three calls as a user writes them. */
const sources: Record<TypesName, (calls: readonly ExampleCall[]) => string> = {
  nothing: () => 'export {}\n',
  'openapi-fetch': (calls) => `import createFetchClient from 'openapi-fetch'
import type { paths } from 'generated-types'
const client = createFetchClient<paths>({ ${baseUrl}, headers: { Authorization: 'Bearer token' } })
${each(calls, ({ method, path, body }) => `client.${method}('${path}', { body: ${body} })`)}`,
  ours: (calls) => `import { createClient } from '../../../src/index.js'
const client = createClient({ ${baseUrl}, auth: 'token' })
${each(calls, ({ operationId, body }) => `client.${operationId}(${body})`)}`,
}

type Written = Omit<ExampleCall, 'body'> & { readonly body: string }

function each(calls: readonly ExampleCall[], write: (call: Written) => string): string {
  const lines = calls.map(
    (call, at) =>
      `export const answer${at} = await ${write({ ...call, body: JSON.stringify(call.body) })}`,
  )
  return `${lines.join('\n')}\n`
}

/** What it costs to check a file that makes the three calls, against the built declarations. */
export async function measureTypes(
  built: string,
  calls: readonly ExampleCall[],
  rounds: number,
): Promise<TypesRow[]> {
  const rows = (Object.keys(sources) as TypesName[]).map((name) => {
    return { name, instantiations: 0, types: 0, checkSeconds: [] as number[] }
  })
  for (const { name } of rows) {
    const folder = join(built, 'bench/types', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'calls.ts'), sources[name](calls))
    const config = { compilerOptions: { ...options, paths }, files: ['calls.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  }
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  for (let round = 0; round < rounds; round += 1)
    for (const row of rotate(rows, round)) {
      const project = ['--project', join(built, 'bench/types', row.name), '--extendedDiagnostics']
      const { stdout } = await must([process.execPath, compiler, ...project], { cwd: root })
      const found = (what: string): number =>
        Number(new RegExp(`^${what}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1])
      row.instantiations = found('Instantiations')
      row.types = found('Types')
      row.checkSeconds.push(found('Check time'))
    }
  return rows
}

/** The instantiations of ours, against those of openapi-fetch. */
export function instantiationRatio(rows: readonly TypesRow[]): number {
  const count = (name: TypesName): number =>
    rows.find((row) => row.name === name)?.instantiations ?? NaN
  return count('ours') / count('openapi-fetch')
}
