import { expect, it } from 'vitest'
import { identifierOf } from '../../scripts/generate/read/identifier.js'
import { namedSchemas } from '../../scripts/generate/read/names.js'
import { assertSupported } from '../../scripts/generate/write/operations.js'
import { type Document, type Json, listOperations, type Node } from '../../scripts/lib/document.js'
import { readAnswer } from '../../src/call/answer.js'
import { type Schema, unknownOperation } from '../../src/document/operation.js'
import { adding, answer, bodyOf, document } from '../support/parcels/document.js'

const refusing = (changed: Document) => () => assertSupported(changed, listOperations(changed))
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const place = 'more (POST /v2/more/{id}): '
const query = { name: 'a', in: 'query', schema: { type: 'array', items: { type: 'string' } } }
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
    { operationId: 'quotePostage' },
    'another operation has this operationId',
  ],
  ...['then', 'constructor'].map((operationId): [string, Node, string] => [
    `the operationId ${operationId}`,
    { operationId },
    `the operationId ${operationId} is what every object, or a promise, has`,
  ]),
  ['a misspelt extension', { 'x-idempotencey': {} }, 'x-idempotencey is not x-idempotency'],
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
  [
    'an answer that may be null',
    answered({ [json]: { schema: { oneOf: [{ type: 'object' }, { type: 'null' }] } } }),
    'an answer that may be null is not supported',
  ],
  [
    'a required field of a request that is readOnly',
    bodyOf({ required: ['a'], properties: { a: { readOnly: true }, b: { readOnly: true } } }),
    'a of the request is required and readOnly: give the request a schema of its own',
  ],
  [
    'a required field of an answer that is writeOnly',
    answered({
      [json]: {
        schema: {
          type: 'array',
          items: { required: ['a'], properties: { a: { writeOnly: true } } },
        },
      },
    }),
    'a of the answer is required and writeOnly: give the answer a schema of its own',
  ],
  ['a list as its body', bodyOf({ type: 'array' }), 'a request body of the type array is not'],
  [
    'a file as its body',
    { requestBody: { content: { 'multipart/form-data': {} } } },
    'a request body is supported as application/json only, and no file can be sent',
  ],
  [
    'successes of several schemas',
    { responses: { '200': answer, '202': { content: { [json]: { schema: { type: 'array' } } } } } },
    'successes of several schemas are not supported: declare one for all of them',
  ],
  [
    'a field with the name of a parameter',
    bodyOf({ additionalProperties: false, properties: { id: {} } }),
    'the parameter id in path has the name of a field of the body',
  ],
])('npm run generate refuses an operation with %s', (_, operation, sentence) =>
  expect(refusing(adding({ parameters: [id], ...operation }))).toThrow(sentence),
)

it('npm run generate refuses a GET with a body, which fetch does not send', () => {
  const get = { operationId: 'read', responses: { '200': answer }, ...bodyOf({}) }
  const changed = adding({}, '/v2/more', { get })
  expect(refusing(changed)).toThrow('read (GET /v2/more): a request body of GET is not supported')
})

it('npm run generate refuses a path whose parameters touch, and a reference that leads nowhere', () => {
  expect(refusing(adding({}, '/v2/{a}{b}'))).toThrow('two parameters of the path touch')
  const nowhere = adding({ parameters: [{ $ref: '#/components/parameters/None' }] })
  expect(refusing(nowhere)).toThrow('the document has no #/components/parameters/None')
})

const text = { type: 'string' }
const marked = { type: 'string', 'x-service-identifier': true }
/** An object that requires what it has. */
const object = (properties: Node): Node => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const list = (items: Node): Node => ({ type: 'array', items })
const quotes = list({ $ref: '#/components/schemas/Postage' })
const sending = bodyOf(object({ profile_id: text, vasp: object({ id: text, trade_id: text }) }))

