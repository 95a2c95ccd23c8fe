import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import type { Document } from '../../scripts/lib/document.js'
import { overlayCommand, type Source } from '../../scripts/overlay/command.js'
import type { ProviderData } from '../../scripts/overlay/kept.js'
import { sourceOf } from '../../scripts/overlay/source.js'
import { baseDocument } from '../support/base-document.js'
import { scratchFolder } from '../support/scratch-folder.js'

const folder = scratchFolder()
const acme = 'openapi/guides/examples/your-provider/acme.overlay.yaml'
const [other, out] = [join(folder, 'other.yaml'), join(folder, 'out')]

let source: Source
beforeAll(async () => {
  source = await sourceOf(baseDocument(), 'npx --no-install stablecoin-issuer-overlay')
})

/** What the command prints, or the sentence with which it fails. */
async function overlay(...args: string[]): Promise<string> {
  const lines: string[] = []
  const readSource = () => Promise.resolve(source)
  await overlayCommand(args, readSource, (line) => lines.push(line)).catch((error: unknown) =>
    lines.push(`! ${(error as Error).message}`),
  )
  return lines.join('\n').replaceAll(`${folder}/`, '')
}

/** Writes an overlay with these actions from its fourth line on. */
const write = (actions: string) =>
  writeFileSync(
    other,
    `overlay: 1.1.0\ninfo: { title: Other, version: 1.0.0 }\nactions:\n${actions}`,
  )

test('the command writes a folder and says what changed', async () => {
  expect(await overlay(acme, '--out', out)).toBe(`Changed:
  POST /v2/conversion/stablecoins (createStablecoinConversion)
    look-up: none → findConversions by ref_id, with limit = 20, its default
    sent again after \`unknown\`: none → under the same ref_id for 24 hours; a repeat gets the first answer
  POST /v2/issuer-quote (createIssuerQuote)
    sent again after \`unknown\`: none → under the same header idempotency-key for 1 hour; a repeat gets 409
  GET /v2/acme/conversions (findConversions): new
    pages: go on by cursor from next_cursor
    sent again after \`unknown\`: as a GET may be
  GET /v2/acme/conversions/{id} (readConversion): new
    scopes: acme:read
    read by id: id
    identifier: id
    sent again after \`unknown\`: as a GET may be
  POST /v2/acme/conversions/{id}/stop (stopConversion): new
    reference: none: a journal does not record it
Written into out: index.ts, schemas.ts, types.ts, openapi.yaml, openapi.json, provider.json, conformance.arazzo.yaml`)
})

test('--check passes for that folder, and then names what is stale and the command to run', async () => {
  expect(await overlay(acme, '--out', out, '--check')).toBe(`out is what ${acme} gives.`)
  writeFileSync(join(out, 'index.ts'), `${readFileSync(join(out, 'index.ts'), 'utf8')}\n`)
  expect(await overlay(acme, '--out', out, '--js', '--check')).toBe(
    `! out is not what ${acme} gives: index.js, index.d.ts, schemas.d.ts, types.d.ts, package.json, index.ts, schemas.ts, types.ts. Run: npx --no-install stablecoin-issuer-overlay ${acme} --out out --js`,
  )
})

test('a folder of another form or of another overlay is replaced with --force alone', async () => {
  const forced = 'With --force, this command'
  expect(await overlay(acme, '--out', out, '--js')).toBe(
    `! out was made from acme.overlay.yaml. ${forced} removes index.ts, schemas.ts, types.ts. Or name another folder.`,
  )
  write('  - { target: $.info, update: { summary: Other } }')
  const before = textsIn(out)
  expect(await overlay(other, '--out', out)).toBe(
    `! out was made from acme.overlay.yaml. ${forced} makes it from other.yaml. Or name another folder.`,
  )
  expect(textsIn(out)).toEqual(before)
  expect(await overlay(other, '--out', out, '--force')).toMatch('Written into out')
})

test('--js writes JavaScript with declarations and removes the modules of TypeScript', async () => {
  await overlay(acme, '--out', out, '--js', '--force')
  const modules = ['index.d.ts', 'index.js', 'schemas.d.ts', 'types.d.ts']
  const data = ['conformance.arazzo.yaml', 'openapi.json', 'openapi.yaml', 'provider.json']
  expect(readdirSync(out).sort()).toEqual([...modules, ...data, 'package.json'].sort())
  for (const name of modules)
    expect(readFileSync(join(out, name), 'utf8')).toMatch(
      /^\/\/ Made by stablecoin-issuer-overlay from acme/,
    )
  const { provider } = (await import(join(out, 'index.js'))) as { provider: ProviderData }
  expect(Object.keys(provider.operations)).toHaveLength(6)
})

