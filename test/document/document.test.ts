import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { operations as constants } from '../../generated/index.js'
import { listOperations } from '../../scripts/lib/document.js'
import { missingExample, readExamples } from '../../scripts/lib/examples.js'
import { redocly } from '../../scripts/lib/redocly.js'
import { readReleased } from '../../scripts/lib/scopes.js'
import {
  document,
  find,
  operations,
  requestByAjv,
  responseByAjv,
  schemaOf,
} from '../support/document.js'

const text = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8')
const examples = await readExamples()
const released = await readReleased('openapi/released.yaml')

it.each(released === undefined ? [] : listOperations(released))(
  'the document keeps the method, the path and the scope that $id was released with',
  ({ id, method, path, object }) => {
    expect(find(id)).toMatchObject({ method, path })
    expect(find(id).object.security).toEqual(object.security)
  },
)

it('the document knows every network that the service lists, in its spelling', () =>
  expect(schemaOf('CryptoNetwork')['enum']).toEqual(
    'BITCOIN ETHEREUM BITCOIN_CASH LITECOIN SOLANA POLYGON_POS BASE ARBITRUM_ONE STELLAR INK XLAYER'.split(
      ' ',
    ),
  ))

it('the document has integers for counts only: money is a decimal string', () => {
  const schemas = JSON.stringify(document.components.schemas)
  expect(schemas).not.toContain('"type":"number"')
  expect(schemas).not.toMatch(/(?:amount|price|fee|quantity)\w*":\{[^{}]*"type":"integer"/)
})

it('the document invents no error status and no error body', () => {
  for (const { object } of operations)
    expect(Object.keys(object.responses)).toEqual([expect.stringMatching(/^2\d\d$/)])
})

it('the document is set up by tools with an address, a token and the alternative that creates', () => {
  const { servers, security } = document as unknown as Record<string, Record<string, string>[]>
  const url = servers?.[0]?.['url']
  expect(url).toMatch(/^https:/)
  // Some parsers refuse a variable with a description.
  expect(servers?.[1]).toMatchObject({ variables: { base_url: { default: url } } })
  expect(servers).toHaveLength(2)
  expect(security).toEqual([{ oauth2: [] }])
  const put = schemaOf('PutCryptoDestinationAddressRequest')
  expect(put).toMatchObject({
    type: 'object',
    oneOf: [
      { $ref: '#/components/schemas/CryptoDestinationAddressByNetworkAddress' },
      { $ref: '#/components/schemas/CryptoDestinationAddressById' },
    ],
  })
})

it('the document gives a schema no other title than its name: generators name classes by it', () => {
  const titles = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    typeof schema === 'object' && 'title' in schema ? [[name, schema['title']]] : [],
  )
  expect(titles.length).toBeGreaterThan(0)
  for (const [name, title] of titles) expect(title).toBe(name)
})

it('the document requires the response fields that it says it requires', () => {
  const optional = (name: string): string[] => {
    const { properties, required } = schemaOf(name) as { properties: object; required: string[] }
    return Object.keys(properties).filter((field) => !required.includes(field))
  }
  expect(optional('IssuerQuote')).toEqual([])
  expect(optional('CryptoDestinationAddress')).toEqual([])
  expect(optional('StablecoinConversion').sort()).toEqual([
    'account_id',
    'cancelled_at',
    'identity_id',
    'metadata',
    'recipient_profile_id',
    'ref_id',
    'settled_at',
  ])
})

it.each(examples)(
  'the document has an example of $operationId that is valid on both sides: $name',
  ({ operationId, body, response }) => {
    expect(requestByAjv[operationId]?.(body)).toBe(true)
    expect(responseByAjv[operationId]?.(response)).toBe(true)
  },
)

it('the document has an example of each operation, and at least two of what takes a body', () => {
  for (const operation of operations) {
    const own = examples.filter(({ operationId }) => operationId === operation.id)
    const least = operation.requestBody === undefined ? 1 : 2
    expect(own.length, missingExample(operation)).toBeGreaterThanOrEqual(least)
  }
})

it('the document tells one story: an answer repeats what its request said', () => {
  const renamed: Record<string, string> = {
    bookmarked_status: 'bookmarked',
    base_amount: 'quantity',
  }
  for (const { request, response } of examples) {
    const told = (response ?? {}) as Record<string, unknown>
    const answer = (told['address'] ?? told) as Record<string, unknown>
    for (const [field, value] of Object.entries(request)) {
      const echoed = answer[renamed[field] ?? field]
      if (echoed !== undefined) expect(echoed).toEqual(value)
    }
  }
})

it('the document leaves the same list open as its README', () => {
  const rows = (markdown: string): string[] =>
    [...markdown.matchAll(/^\s*\| (?!Left open|---)([^|]+) \|/gm)].map((row) =>
      (row[1] ?? '').trim(),
    )
  const { description } = (parse(text('openapi/openapi.yaml')) as { info: { description: string } })
    .info
  const listed = rows(description)
  expect(listed.length).toBeGreaterThanOrEqual(17)
  expect(rows(text('openapi/README.md'))).toEqual(expect.arrayContaining(listed))
})

const files = ['README.md', 'openapi/README.md', 'openapi/guides/after-unknown.md']

it('the document alone says that no operation takes a reference, as long as none does', () => {
  const claim = /no documented look-up takes/gi
  const isTaken = operations.some(({ parameters }) => parameters.some(isReference))
  expect(text('openapi/openapi.yaml').match(claim) ?? []).toHaveLength(isTaken ? 0 : 1)
  for (const file of files) expect(text(file)).not.toMatch(claim)
})

/** Of a parameter, which finds what an earlier call made: in a body, it names what is made now. */
function isReference({ name }: { readonly name: string }): boolean {
  return Object.values(constants).some(({ referenceField }) => referenceField === name)
}

it.each(['README.md', 'openapi/guides/after-unknown.md', 'openapi/openapi.yaml'])(
  'the document is said by %s in the same way: ask how a conversion is found whose answer was lost',
  (file) =>
    expect(text(file).replaceAll(/\s+/g, ' ')).toMatch(
      /without its answer you do not know its `id`: ask your provider how to find it by its `ref_id`/i,
    ),
)

it('the document is clean under the linter, and the linter sees what is wrong', async () => {
  const clean = await redocly('lint', 'openapi/openapi.yaml', '--format', 'json')
  expect(JSON.parse(clean.stdout)).toMatchObject({
    totals: { errors: 0, warnings: 0, ignored: 0 },
  })
})
