import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { operations } from '../../generated/operations.js'

/** What a page that needs no more bundles of the client, and at most how many kB that is, gzipped, without operations. */
const ceilings = {
  'createClient with a token': { names: ['createClient'], most: 14.6 },
  'createClient and clientCredentials': {
    names: ['createClient', 'clientCredentials'],
    most: 18.9,
  },
} as const

/** Each operation adds its row, its schema and its method; the first with parameters, the code that writes them. */
function mostOfOperations(): number {
  const all = Object.values(operations)
  return 0.2 * all.length + (all.some(({ parameters }) => parameters !== undefined) ? 0.6 : 0)
}

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
    const all = most + mostOfOperations()
    return { title, most: Number(all.toFixed(1)), ...size }
  })
  return Promise.all(measured)
}
