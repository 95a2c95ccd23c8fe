import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** What a page that needs no more bundles of the client, and at most how many kB that is, gzipped. */
const ceilings = {
  'createClient with a token': { names: ['createClient'], most: 15.2 },
  'createClient and clientCredentials': {
    names: ['createClient', 'clientCredentials'],
    most: 19.5,
  },
} as const

/** Bytes of a module, bundled for a browser. What it imports is found from the folder. */
export async function sizeOf(contents: string, resolveDir: string) {
  const { outputFiles } = await build({
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser' },
    ...{ target: 'es2022', logLevel: 'error', tsconfigRaw: {} },
    stdin: { contents, resolveDir },
  })
  const [{ contents: bytes } = { contents: new Uint8Array() }] = outputFiles
  return { minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length }
}

/** The sizes of the built client beside their ceilings. */
export function measureClient(built: string) {
  const measured = Object.entries(ceilings).map(async ([title, { names, most }]) => {
    const size = await sizeOf(`export { ${names.join(', ')} } from './src/index.js'`, built)
    return { title, most, ...size }
  })
  return Promise.all(measured)
}
