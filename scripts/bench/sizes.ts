import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { GeneratedClient } from './generated-clients.js'
import { titles } from './measured/contestants.js'

export interface SizeRow {
  readonly entry: string
  readonly minified: number
  readonly gzipped: number
}

export const wholeClient = 'ours: createClient and clientCredentials'

/** What a page that needs no more would bundle. */
const entries: Readonly<Record<string, string>> = {
  'ours: createClient with a token': "export { createClient } from './src/index.js'",
  [wholeClient]: "export { createClient, clientCredentials } from './src/index.js'",
  'openapi-fetch': "export { default } from 'openapi-fetch'",
  axios: "export { default } from 'axios'",
  ky: "export { default } from 'ky'",
}

/** Bytes of each client, bundled for a browser. */
export function measureSizes(
  built: string,
  generated: readonly GeneratedClient[] = [],
): Promise<SizeRow[]> {
  const others = generated.map((name) => [
    titles[name],
    `export * from './bench/clients/${name}.js'`,
  ])
  const all = Object.entries({ ...entries, ...(Object.fromEntries(others) as typeof entries) })
  return Promise.all(
    all.map(async ([entry, contents]): Promise<SizeRow> => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: built },
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        target: 'es2022',
        logLevel: 'error',
        tsconfigRaw: {},
      })
      const [{ contents: bytes } = { contents: new Uint8Array() }] = outputFiles
      return { entry, minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length }
    }),
  )
}
