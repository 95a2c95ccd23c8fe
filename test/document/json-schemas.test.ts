import { expect, it } from 'vitest'
import { writeSchemas } from '../../scripts/generate/write/json-schemas.js'
import { type Json, listOperations } from '../../scripts/lib/document.js'
import { adding, document } from '../support/parcels/document.js'

/** The constants for a document whose postage has another schema instead of a field. */
function generate(field: Json, more: Record<string, Json> = {}) {
  const changed = structuredClone(document)
  const { QuotePostageRequest: postage } = changed.components.schemas
  ;(postage as { properties: Record<string, Json> }).properties['pace'] = field
  Object.assign(changed.components.schemas, more)
  return writeSchemas(changed, listOperations(changed))
}

it.each<[string, Json]>([
  ['/properties/pace: the client has no check for uniqueItems; it knows ', { uniqueItems: true }],
  ['/properties/pace: the client has no check for constructor; it knows ', { constructor: 1 }],
  ['/properties/pace: the client has no check for pattern "("', { pattern: '(' }],
  ['/properties/pace: the client has no check for required [1]', { required: [1] }],
  [
    '/properties/pace/items/additionalProperties: the client has no check for not; it knows ',
    { items: { additionalProperties: { not: {} } } },
  ],
  [
    '/properties/pace/oneOf/1/properties/a: the client has no check for not; it knows ',
    { oneOf: [true, { properties: { a: { not: {} } } }] },
  ],
  [
    '/properties/pace: the client has no check for not; it knows ',
    { $ref: '#/components/schemas/Odd' },
  ],
])('the schemas as data are refused where the client cannot check them: %s', (sentence, field) => {
  const place = 'quotePostage (POST /v1/postage), request'
  expect(() => generate(field, { Odd: { not: {} } })).toThrow(place + sentence)
})

it('the schemas as data keep what decides alone, with the words for it', () => {
  const field = {
    type: 'string',
    description: 'Says nothing.',
    'x-expected': 'a word',
    examples: ['a'],
    format: 'email',
    minLength: 1,
  }
  expect(generate(field).text).toContain(
    '"pace": { type: "string", expected: "a word", limits: /* @__PURE__ */ createLimits({"minLength":1}) },',
  )
})

it('the schemas as data limit an integer of 64 bits to what JSON.parse reads exactly', () => {
  const { text } = generate({ type: 'integer', format: 'int64', minimum: 1 })
  expect(text).toContain('createLimits({"minimum":1,"maximum":9007199254740991})')
  expect(generate({ type: 'string', format: 'int64' }).text).not.toContain(
    'createLimits({"minimum"',
  )
})

it('the schemas as data say what proves an answer of several forms', () => {
  const one = (name: string): Json => ({ required: ['kind', name], properties: { [name]: {} } })
  const schema = { oneOf: [one('a'), one('b')] }
  const content = { 'application/json': { schema } }
  const changed = adding({ responses: { '200': { content } } }, '/v2/more')
  const { schemas } = writeSchemas(changed, listOperations(changed))
  expect(schemas.get('moreResponseRules')).toMatchObject({ required: ['kind'] })
})

it('the schemas as data are written once under the name that they have in the document, each below what it needs', () => {
  const { text, names } = generate({ $ref: '#/components/schemas/ShelfContents' })
  const constants = [...text.matchAll(/^const (\w+)/gm)].map(([, name]) => name)
  expect(new Set(constants).size).toBe(constants.length)
  expect(text.match(/\bshelfContentsRules\b/g)).toHaveLength(4)
  expect(constants.indexOf('shelfContentsRules')).toBeLessThan(constants.indexOf('shelfByIdRules'))
  expect(names.get('quotePostage')).toEqual({
    request: 'quotePostageRequestRules',
    response: 'postageRules',
    errors: {},
  })
})

it('the schemas as data have another name in answers where those are closed and requests are not', () => {
  const party = { type: 'object', properties: { kind: { type: 'string' } } }
  const changed = structuredClone(document)
  const { schemas } = changed.components
  schemas['Party'] = party
  for (const name of ['QuotePostageRequest', 'Postage'])
    (schemas[name] as { properties: Record<string, Json> }).properties['party'] = {
      $ref: '#/components/schemas/Party',
    }
  const { text } = writeSchemas(changed, listOperations(changed))
  expect(text).toContain('const partyRules = { type: "object", properties')
  expect(text).toContain('const partyInAnswerRules = { additionalProperties: false, type')
  expect(text).toMatch(/quotePostageRequestRules = [^=]*"party": partyRules,/)
  expect(text).toMatch(/postageRules = [^=]*"party": partyInAnswerRules,/)
})
