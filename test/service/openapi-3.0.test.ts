import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downgrade } from '../../scripts/generate/write/openapi-3.0.js'
import { type Document, listOperations } from '../../scripts/lib/document.js'
import { readExamples } from '../../scripts/lib/examples.js'
import type { Running } from '../../scripts/lib/running.js'
import { document, find } from '../support/document.js'
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

describe('the document in OpenAPI 3.0', () => {
  it('accepts every example and refuses every broken rule', async () => {
    for (const example of await readExamples()) expect(await send(example)).toBe(200)
    for (const { operationId, rule, body } of brokenRules) {
      const { method, path: url } = find(operationId)
      expect([rule, await send({ method, url, body })]).toEqual([rule, 422])
    }
  })

  it('has only what older tools of 3.0 read: 3.0.3, answers of 200, examples in their place', () => {
    const said = downgrade(document) as unknown as Document & { openapi: string }
    expect(said.openapi).toBe('3.0.3')
    for (const { object, requestBody, responses } of listOperations(said)) {
      expect(Object.keys(object.responses)).toEqual(['200'])
      for (const side of [requestBody, responses['200']])
        for (const example of Object.values(side?.content?.['application/json']?.examples ?? {}))
          expect(Object.keys(example)).toEqual(['summary', 'value'])
    }
    expect(Object.keys(said.components)).toEqual(['securitySchemes', 'schemas'])
  })

  it('keeps an answer that tells something, whatever its status', () => {
    const changed = structuredClone(document)
    const { responses } = listOperations(changed)[0]?.object ?? { responses: {} }
    const content = { 'application/json': { schema: { type: 'object' } } }
    Object.assign(responses, { 404: {}, '5XX': { content }, '4XX': {} })
    const [operation] = listOperations(downgrade(changed) as unknown as Document)
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(['200', '404', '5XX'])
  })

  it.each([
    ['a boolean schema', false, 'the schema false'],
    ['a constant', { const: 'PAXGUSD' }, 'const'],
    ['a list of types', { type: ['string', 'null'] }, 'a list of types'],
    ['dependent fields', { dependentRequired: { a: ['b'] } }, 'dependentRequired'],
  ])('is not made from a document with %s: it would say less', (_, schema, name) => {
    const changed = structuredClone(document)
    const side = changed.components.schemas['Side'] as Record<string, unknown>
    side['items'] = schema
    expect(() => downgrade(changed)).toThrow(
      `#/components/schemas/Side/items: ${name} cannot be said in OpenAPI 3.0`,
    )
  })
})