/** The texts of the files in a folder. */
const textsIn = (place: string) =>
  readdirSync(place).map((name) => readFileSync(join(place, name), 'utf8'))

const rowsOf = (file: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as unknown

const changes = rowsOf('changes.yaml') as { name: string; actions: string; says: string }[]

test.each(changes.map(({ name, ...row }) => [name, row] as const))(
  'the command says what changed, and from what: %s',
  async (_, { actions, says }) => {
    write(actions)
    expect(await overlay(other, '--out', join(folder, 'said'))).toContain(says.trimEnd())
  },
)

const refusals = rowsOf('refusals.yaml') as { sentence: string; actions: string }[]

test.each(refusals.map(({ sentence, actions }) => [sentence, actions] as const))(
  'an overlay is refused, with its line, and no request is made: %s',
  async (sentence, actions) => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    write(actions)
    expect(await overlay(other, '--out', join(folder, 'refused'))).toBe(`! other.yaml:${sentence}`)
    expect(readdirSync(folder)).not.toContain('refused')
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  },
)

test('all operations that are refused are listed, each once, and none for the sake of another', async () => {
  const text = { type: 'string' }
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })
  const ok = { description: 'Done.', ...json({ type: 'object', properties: { id: text } }) }
  const read = (operationId: string, more: object = {}) => ({
    get: { operationId, responses: { '200': ok }, ...more },
  })
  const lookUp = { operationId: 'findOrders', parameters: { ref: '$request.body#/ref' } }
  const order = { type: 'object', properties: { ref: { ...text, 'x-client-reference': true } } }
  const paths = {
    '/v2/a': read('ofCsv', {
      responses: { '200': { description: 'A.', content: { 'text/csv': {} } } },
    }),
    '/v2/b': read('ofCookie', { parameters: [{ name: 'b', in: 'cookie', schema: text }] }),
    '/v2/c': read('good'),
    '/v2/d': read('findOrders', { 'x-pagination': { items: 'a', next: 'b', parameter: 'c' } }),
    '/v2/e': {
      post: {
        operationId: 'makeOrder',
        requestBody: { required: true, ...json(order) },
        responses: { '200': { ...ok, links: { lookUp } } },
      },
    },
    '/v2/f': read('unique', {
      parameters: [
        { name: 'f', in: 'query', schema: { type: 'array', uniqueItems: true, items: text } },
      ],
    }),
    '/v2/g': read('ofPart', {
      responses: { '200': { description: 'A.', ...json({ $ref: '#/components/schemas/Both' }) } },
    }),
    '/v2/h': {
      post: {
        operationId: 'sendOrder',
        requestBody: json({ type: 'object', properties: { ref_id: text } }),
        responses: { '200': ok },
      },
    },
  }
  const Both = {
    allOf: [{ properties: { a: { enum: [1] } } }, { properties: { a: { enum: [2] } } }],
  }
  write(
    `  ${JSON.stringify([{ target: '$.components.schemas', update: { Both } }])}`.replace(
      /]$/,
      `,
  ${JSON.stringify({ target: '$.paths', update: paths })}]`,
    ),
  )
  const lines = (await overlay(other, '--out', join(folder, 'listed'))).split('\n')
  expect(lines.map((line) => line.replace(/; it knows .*/, ''))).toEqual([
    '! other.yaml:4: #/components/schemas/Both/a: allOf leaves no enum that fits all of its parts (in ofPart (GET /v2/g))',
    'other.yaml:5: ofCsv (GET /v2/a): an answer of text/csv is not supported, only JSON (application/json, or a type with +json; in UTF-8) or none is',
    'other.yaml:5: ofCookie (GET /v2/b): the parameter b in cookie is not supported: only one of a path, a query or a header is, with a schema',
    'other.yaml:5: findOrders (GET /v2/d): x-pagination has parameter: c, which is no parameter of the query',
    'other.yaml:5: unique (GET /v2/f), request/properties/f: the client has no check for uniqueItems',
    'other.yaml:5: sendOrder (POST /v2/h): ref_id has the name of a reference: write x-client-reference: true there, so that a journal makes the call once, or false',
  ])
  expect(readdirSync(folder)).not.toContain('listed')
})

