import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { publish } from '../../scripts/generate/write/published.js'
import { type Document, listOperations } from '../../scripts/lib/document.js'
import { document } from '../support/document.js'

const written = parse(
  readFileSync(new URL('../../openapi/openapi.yaml', import.meta.url), 'utf8'),
) as Document

it('the published document has each example where it is used, and no reference to one', () => {
  const { examples } = written.components as unknown as { examples: Record<string, object> }
  const text = JSON.stringify(document)
  for (const example of Object.values(examples)) expect(text).toContain(JSON.stringify(example))
  expect(text).not.toContain('#/components/examples')
  expect(Object.keys(document.components)).toEqual(['securitySchemes', 'schemas'])
})

it('the published document has no extension but the samples', () => {
  const names = (text: string) => new Set(text.match(/"x-[^"]+"/g))
  expect([...names(JSON.stringify(written))].sort()).toEqual([
    '"x-client-reference"',
    '"x-expected"',
    '"x-mock"',
    '"x-service-identifier"',
  ])
  // The scopes of the major version are told once a later one is there.
  const published = [...names(JSON.stringify(document))]
  expect(published.filter((name) => name !== '"x-default-scopes"')).toEqual(['"x-codeSamples"'])
})

it('the published document keeps an answer that tells something, whatever its status', () => {
  const changed = structuredClone(written)
  const content = { 'application/json': { schema: { type: 'object' } } }
  const refused = { description: 'Refused.', content }
  const { responses } = changed.components as unknown as { responses: object }
  Object.assign(responses, { Refused: refused })
  Object.assign(listOperations(changed)[0]?.object.responses ?? {}, {
    204: { description: 'Done.' },
    404: { $ref: '#/components/responses/Refused' },
    '4XX': { description: 'Any.' },
    default: { description: 'Any.' },
    '5XX': { content },
  })
  const [operation] = listOperations(publish(changed))
  expect(Object.keys(operation?.object.responses ?? {}).sort()).toEqual([
    '200',
    '204',
    '404',
    '5XX',
  ])
  expect(operation?.object.responses['404']).toEqual(refused)
})
