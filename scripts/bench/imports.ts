import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bareEnvironment } from './measured-process.js'
import type { NodeBinary } from './node-binary.js'
import { rotate } from './statistics.js'

const run = promisify(execFile)

/** What is imported, by the names that a program would use. */
const entries: Readonly<Record<string, readonly string[]>> = {
  nothing: ['data:text/javascript,'],
  'stablecoin-issuer-api': ['stablecoin-issuer-api'],
  'stablecoin-issuer-api, its undici entry and undici': [
    'stablecoin-issuer-api',
    'stablecoin-issuer-api/undici',
    'undici',
  ],
  'openapi-fetch': ['openapi-fetch'],
  axios: ['axios'],
  ky: ['ky'],
  undici: ['undici'],
  oauth4webapi: ['oauth4webapi'],
}

export interface ImportRow {
  readonly entry: string
  /** One for each round. */
  readonly milliseconds: number[]
}

/** How long each import takes in a fresh process, in turn. */
export async function measureImports(
  { path }: NodeBinary,
  built: string,
  rounds: number,
): Promise<ImportRow[]> {
  const probe = join(built, 'bench/import-probe.js')
  const rows = Object.keys(entries).map((entry) => ({ entry, milliseconds: [] as number[] }))
  // The first round fills the file cache of the machine, and is not counted.
  for (let round = -1; round < rounds; round += 1)
    for (const { entry, milliseconds } of rotate(rows, round + 1)) {
      const names = entries[entry] ?? []
      const { stdout } = await run(path, [probe, ...names], { env: bareEnvironment }).catch(() => {
        throw new Error(`${entry} cannot be imported: build the package, or run npm ci.`)
      })
      if (round >= 0) milliseconds.push(Number(stdout))
    }
  return rows
}
