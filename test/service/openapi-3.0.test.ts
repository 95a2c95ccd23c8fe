import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { downgrade } from '../../scripts/generate/write/openapi-3.0.js'
import type { Document } from '../../scripts/lib/document.js'
import { readExamples } from '../../scripts/lib/examples.js'
import { createRequestCheck } from '../../src/mock/check-request.js'
import { document, find, statusOf } from '../support/document.js'
import { brokenRules } from '../support/rules.js'

const json = { authorization: 'Bearer any', 'content-type': 'application/json' }

it('Prism reads the document in OpenAPI 3.0, and accepts every example and refuses every broken rule', async () => {
  const published = JSON.parse(await readFile('generated/openapi-3.0.json', 'utf8')) as object
  const check = await createRequestCheck(published)
  const send = async (method: string, url: string, body: unknown, headers: object = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    return (
      (await check({ method, url, headers: { ...json, ...headers }, body: text }))?.status ?? 200
    )
  }
  for (const { operationId, method, url, body, headers } of await readExamples())
    expect(await send(method, url, body, headers)).toBe(statusOf(operationId))
  for (const { operationId, rule, body } of brokenRules) {
    const { method, path } = find(operationId)
    expect([rule, await send(method, path, body)]).toEqual([rule, 422])
  }
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