/** What the answers to an operation with the parameter `id` in its path, or with a body, are read as. */
function reading(schema: Json, answers: readonly Json[], input: Node = { parameters: [id] }) {
  const changed = adding({ ...answered({ [json]: { schema } }), ...input })
  const added = listOperations(changed).find((one) => one.id === 'more')
  if (added === undefined) throw new Error('there is no operation')
  const identifier = identifierOf(changed, added)
  const operation = { ...unknownOperation, identifier, response: schema as Schema }
  const call = { operation, call: 'c', refId: undefined, attempts: 1, unknown: false }
  const read = (value: Json): boolean => {
    const body = { bytes: new TextEncoder().encode(JSON.stringify(value)) }
    const response = { status: 200, headers: new Headers(), read: () => body }
    return readAnswer(200, response, body, { ...call, requestIdHeader: '' }).failure === undefined
  }
  return { identifier, read: answers.map(read) }
}

it.each<[string, Json, path: string[] | undefined, Node?]>([
  ['a required id', object({ trade_id: text, id: text }), ['id'], sending],
  ['a required …_id', object({ profile_id: text, trade_id: text }), ['trade_id'], sending],
  ['no id of the path', object({ id: text, status: text }), undefined],
  ['no optional id', { ...object({ trade_id: text }), required: [] }, undefined],
  ['no number', object({ trade_id: { type: 'integer' } }), undefined],
  ['a marked field, sent or not', object({ trade_id: text, id: marked }), ['id']],
  ['one of an object', object({ more: object({ key: marked }) }), ['more', 'key']],
  [
    'none of an object that may be missing',
    { ...object({ trade_id: text, more: object({ key: marked }) }), required: ['trade_id'] },
    ['trade_id'],
  ],
  ['one of each item of a list', quotes, ['postage_id']],
  ['none of a list within a page', object({ quotes }), undefined],
  [
    'one that all alternatives have',
    { oneOf: [object({ trade_id: text, a: text }), object({ trade_id: text })] },
    ['trade_id'],
  ],
  ['none of one alternative', { oneOf: [object({ a_id: text }), object({})] }, undefined],
])('the identifier that proves a success is %s', (_, schema, path, input) => {
  expect(reading(schema, [], input).identifier).toEqual(path)
})

it('the identifier that proves a success has to be a string', () => {
  expect(() => reading(object({ id: { ...marked, type: 'integer' } }), [])).toThrow(
    'more: x-service-identifier of id, which is no string',
  )
})

const error = { error: 'maintenance' }
const page = object({ quotes, total: { type: 'integer' } })
it.each<[string, Json, Json[], Json[]]>([
  ['an answer', object({ trade_id: text, fee: text }), [{ trade_id: 't' }], [{}, error, []]],
  [
    'an answer without an identifier',
    object({ id: text, status: text }),
    [{ id: 'sent', status: null }],
    [{}, error, { id: 'sent' }],
  ],
  ['a page', page, [{ quotes: [], total: 0 }], [{}, error, { quotes: [] }, []]],
  [
    'a list',
    quotes,
    [[], [{ postage_id: 'q' }]],
    [[error], [{ postage_id: 'q' }, error], [{ postage_id: '' }], ['q'], [null], error],
  ],
  [
    'a list without identifiers',
    list(object({ fee: text })),
    [[], [{ fee: '1' }], [{ fee: 1, more: 2 }]],
    [[{}], [error], [{ fee: '1' }, error], ['1'], error],
  ],
  ['a list of strings', list(text), [[], ['a'], [error]], [error]],
  ['an answer that requires nothing', { type: 'object' }, [{}, error], [[]]],
])('%s of a further operation is a success by what proves it', (_, schema, successes, others) => {
  expect(reading(schema, successes).read).toEqual(successes.map(() => true))
  expect(reading(schema, others).read).toEqual(others.map(() => false))
})

it('npm run generate takes what it can write', () => {
  const header = { ...query, in: 'header', name: 'X-Team' }
  const spaced = { ...query, style: 'spaceDelimited', explode: false }
  const dotted = { ...query, name: 'created_at.lt', schema: { type: ['string', 'null'] } }
  const open = bodyOf({ type: 'object', properties: {} })
  const operation = { parameters: [id, header, spaced, dotted], ...open }
  expect(refusing(adding(operation))).not.toThrow()
})

it('npm run generate gives no two types one name', () => {
  const changed = adding({ parameters: [id] })
  const schemas = { ...document.components.schemas, MoreParameters: {} }
  const clash = { ...changed, components: { ...document.components, schemas } }
  expect(() => namedSchemas(clash, listOperations(clash))).toThrow(
    'more: components.schemas.MoreParameters has the name of a type that is made for this operation',
  )
})
