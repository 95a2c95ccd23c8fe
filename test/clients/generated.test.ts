import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { redocly } from '../../scripts/lib/redocly.js'
import { ClientError, createFetch } from '../../src/index.js'
import { quote } from '../support/examples.js'
import { must, root } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { toolsAreRequired } from '../support/tools.js'

const document = join(root, 'generated/openapi.json')
const baseUrl = 'https://api.example.com'
const folder = scratchFolder()

interface Generated {
  readonly createIssuerQuote: (input: object) => Promise<{ data?: unknown; error?: unknown }>
  readonly client: Pick<Generated, 'createIssuerQuote'> & {
    setConfig(config: object): void
    configure(config: object): void
  }
}

/** How a generator is run in a folder, what its client exports, and how that is told of a fetch and asked for a quote. */
interface Row {
  readonly generate: (cwd: string) => unknown
  readonly exports: string
  readonly call: (made: Generated, fetch: typeof globalThis.fetch) => Promise<unknown>
}

const npx = (...command: string[]) => ['npx', '--yes', '--prefer-offline', ...command]
const orval = npx('orval@7.21.0', '--client', 'fetch')
const heyApi = npx('-p', '@hey-api/openapi-ts@0.99.0', '-p', 'typescript@5.9.3', 'openapi-ts')
const byHeyApi = (config: object): Row => ({
  generate: (cwd) => must([...heyApi, '-i', document, '-o', '.'], { cwd }),
  exports: `export { client } from './client.gen.ts'; export * from './sdk.gen.ts'`,
  async call({ client, createIssuerQuote }, fetch) {
    client.setConfig({ baseUrl, fetch, ...config })
    const { data, error } = await createIssuerQuote({ body: quote })
    if (ClientError.is(error)) throw error
    return data
  },
})
const rows: Readonly<Record<string, Row>> = {
  'hey-api': byHeyApi({ throwOnError: true }),
  'hey-api by default, which returns the error': byHeyApi({}),
  orval: {
    generate: (cwd) => must([...orval, '--input', document, '--output', 'made.ts'], { cwd }),
    exports: `export * from './made.ts'`,
    async call({ createIssuerQuote }, fetch) {
      const { fetch: before } = globalThis
      globalThis.fetch = fetch
      const answer = createIssuerQuote(quote)
      globalThis.fetch = before
      return (await answer).data
    },
  },
  'redocly generate-client': {
    generate(cwd) {
      const output = ['--generator', 'typescript', '--output', join(cwd, 'made.ts')]
      const result = redocly('generate-client', document, ...output)
      if (result.code !== 0) throw new Error(result.output)
    },
    exports: `export * from './made.ts'`,
    call({ client }, fetch) {
      client.configure({ serverUrl: baseUrl, fetch })
      return client.createIssuerQuote({ body: quote })
    },
  },
}

/** Bundles what was generated, and imports it. */
async function load({ generate, exports: contents }: Row, name: string): Promise<Generated> {
  const place = join(folder, name.replace(/\W+/g, '-'))
  await mkdir(place)
  await generate(place)
  const outfile = join(place, 'bundle.mjs')
  await build({ bundle: true, format: 'esm', stdin: { contents, resolveDir: place }, outfile })
  return (await import(pathToFileURL(outfile).href)) as Generated
}

it.for(Object.entries(rows))(
  'a client that is generated calls over createFetch with our token, and once where the outcome is unknown: %s',
  { timeout: 300_000 },
  async ([name, row], { skip }) => {
    const made = await load(row, name).catch((error: unknown) => {
      if (toolsAreRequired) throw error
      return skip(`${name} could not be installed`)
    })
    const sent: string[] = []
    const answering = (status: number) =>
      createFetch({
        baseUrl,
        auth: 'tok-1234567',
        fetch: (url, { method, headers }) => {
          sent.push(`${method} ${url} ${new Headers(headers).get('authorization') ?? ''}`)
          return Promise.resolve(Response.json({ quote_id: 'q' }, { status }))
        },
      })
    expect(await row.call(made, answering(200))).toEqual({ quote_id: 'q' })
    await expect(row.call(made, answering(503))).rejects.toMatchObject({ outcome: 'unknown' })
    expect(sent).toEqual(Array(2).fill(`POST ${baseUrl}/v2/issuer-quote Bearer tok-1234567`))
  },
)

const byPath = `import createClient from 'openapi-fetch'
import type { paths } from './types.js'
const { POST } = createClient<paths>({ baseUrl: '${baseUrl}' })
const body = ${JSON.stringify(quote)} as const
const { data, error } = await POST('/v2/issuer-quote', { body })
export const price: string | undefined = data?.price
export const isUnknown: unknown extends typeof error ? true : false = true`

it('openapi-typescript and openapi-fetch over the published file alone give an error that is unknown', async () => {
  const cwd = join(folder, 'by-path')
  await mkdir(cwd)
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'))
  await must(['npx', 'openapi-typescript', document, '-o', 'types.ts'], { cwd })
  await writeFile(join(cwd, 'use.mts'), byPath)
  const options = ['--strict', '--noEmit', '--types', 'node', '--target', 'es2022']
  await must(['npx', 'tsc', ...options, '--module', 'nodenext', 'use.mts'], { cwd })
})
