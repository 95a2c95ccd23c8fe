import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientOptions, InvalidRequestError } from '../../src/index.js'
import { root, run, script } from '../support/run.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablecoin-added-'))
})
afterAll(() => rm(folder, { recursive: true }))

const added = `
  /v2/issuer-quote/{quote_id}/acceptance:
    get:
      operationId: getQuoteAcceptance
      tags: [Issuer quotes]
      summary: Get quote acceptance
      description: Says whether a quote was accepted.
      security: [{ oauth2: ['exchange:write_issuer_quote'] }]
      parameters:
        - { name: quote_id, in: path, required: true, schema: { type: string } }
        - { name: verbose, in: query, schema: { type: boolean } }
      responses:
        '200':
          description: The acceptance.
          content: { application/json: { schema: { $ref: '#/components/schemas/Acceptance' } } }
  /v2/issuer-quote/acceptance:
    post:
      operationId: acceptIssuerQuote
      tags: [Issuer quotes]
      summary: Accept issuer quote
      description: Accepts a held quote before it expires.
      security: [{ oauth2: ['exchange:accept'] }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/AcceptRequest' } } }
      responses:
        '200':
          description: The acceptance.
          content: { application/json: { schema: { $ref: '#/components/schemas/Acceptance' } } }
components:`

const schemas = `
  schemas:
    AcceptRequest:
      type: object
      additionalProperties: false
      required: [quote_id]
      properties:
        quote_id: { type: string, minLength: 3 }
        order_ref: { type: string, x-client-reference: true }
    Acceptance:
      type: object
      required: [accepted]
      properties: { accepted: { type: boolean } }`

const consumer = `import { createClient, createFetch, type Acceptance, type Client } from './src/index.js'
export { createClient, createFetch }
export async function accept(client: Client): Promise<boolean> {
  const acceptance: Acceptance = await client.acceptIssuerQuote({ quote_id: 'q-1', order_ref: 'o-1' })
  // @ts-expect-error a required field is missing
  await client.acceptIssuerQuote({}).catch(() => undefined)
  // @ts-expect-error a required parameter is missing
  await client.getQuoteAcceptance({ verbose: true }).catch(() => undefined)
  const { accepted } = await client.getQuoteAcceptance({ quote_id: 'q/1', verbose: true })
  const other = await client.getQuoteAcceptance({ quote_id: 'q-2' })
  return accepted && other.accepted && acceptance.accepted
}
`

const silence = { code: 0, stdout: '', stderr: '' }

describe('an operation added to the document', () => {
  it('becomes a typed, validated method through the same src/', async () => {
    const text = await readFile(join(root, 'openapi/openapi.yaml'), 'utf8')
    const document = join(folder, 'more.yaml')
    await writeFile(document, text.replace('\ncomponents:', added).replace('\n  schemas:', schemas))
    const output = join(folder, 'generated')
    const generate = script('generate', '--document', document, '--output', output)
    expect(await run(generate)).toEqual(silence)

    await cp(join(root, 'src'), join(folder, 'src'), { recursive: true })
    await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'consumer.ts'), consumer)
    const build = {
      extends: './tsconfig.json',
      compilerOptions: { noEmit: false, outDir: 'out', rootDir: '.' },
      include: ['consumer.ts'],
    }
    await writeFile(join(folder, 'tsconfig.build.json'), JSON.stringify(build))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const project = join(folder, 'tsconfig.build.json')
    expect(await run([process.execPath, tsc, '--project', project])).toEqual(silence)

    const seen: string[] = []
    const client = await use(join(folder, 'out/consumer.js'), (url, init) => {
      seen.push(`${init.method} ${url} ${init.body as string}`)
      return Promise.resolve(Response.json({ accepted: true }))
    })
    // What is inherited is not written into a query.
    const prototype = Object.prototype as Record<string, unknown>
    prototype['verbose'] = prototype['polluted'] = true
    const accepted = await client.accept().finally(() => {
      delete prototype['verbose']
      delete prototype['polluted']
    })
    expect(accepted).toBe(true)
    expect(seen).toEqual([
      'POST https://api.example.com/v2/issuer-quote/acceptance {"quote_id":"q-1","order_ref":"o-1"}',
      'GET https://api.example.com/v2/issuer-quote/q%2F1/acceptance?verbose=true null',
      'GET https://api.example.com/v2/issuer-quote/q-2/acceptance null',
    ])
    const refusal = await client.refused()
    expect(refusal.issues).toEqual([
      { path: '$.quote_id', message: 'quote_id must be a string with minLength 3, got "q"' },
    ])

    // The same over a fetch: what a URL holds is found in it, checked, and written again.
    const quote = 'https://api.example.com/v2/issuer-quote'
    seen.length = 0
    const found = await Promise.all([
      client.fetch(`${quote}/q%2F1/acceptance?verbose=true`),
      client.fetch('/v2/issuer-quote/q-2/acceptance'),
      client.fetch(`${quote}/acceptance`, { method: 'POST', body: '{"quote_id":"q-1"}' }),
    ])
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([...seen].sort()).toEqual([
      'GET https://api.example.com/v2/issuer-quote/q%2F1/acceptance?verbose=true null',
      'GET https://api.example.com/v2/issuer-quote/q-2/acceptance null',
      expect.stringMatching(/^POST .*\/acceptance {"quote_id":"q-1","order_ref":".{36}"}$/),
    ])
    for (const [path, sentence] of [
      ['q-1/acceptance?verbose=maybe', 'verbose must be a boolean, got "maybe"'],
      ['q-1/acceptance?verbose=true&verbose=false', 'verbose must be a boolean, got an array'],
      ['q-1/acceptance?other=1', 'the query has a parameter that is not documented'],
      ['q%ZZ/acceptance', 'the path is not percent-encoded as it must be'],
      ['%2E%2e/acceptance', 'the document has no operation at this path'],
      ['acceptance', 'the document has no such method at this path, only POST'],
    ] as const)
      await expect(client.fetch(`${quote}/${path}`)).rejects.toMatchObject({
        issues: [{ message: sentence }],
      })
    expect(seen).toHaveLength(3)
  })
})

/** Loads the consumer that was compiled against the changed document. */
async function use(file: string, fetch: NonNullable<ClientOptions['fetch']>) {
  const { createClient, createFetch, accept } = (await import(pathToFileURL(file).href)) as {
    createFetch: (options: ClientOptions) => typeof globalThis.fetch
    createClient: (options: ClientOptions) => {
      acceptIssuerQuote: (body: object) => Promise<unknown>
    }
    accept: (client: unknown) => Promise<boolean>
  }
  const options = { baseUrl: 'https://api.example.com', auth: 'token', fetch }
  const client = createClient(options)
  return {
    fetch: createFetch(options),
    accept: () => accept(client),
    refused: () =>
      client.acceptIssuerQuote({ quote_id: 'q' }).then(
        () => {
          throw new Error('a body that breaks a rule was sent')
        },
        (error: unknown) => error as InvalidRequestError,
      ),
  }
}
