import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { operations as table } from '../../generated/index.js'
import { version } from '../../generated/version.js'
import { linearPattern } from '../../scripts/lib/linear-pattern.js'
import { fits } from '../../src/document/schema-check.js'
import type { Schema } from '../../src/operation.js'
import { document, find, operations, schemaOf } from '../support/document.js'
import { conversion } from '../support/examples.js'

it.each(['openapi', 'conformance.arazzo', 'token-endpoint'])(
  '%s.yaml has the version of the package',
  async (name) => {
    const text = await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8')
    expect(parse(text)).toMatchObject({ info: { version } })
  },
)

it.each([
  [
    'putCryptoDestinationAddress',
    'PUT',
    'transfer/crypto-destination-address',
    'transfer:write_crypto_destination_address',
  ],
  [
    'createStablecoinConversion',
    'POST',
    'conversion/stablecoins',
    'conversion:write_conversion_stablecoin',
  ],
  ['createIssuerQuote', 'POST', 'issuer-quote', 'exchange:write_issuer_quote'],
])(
  'the document has %s at the method, the path and the scope of the service',
  (id, method, path, scope) =>
    expect(find(id)).toMatchObject({ method, path: `/v2/${path}`, scopes: [scope] }),
)

const words = (text: string): unknown => expect.arrayContaining(text.split(' '))

it('the document knows every network that the service lists, in its spelling', () =>
  expect(schemaOf('CryptoNetwork')['enum']).toEqual(
    words(
      'BITCOIN ETHEREUM BITCOIN_CASH LITECOIN SOLANA POLYGON_POS BASE ARBITRUM_ONE STELLAR INK XLAYER',
    ),
  ))

/** Every text of up to seven of these characters. */
const texts = Array.from({ length: 7 }).reduce<string[]>(
  (all) => ['', ...all.flatMap((text) => Array.from('0.-x', (character) => text + character))],
  [''],
)

it.each([
  [String.raw`^[0-9]*\.?[0-9]+$`, String.raw`^(?:[0-9]+|[0-9]*\.[0-9]+)$`],
  [String.raw`^\d*[.x]?\d+$`, String.raw`^(?:\d+|\d*[.x]\d+)$`],
  ['^x*x?x+$', '^(?:x+|x*xx+)$'],
  [String.raw`^-?[0-9]*\.?[0-9]+$`, String.raw`^-?[0-9]*\.?[0-9]+$`],
])('the check of %s has a pattern that accepts the same strings: %s', (documented, linear) => {
  expect(linearPattern(documented)).toBe(linear)
  const [one, other] = [documented, linear].map((source) => {
    const pattern = new RegExp(source, 'u')
    return texts.filter((text) => pattern.test(text))
  })
  expect(texts).toHaveLength(21_845)
  expect(other).toEqual(one)
})

it('the document has the documented pattern of an amount, and the client checks it in linear time', () => {
  const [sent, ...more] =
    JSON.stringify(document.components.schemas).match(/"pattern":"[^"]*"/g) ?? []
  expect([JSON.parse(`{${sent}}`), more]).toEqual([{ pattern: String.raw`^[0-9]*\.?[0-9]+$` }, []])
  const { request } = table['createStablecoinConversion'] ?? {}
  // The documented form would take minutes here.
  expect(fits(request as Schema, { ...conversion, amount: `${'1'.repeat(1_000_000)}x` })).toBe(
    false,
  )
})

it('the document has integers for counts only: money is a decimal string', () => {
  const schemas = JSON.stringify(document.components.schemas)
  expect(schemas).not.toContain('"type":"number"')
  expect(schemas).not.toMatch(/(?:amount|price|fee|quantity)\w*":\{[^{}]*"type":"integer"/)
})

it('the document invents no error status and no error body', () => {
  for (const { id, responses } of operations) {
    expect(
      Object.keys(responses),
      `${id} documents a refusal: if the service's documentation shows it, take this test away, and the sentence "shows the status 200 alone" of openapi/openapi.yaml`,
    ).toEqual([expect.stringMatching(/^2\d\d$/), '5XX'])
    expect(responses['5XX']?.content).toEqual({ '*/*': {} })
  }
})

it('the document is set up by tools with an address, a token and the alternative that creates', () => {
  const { servers, security } = document as unknown as Record<string, Record<string, string>[]>
  const url = servers?.[1]?.['url']
  expect(url).toMatch(/^https:/)
  // Some parsers refuse a variable with a description.
  const variables = { base_url: { default: url } }
  expect(servers?.[0]).toMatchObject({ url: '{base_url}', variables })
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

it('the document that is published has each example where it is used, and no extensions but these', () => {
  const text = JSON.stringify(document)
  expect(Object.keys(document.components)).toEqual(['securitySchemes', 'schemas'])
  const extensions = new Set(text.match(/x-[^"]+(?=":)/g))
  expect([...extensions].sort()).toEqual(['x-client-reference', 'x-service-identifier'])
})
