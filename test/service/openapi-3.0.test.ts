import { afterAll, beforeAll, expect, it } from 'vitest'
import { downgrade } from '../../scripts/generate/write/openapi-3.0.js'
import type { Document } from '../../scripts/lib/document.js'
import { readExamples } from '../../scripts/lib/examples.js'
import type { Running } from '../../scripts/lib/running.js'
import { document, find, statusOf } from '../support/document.js'
import { startPrism } from '../support/prism-server.js'
import { brokenRules } from '../support/rules.js'

let prism: Running
beforeAll(async () => {
  prism = await startPrism('generated/openapi-3.0.json')
})
afterAll(() => prism.stop())

interface Sent {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

async function send({ method, url, body, headers = {} }: Sent): Promise<number> {
  const answer = await fetch(prism.url + url, {
    method,
    headers: { ...headers, Authorization: 'Bearer any', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  return answer.status
}

it('the document in OpenAPI 3.0 accepts every example and refuses every broken rule', async () => {
  for (const example of await readExamples())
    expect(await send(example)).toBe(statusOf(example.operationId))
  for (const { operationId, rule, body } of brokenRules) {
    const { method, path: url } = find(operationId)
    expect([rule, await send({ method, url, body })]).toEqual([rule, 422])
  }
})

it('the document in OpenAPI 3.0 has only what older tools of 3.0 read: 3.0.3, and a reference alone', () => {
  const said = downgrade(document) as unknown as Document & { openapi: string }
  expect(said.openapi).toBe('3.0.3')
  expect(said.components.schemas).toHaveProperty(
    ['PutCryptoDestinationAddressResponse', 'properties', 'address'],
    { $ref: '#/components/schemas/CryptoDestinationAddress' },
  )
  expect(JSON.stringify(said)).not.toContain('allOf')
  expect(Object.keys(said.components)).toEqual(['securitySchemes', 'schemas'])
})

it('the document in OpenAPI 3.0 keeps what a sibling of a reference demands', () => {
  const changed = structuredClone(document)
  const $ref = '#/components/schemas/Side'
  const quote = changed.components.schemas['IssuerQuote'] as { properties: object }
  Object.assign(quote.properties, { side: { $ref, minLength: 3 } })
  const said = downgrade(changed) as unknown as Document
  expect(said.components.schemas).toHaveProperty(['IssuerQuote', 'properties', 'side'], {
    minLength: 3,
    allOf: [{ $ref }],
  })
})

it.each([
  ['a boolean schema', false, 'the schema false'],
  ['a constant', { const: 'PAXGUSD' }, 'const'],
  ['a list of types', { type: ['string', 'null'] }, 'a list of types'],
  ['dependent fields', { dependentRequired: { a: ['b'] } }, 'dependentRequired'],
])(
  'the document in OpenAPI 3.0 is not made from a document with %s: it would say less',
  (_, schema, name) => {
    const changed = structuredClone(document)
    const side = changed.components.schemas['Side'] as Record<string, unknown>
    side['items'] = schema
    expect(() => downgrade(changed)).toThrow(
      `#/components/schemas/Side/items: ${name} cannot be said in OpenAPI 3.0`,
    )
  },
)