test('keywords that allow every value are no reason to refuse (JSON Schema 2020-12)', async () => {
  const text = { type: 'string', $comment: 'A text.' }
  const schema = {
    type: 'object',
    $id: 'https://bank.example/order',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { Name: { ...text, maxLength: 9 }, Unused: { not: {} } },
    definitions: { Old: text },
    properties: {
      tags: { type: 'array', uniqueItems: false, items: text },
      name: { $ref: '#/components/schemas/Order/$defs/Name' },
    },
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } }
  const get = {
    operationId: 'getOrder',
    responses: { '200': { description: 'An order.', content } },
  }
  write(
    `  ${JSON.stringify([
      { target: '$.components.schemas', update: { Order: schema } },
      { target: '$.paths', update: { '/v2/order': { get } } },
    ])}`,
  )
  expect(await overlay(other, '--out', join(folder, 'silent'))).toContain('Written into')
  const { operations } = JSON.parse(
    readFileSync(join(folder, 'silent/provider.json'), 'utf8'),
  ) as ProviderData
  expect(operations['getOrder']?.response).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      tags: { type: 'array', items: { type: 'string' } },
      name: { type: 'string', maxLength: 9 },
    },
  })
  expect(readFileSync(join(folder, 'silent/schemas.ts'), 'utf8')).not.toMatch(
    /\$defs|definitions|\$id/,
  )
})

test('an answer of any body that an overlay describes is as it says', async () => {
  const schema = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } }
  const failed = { description: 'It failed.', content: { 'application/json': { schema } } }
  write(`  ${JSON.stringify([{ target: '$.paths.*.*.responses', update: { '5XX': failed } }])}`)
  const into = join(folder, 'failed')
  await overlay(other, '--out', into)
  const read = (name: string) => readFileSync(join(into, name), 'utf8')
  expect(read('index.ts')).toContain('readonly "5XX": CreateIssuerQuoteError5XX')
  const { paths } = JSON.parse(read('openapi.json')) as Document
  for (const item of Object.values(paths))
    for (const { responses } of Object.values(item)) expect(responses?.['5XX']).toEqual(failed)
})

test('a header with the name of a mark is none, and nothing is fetched of an example that is elsewhere', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const elsewhere = { Elsewhere: { externalValue: 'http://127.0.0.1:9/a.yaml' } }
  const headers = { 'X-Idempotency-Key': { schema: { type: 'string' } } }
  const actions = [
    { target: '$.components.examples', update: elsewhere },
    { target: "$.paths['/v2/issuer-quote'].post.responses['200']", update: { headers } },
  ]
  write(`  ${JSON.stringify(actions)}`)
  expect(await overlay(other, '--out', join(folder, 'elsewhere'))).toContain('Written into')
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

test('a folder that is a file is refused, and the name of an overlay puts nothing into the modules', async () => {
  const file = join(folder, 'a\nevil()\n.yaml')
  writeFileSync(file, readFileSync(acme))
  expect(await overlay(file, '--out', join(file, 'x'))).toContain('Name another folder.')
  await overlay(file, '--out', join(folder, 'named'))
  expect(readFileSync(join(folder, 'named/index.ts'), 'utf8')).not.toContain('\nevil()')
})

test('the command fails with a sentence without a folder, and where a file is not there', async () => {
  const help = '! An overlay and --out are needed.\n\nstablecoin-issuer-overlay FILE'
  expect(await overlay(acme)).toMatch(help)
  expect(await overlay('none.yaml', '--out', 'x')).toMatch('! none.yaml cannot be read: ENOENT')
})

test('an overlay that extends another document is refused, and one that extends ours is not', async () => {
  const place = join(folder, 'extends')
  const text = readFileSync(acme, 'utf8')
  const extending = (document: string) =>
    writeFileSync(other, text.replace(/^overlay: .*/m, `$&\nextends: ${document}`))
  extending('./acme.yaml')
  expect(await overlay(other, '--out', place)).toBe(
    '! other.yaml:3: ./acme.yaml is not read: an overlay is applied to the document of stablecoin-issuer-api; leave extends out',
  )
  extending('../node_modules/stablecoin-issuer-api/generated/openapi.yaml')
  expect(await overlay(other, '--out', place)).toMatch('Written into extends')
})

test.each(['notes.md', 'openapi.yaml', 'provider.json', 'package.json'])(
  'a folder is left as it is that has a file which the command did not write: %s',
  async (name) => {
    const place = join(folder, `with ${name}`)
    write('  - { target: $.info, update: { summary: Other } }')
    await overlay(other, '--out', place, '--js')
    writeFileSync(join(place, name), '{ "of": "another tool" }')
    const before = textsIn(place)
    expect(await overlay(other, '--out', place, '--js')).toBe(
      `! with ${name} has files that are not as this command wrote them: ${name}. Move them away, or name another folder.`,
    )
    expect(textsIn(place)).toEqual(before)
  },
)

test('what the command wrote is replaced, and a file whose name begins with a dot is left', async () => {
  const place = join(folder, 'replaced')
  write('  - { target: $.info, update: { summary: Other } }')
  await overlay(other, '--out', place, '--js')
  writeFileSync(join(place, '.gitignore'), '')
  expect(await overlay(acme, '--out', place, '--force')).toMatch('Written into replaced')
  expect(readdirSync(place)).toContain('.gitignore')
  expect(readdirSync(place)).not.toContain('package.json')
})
