import { expect, it } from 'vitest'
import { identifierOf } from '../../scripts/generate/read/identifier.js'
import { type Document, type Json, listOperations, type Node } from '../../scripts/lib/document.js'

const text = { type: 'string' }
const marked = { ...text, 'x-service-identifier': true }
/** An object that requires what it has. */
const object = (properties: Node): Node => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const quotes = { type: 'array', items: object({ quote_id: text }) }

const inPath = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
const profile = object({ id: text, trade_id: text })
const inBody = { requestBody: json(object({ profile_id: text, profile })) }

it.each<[string, answer: Json, path: string[] | undefined, sent?: Node]>([
  ['a required id', object({ trade_id: text, id: text }), ['id'], inBody],
  ['a required …_id', object({ profile_id: text, trade_id: text }), ['trade_id'], inBody],
  ['no id of the path', object({ id: text, status: text }), undefined],
  ['no id of the request', object({ request_id: text, trade_id: text }), ['trade_id']],
  ['no optional id', { ...object({ trade_id: text }), required: [] }, undefined],
  ['no number', object({ trade_id: { type: 'integer' } }), undefined],
  ['a marked field, sent or not', object({ trade_id: text, id: marked }), ['id']],
  ['one of an object', object({ more: object({ key: marked }) }), ['more', 'key']],
  [
    'none of an object that may be missing',
    { ...object({ trade_id: text, more: object({ key: marked }) }), required: ['trade_id'] },
    ['trade_id'],
  ],
  ['one of each item of a list', quotes, ['quote_id']],
  ['none of a list within a page', object({ quotes }), undefined],
  [
    'one that all alternatives have',
    { oneOf: [object({ trade_id: text, a: text }), object({ trade_id: text })] },
    ['trade_id'],
  ],
  [
    'a marked field of one alternative, where another may be a refusal',
    { oneOf: [object({ id: marked }), object({ code: text, refusal_id: text })] },
    ['id'],
  ],
  ['none of one alternative', { oneOf: [object({ a_id: text }), object({})] }, undefined],
])('the identifier that proves a success is %s', (_, schema, path, sent = inPath) => {
  const post = { operationId: 'more', ...sent, responses: { '200': json(schema) } }
  const document = { paths: { '/v2/more/{id}': { post } } } as object as Document
  const [more] = listOperations(document)
  expect(more && identifierOf(more)).toEqual(path)
})
