import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operations as table } from '../../generated/operations.js'
import { dereference, requestSchema } from '../../scripts/generate/document.js'
import { forbidOthers } from '../../scripts/generate/exclusive.js'
import { readExamples } from '../../scripts/examples.js'
import { InvalidRequestError } from '../../src/index.js'
import { nearlyValid } from '../support/arbitrary.js'
import { callBy, prismClient, sendRaw } from '../support/client.js'
import { document, find, requestByAjv, responseByAjv, withBody } from '../support/document.js'
import { brokenRules } from '../support/rules.js'

const examples = await readExamples()

describe('every example of the document, over HTTP', () => {
  it.each(examples)('$operationId answers $name as documented', async (example) => {
    const { operationId, name, request, response } = example
    // Prism serves the first example unless it is asked for another.
    const client = prismClient({
      fetch: (url, init) => {
        const headers = new Headers(init.headers)
        headers.set('Prefer', `example=${name}`)
        return fetch(url, { ...init, headers })
      },
    })
    const { data, status, attempts } = await callBy(client, operationId, request).withResponse()
    expect({ data, status, attempts }).toEqual({ data: response, status: 200, attempts: 1 })
    expect(responseByAjv[operationId]?.(data)).toBe(true)
    expect(table[operationId]?.response.validate(data)).toBe(true)
  })
})

describe('every rule of the service, broken once', () => {
  it.each(brokenRules)('$operationId refuses: $rule', async ({ operationId, body, path }) => {
    const unreachable = (): never => {
      throw new Error('a body that breaks a rule was sent')
    }
    const refusal: unknown = await callBy(
      prismClient({ fetch: unreachable }),
      operationId,
      body,
    ).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(InvalidRequestError)
    expect(refusal).toMatchObject({ operation: operationId, outcome: 'not_sent', attempts: 0 })
    expect((refusal as InvalidRequestError).issues.map((issue) => issue.path)).toContain(path)

    const answer = await sendRaw(find(operationId), JSON.stringify(body))
    expect(answer.status).toBe(422)
    expect(requestByAjv[operationId]?.(body)).toBe(false)
  })
})

describe('bodies generated from the schemas', () => {
  it.each(withBody)('$id: the check before sending and Prism agree', async (operation) => {
    const schema = dereference(forbidOthers(document), requestSchema(operation) ?? false)
    const counts = { accepted: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(nearlyValid(schema), async (body) => {
        const text = JSON.stringify(body)
        const accepted = table[operation.id]?.request?.validate(JSON.parse(text)) ?? false
        const answer = await sendRaw(operation, text)
        await answer.arrayBuffer()
        counts[accepted ? 'accepted' : 'refused']++
        expect(answer.status).toBe(accepted ? 200 : 422)
        expect(requestByAjv[operation.id]?.(JSON.parse(text))).toBe(accepted)
      }),
      { numRuns: 1_000 },
    )
    // Both valid and invalid bodies occurred: otherwise nothing was compared.
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(50)
  })
})
