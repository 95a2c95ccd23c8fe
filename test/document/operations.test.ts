import { expect, it } from 'vitest'
import { namedSchemas } from '../../scripts/generate/read/names.js'
import { assertSupported } from '../../scripts/generate/write/operations.js'
import { type Document, type Json, listOperations } from '../../scripts/lib/document.js'
import { document } from '../support/document.js'

type Node = Record<string, Json>

const answer = { description: 'It.', content: { 'application/json': { schema: {} } } }

/** The document with one more operation, a POST with a closed body unless told otherwise. */
function adding(operation: Node, path = '/v2/more/{id}', item: Node = {}): Document {
  const post = { operationId: 'more', responses: { '200': answer }, ...operation }
  const paths = { ...document.paths, [path]: { ...item, post } }
  return { ...document, paths }
}
const refusing = (changed: Document) => () => assertSupported(changed, listOperations(changed))
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const place = 'more (POST /v2/more/{id}): '
const query = { name: 'a', in: 'query', schema: { type: 'array', items: { type: 'string' } } }
const bodyOf = (schema: Json): Node => ({
  requestBody: { content: { 'application/json': { schema } } },
})

it.each<[string, Node, string]>([
  ['is not declared', { ...id, in: 'query' }, '{id} in the path is not among the parameters'],
  ['has another name', { ...id, name: 'a' }, '{id} in the path is not among the parameters'],
  ['may be left out', { ...id, required: false }, 'id in path has to be required: true'],
  ['has a label', { ...id, style: 'label' }, 'has the style label, only simple is supported'],
  ['is an object', { ...id, schema: { type: 'object' } }, 'has to be of the type string, number,'],
])('npm run generate refuses a parameter of the path that %s', (_, parameter, sentence) => {
  const refused = refusing(adding({ parameters: [parameter] }))
  expect(refused).toThrow(place)
  expect(refused).toThrow(sentence)
})

it.each<[Node, string]>([
  [
    { ...query, in: 'cookie' },
    'the parameter a in cookie is not supported: cookies are left to the service',
  ],
  [
    { ...query, style: 'deepObject' },
    'the parameter a in query has the style deepObject, only form, spaceDelimited, pipeDelimited is supported',
  ],
  [
    { ...query, style: 'pipeDelimited', explode: true },
    'the parameter a in query has the style pipeDelimited with explode, only without it is supported',
  ],
  [
    { ...query, allowReserved: true },
    'the parameter a in query has allowReserved, which is not supported',
  ],
  [
    { name: 'a', in: 'query', content: { 'application/json': {} } },
    'the parameter a in query is not supported: it has no schema, only such are written',
  ],
  [{ ...query, name: 'id' }, 'has the name of another; the client takes both by their names'],
  ...['Authorization', 'accept', 'Host', 'Sec-Fetch-Mode'].map((name): [Node, string] => [
    { ...query, name, in: 'header' },
    `the parameter ${name} in header is a header that is not for a parameter to say`,
  ]),
  [{ ...query, name: 'a b', in: 'header' }, 'the parameter a b in header is no name of a header'],
])('npm run generate refuses %j', (parameter, sentence) => {
  expect(refusing(adding({ parameters: [id, parameter] }))).toThrow(place)
  expect(refusing(adding({ parameters: [id, parameter] }))).toThrow(sentence)
  // Those of the path item and of components are looked at in the same way.
  const shared = adding({ parameters: [id] }, undefined, { parameters: [parameter] })
  expect(refusing(shared)).toThrow(sentence)
  const others = (document.components as { parameters?: object }).parameters
  const components = { ...document.components, parameters: { ...others, It: parameter } }
  const referring = adding({ parameters: [id, { $ref: '#/components/parameters/It' }] })
  expect(refusing({ ...referring, components })).toThrow(sentence)
})

const answered = (content: Node): Node => ({ responses: { '200': { content } } })
const json = 'application/json'
it.each<[string, Node, string]>([
  ['no operationId', { operationId: null }, 'an operationId that can name a method is missing'],
  [
    'the operationId of another',
    { operationId: 'createIssuerQuote' },
    'another operation has this operationId',
  ],
  ['no success', { responses: { default: answer } }, 'a 2xx response is missing'],
  ['an answer that is no JSON', answered({ 'text/csv': {} }), 'an answer of text/csv is not'],
  [
    'an answer of a string',
    answered({ [json]: { schema: { type: 'string' } } }),
    'an answer of the type string is not supported, only an object or a list is',
  ],
  [
    'answers with content and without',
    { responses: { '200': answer, '204': {} } },
    'a success with content beside one without is not supported: declare one of them',
  ],
  ['a list as its body', bodyOf({ type: 'array' }), 'a request body of the type array is not'],
  [
    'a file as its body',
    { requestBody: { content: { 'multipart/form-data': {} } } },
    'a request body is supported as application/json only, and no file can be sent',
  ],
  [
    'an open body beside parameters',
    bodyOf({ type: 'object', properties: {} }),
    'parameters beside a body that is not closed',
  ],
  [
    'a field with the name of a parameter',
    bodyOf({ additionalProperties: false, properties: { id: {} } }),
    'the parameter id in path has the name of a field of the body',
  ],
])('npm run generate refuses an operation with %s', (_, operation, sentence) =>
  expect(refusing(adding({ parameters: [id], ...operation }))).toThrow(sentence),
)

it('npm run generate refuses a path whose parameters touch, and a reference that leads nowhere', () => {
  expect(refusing(adding({}, '/v2/{a}{b}'))).toThrow('two parameters of the path touch')
  const nowhere = adding({ parameters: [{ $ref: '#/components/parameters/None' }] })
  expect(refusing(nowhere)).toThrow('the document has no #/components/parameters/None')
})

it('npm run generate takes what it can write', () => {
  const header = { ...query, in: 'header', name: 'X-Team' }
  const spaced = { ...query, style: 'spaceDelimited', explode: false }
  expect(refusing(adding({ parameters: [id, header, spaced] }))).not.toThrow()
})

it('npm run generate gives no two types one name', () => {
  const changed = adding({ parameters: [id] })
  const schemas = { ...document.components.schemas, MoreParameters: {} }
  const clash = { ...changed, components: { ...document.components, schemas } }
  expect(() => namedSchemas(clash, listOperations(clash))).toThrow(
    'more: components.schemas.MoreParameters has the name of a type that is made for this operation',
  )
})
