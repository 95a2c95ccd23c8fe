import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeFolder } from '../../scripts/generate/write/folder.js'
import { downgrade } from '../../scripts/generate/write/openapi-3.0.js'
import { type Document, listOperations } from '../../scripts/lib/document.js'

const file = new URL('constructs.yaml', import.meta.url)
const document = parse(readFileSync(file, 'utf8')) as Document
const made = await writeFolder(document, { header: '' })

it.each(['index.ts', 'schemas.ts'])(
  'npm run generate makes of each construct what was reviewed: %s',
  async (name) => {
    await expect(made[name]).toMatchFileSnapshot(`constructs.${name}.txt`)
  },
)

it.each(['index.ts', 'schemas.ts', 'types.ts'])(
  'npm run generate lets no text of a document leave the comment that it is written into: %s',
  (name) => {
    expect(made[name]).toContain('evil()')
    expect(made[name]).not.toContain('*/ evil()')
  },
)

const statusesIn = (published: Document): string[] => {
  const operation = listOperations(published).find(({ id }) => id === 'refusals')
  return Object.keys(operation?.object.responses ?? {})
}

it('npm run generate publishes each answer with its body in its place, and in OpenAPI 3.0 no default or range that tells nothing', () => {
  const published = JSON.parse(made['openapi.json'] ?? '') as Document
  expect(published).toHaveProperty('components.schemas.Party.properties.responses.type', 'array')
  const statuses = ['200', '302', '404', '409', '410', '4XX', '5XX', 'default']
  expect(statusesIn(published)).toEqual(statuses)
  const { responses = {} } = published.paths['/refusals']?.['post'] ?? {}
  expect(responses['404']).toHaveProperty(['content', 'application/problem+json'])
  const others = statuses.filter((status) => status !== '5XX')
  expect(statusesIn(downgrade(published) as Document)).toEqual(others)
})

it('npm run generate keeps in OpenAPI 3.0 what a sibling of a reference demands', () => {
  const few = { $ref: '#/components/schemas/Texts', maxItems: 3 }
  const schemas = { ...document.components.schemas, Few: few }
  const made = downgrade({ ...document, components: { ...document.components, schemas } })
  const { $ref, maxItems } = few
  expect(made).toHaveProperty('components.schemas.Few', { maxItems, allOf: [{ $ref }] })
})
