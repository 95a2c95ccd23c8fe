import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { operations } from '../../../generated/operations.js'
import { type Check, none } from './check.js'
import type { Packed } from './project.js'

const client = `import { createClient } from 'stablecoin-issuer-api'
export const client = createClient({ baseUrl: 'https://api.example.com', auth: `
const withToken = `${client} 'token' })`
const withGrant = `import { clientCredentials } from 'stablecoin-issuer-api'
${client} clientCredentials({ tokenUrl: 'https://auth.example.com/', clientId: 'a', clientSecret: 'b' }) })`

/** A client of one operation: no other is in it. */
const ofOne = `import { createClientOf } from 'stablecoin-issuer-api'
import { createIssuerQuote } from 'stablecoin-issuer-api/operations'
export const client = createClientOf({ createIssuerQuote }, { baseUrl: 'https://api.example.com', auth: 'token' })`

const dropDown = "export { enums } from 'stablecoin-issuer-api/schemas'"
const form = "export { enums, schemas } from 'stablecoin-issuer-api/schemas'"

/** What only the grant needs: its library, and words of our own modules for it. */
const grant = /oauth4webapi|client_credentials|the token endpoint|the next request is made in/g

export const bundle: Check = {
  about: 'bundle',
  async run(packed) {
    const fixed = await bundled(packed, withToken)
    const whole = await bundled(packed, withGrant)
    none(fixed.grant.map((words) => `a bundle with a fixed token holds "${words}"`))
    // If this fails, the words in `grant` are no longer those of the code: update them.
    if (whole.grant.length < 3) throw new Error('no OAuth code is found where it is used')
    const one = await bundled(packed, ofOne)
    none(one.paths.length > 1 ? [`a client of one operation holds ${one.paths.join(', ')}`] : [])
    const listed = await bundled(packed, dropDown)
    const checked = await bundled(packed, form)
    none(listed.checks ? ['a bundle with nothing but a drop-down holds checks'] : [])
    if (!checked.checks) throw new Error('no check is found where it is used')
    return `drop-down ${listed.size}, form ${checked.size}; fixed token ${fixed.size}, no OAuth code; one operation ${one.size}; client credentials ${whole.size}`
  },
}

async function bundled({ project }: Packed, contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: project },
    ...{ bundle: true, minify: true, format: 'esm', platform: 'neutral', target: 'es2022' },
    ...{ write: false, metafile: true, mainFields: ['module', 'main'] },
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  const held = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)
  const kilobytes = [code, gzipSync(code)].map(({ length }) => (length / 1000).toFixed(1))
  return {
    // A sentence of the check, since its names are shortened.
    checks: Buffer.from(code).includes('is not one of the fields'),
    paths: Object.values(operations).flatMap(({ path }) =>
      Buffer.from(code).includes(path) ? [path] : [],
    ),
    size: `${kilobytes.join(' kB (')} kB gzip)`,
    grant: [...new Set([...held, Buffer.from(code).toString()].join('\n').match(grant))],
  }
}
