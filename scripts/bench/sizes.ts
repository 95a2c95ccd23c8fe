import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export const tokenClient = 'ours: createClient with a token'
export const wholeClient = 'ours: createClient and clientCredentials'

/** What a page that needs no more would bundle. */
const entries: Readonly<Record<string, string>> = {
  [tokenClient]: "export { createClient } from './src/index.js'",
  [wholeClient]: "export { createClient, clientCredentials } from './src/index.js'",
  'openapi-fetch': "export { default } from 'openapi-fetch'",
  axios: "export { default } from 'axios'",
  ky: "export { default } from 'ky'",
  'redocly generate-client': "export * from './bench/clients/redocly.js'",
  '@hey-api/openapi-ts': "export * from './bench/clients/hey-api.js'",
}

/** Bytes of each client, bundled for a browser, but of the generated ones that are absent. */
export function measureSizes(built: string, absent: readonly string[]) {
  const present = Object.entries(entries).filter(
    ([, contents]) => !absent.some((name) => contents.includes(`clients/${name}.js`)),
  )
  const measured = present.map(async ([entry, contents]) => {
    const { outputFiles } = await build({
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser' },
      ...{ target: 'es2022', logLevel: 'error', tsconfigRaw: {} },
      stdin: { contents, resolveDir: built },
    })
    const [{ contents: bytes } = { contents: new Uint8Array() }] = outputFiles
    return { entry, minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length }
  })
  return Promise.all(measured)
}
