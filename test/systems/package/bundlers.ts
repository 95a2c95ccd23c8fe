import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { rollup } from '@rollup/wasm-node'
import { build } from 'esbuild'
import { minify } from 'terser'
import webpack from 'webpack'
import { must } from '../../support/run.js'
import { startServices } from '../languages/services.js'
import { fetchToken } from '../languages/token.js'
import type { Check } from './check.js'
import { withPeer } from './peers.js'

/** Makes one minified file of a program and all that it imports, but undici. */
type Bundler = (program: string, bundle: string) => Promise<unknown>

const external = ['undici']

const makers: Readonly<Record<string, Bundler>> = {
  esbuild: (program, outfile) =>
    build({
      ...{ entryPoints: [program], outfile, external },
      ...{ bundle: true, minify: true, format: 'esm', platform: 'node', target: 'es2022' },
    }),
  'rollup with terser': async (program, file) => {
    const plugins = [nodeResolve(), { name: 'terser', renderChunk: (code: string) => terse(code) }]
    const made = await rollup({ input: program, external: [/^node:/, ...external], plugins })
    await made.write({ file, format: 'es' })
    await made.close()
  },
  'webpack in production': async (program, bundle) => {
    const compiler = webpack({
      ...{ entry: program, mode: 'production', target: 'node20', externals: { undici: 'undici' } },
      ...{ experiments: { outputModule: true }, externalsType: 'module' },
      output: { path: join(bundle, '..'), filename: bundle.replace(/^.*\//, ''), module: true },
    })
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) => {
        if (error !== null) reject(error)
        else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')))
        else resolve()
      }),
    )
  },
}

async function terse(code: string): Promise<string> {
  const { code: minified = '' } = await minify(code, { module: true })
  return minified
}

/** For each entry, how a program makes what has the three methods. */
const entries: Readonly<Record<string, string>> = {
  '.': `
    import { clientCredentials } from 'stablecoin-issuer-api'
    const named = { clientId: 'mock-client', clientSecret: 'mock-secret' }
    const issuer = createClient({ baseUrl, auth: clientCredentials({ tokenUrl, ...named }) })`,
  './undici': `
    import { Agent } from 'undici'
    import { undiciTransport } from 'stablecoin-issuer-api/undici'
    const dispatcher = new Agent()
    const issuer = createClient({ baseUrl, auth, transport: undiciTransport({ dispatcher }) })`,
  './openapi-fetch': `
    import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'
    const paths = createPathClient({ baseUrl, auth })
    const data = (sent) => sent.then(({ data }) => data)
    const issuer = {
      putCryptoDestinationAddress: (body) => data(paths.PUT('/v2/transfer/crypto-destination-address', { body })),
      createStablecoinConversion: (body) => data(paths.POST('/v2/conversion/stablecoins', { body })),
      createIssuerQuote: (body) => data(paths.POST('/v2/issuer-quote', { body })),
    }`,
  './operations': `
    import { createClientOf } from 'stablecoin-issuer-api'
    import * as operations from 'stablecoin-issuer-api/operations'
    const issuer = createClientOf(operations, { baseUrl, auth })`,
  './schemas': `
    import { schemas } from 'stablecoin-issuer-api/schemas'
    const client = createClient({ baseUrl, auth })
    const issuer = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [
      name,
      async (body) => client[name]((await schema['~standard'].validate(body)).value),
    ]))`,
  './testing': `
    import { fakeIssuer } from 'stablecoin-issuer-api/testing'
    const issuer = createClient(fakeIssuer().options)`,
}

const program = (make: string): string => `
import assert from 'node:assert/strict'
import { createClient } from 'stablecoin-issuer-api'
const [, , baseUrl, tokenUrl, auth] = process.argv
${make}
const place = { crypto_network: 'INK', address: '0x1' }
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }
assert.ok((await issuer.putCryptoDestinationAddress(place)).address.id)
assert.equal((await issuer.createStablecoinConversion({ ...conversion, ref_id: 'r' })).ref_id, 'r')
assert.ok((await issuer.createIssuerQuote(order)).quote_id)
`

export const bundlers: Check = {
  about: 'bundlers',
  async run(packed) {
    const { place } = await withPeer(packed, '7.30.2')
    const services = await startServices()
    const { BASE_URL = '', TOKEN_URL = '' } = services.env
    const made: string[] = []
    try {
      const token = await fetchToken(services.env)
      for (const [bundler, bundle] of Object.entries(makers)) {
        const sizes: string[] = []
        for (const [entry, make] of Object.entries(entries)) {
          const file = join(place, 'bundles', `${bundler}${entry}`.replaceAll(/[^\w]+/g, '-'))
          await mkdir(join(place, 'bundles'), { recursive: true })
          await writeFile(`${file}.source.mjs`, program(make))
          await bundle(`${file}.source.mjs`, `${file}.mjs`)
          await must(['node', `${file}.mjs`, BASE_URL, TOKEN_URL, token], { cwd: place })
          const { length } = gzipSync(await readFile(`${file}.mjs`))
          sizes.push(`${entry} ${(length / 1000).toFixed(1)}`)
        }
        made.push(`${bundler} (${sizes.join(', ')} kB gzip)`)
      }
    } finally {
      await services.stop()
    }
    return `the three calls of each entry, in bundles of ${made.join('; ')}`
  },
}
