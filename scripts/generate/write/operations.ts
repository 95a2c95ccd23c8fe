import type { IdempotencyKey } from '../../../src/operation.js'
import {
  type Document,
  isJson,
  isNode,
  type Json,
  json,
  jsonOf,
  listScopes,
  methods,
  type Node,
  type Operation,
  type Schema,
} from '../../lib/document.js'
import { eachOperation } from '../../lib/each.js'
import { accountOf, varyingOf } from '../read/account.js'
import { isIdempotent } from '../read/idempotency.js'
import { identifierOf, readsByOf, referenceMemberOf, referenceOf } from '../read/identifier.js'
import { linkOf } from '../read/links.js'
import { paginationOf } from '../read/pagination.js'
import { alternatives, parametersOf, problemOfParameters } from '../read/parameters.js'
import { answerOf } from '../read/proof.js'
import type { resourceRules } from '../read/resources.js'
import { knownRules, rulesOfOperation } from '../read/rules.js'

/** @throws Error in a sentence, for an operation that no method can be made for */
export function assertSupported(document: Document, operations: readonly Operation[]): void {
  const ids = new Set<string>()
  const templates = new Map<string, string>()
  eachOperation(operations, (operation) => {
    const { id, method, path } = operation
    // A promise has `then`.
    if (typeof id !== 'string' || !/^(?!then$)[A-Za-z]\w*$/.test(id) || id in Object.prototype)
      throw new Error(
        `${method} ${path}: the operationId ${id || '(missing)'} cannot name a method: choose another`,
      )
    const problem =
      problemOfNames(operation, ids, templates) ??
      problemOfBodies(operation) ??
      problemOfSecurity(document, operation) ??
      problemOfParameters(operation)
    if (problem !== undefined) throw new Error(`${operation.place}: ${problem}`)
    ids.add(id)
    templates.set(templateOf(operation), path)
  })
}

const membersOfClient = ['request', 'use', 'eject', ...methods.map((one) => one.toUpperCase())]

/** Why an operation could not be told from those before it, or from what else the client has. */
function problemOfNames(
  operation: Operation,
  ids: ReadonlySet<string>,
  templates: ReadonlyMap<string, string>,
): string | undefined {
  if (membersOfClient.includes(operation.id))
    return `the operationId ${operation.id} is a member of openapi-fetch's client, which a method would hide: choose another`
  if (ids.has(operation.id))
    return 'another operation has this operationId, or is called so without its dots'
  const same = templates.get(templateOf(operation))
  return same && `${same} has the same path but for the names in it: leave one`
}

const templateOf = ({ method, path }: Operation): string =>
  `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`

/** Why the client, which sends a bearer token and names the scopes that it asks for, could not prove itself. */
function problemOfSecurity(document: Document, operation: Operation): string | undefined {
  const schemes = document.components.securitySchemes
  for (const name of (operation.object.security ?? []).flatMap((one) => Object.keys(one))) {
    const { type = 'none', scheme = '' } = schemes[name] ?? {}
    if (type !== 'oauth2' && scheme.toLowerCase() !== 'bearer')
      return `the security scheme ${name} of the type ${type} is not supported, only a bearer token is`
  }
  const scopes = listScopes(document)
  const scope = operation.scopes.find((one) => !scopes.includes(one))
  return scope && `the scope ${scope} is missing among those of its security scheme`
}

/** OpenAPI 3.1, "Responses Object". */
const statuses = /^(?:[1-5](?:\d\d|XX)|default|x-.*)$/

/** Why the client could not send what an operation takes, or read what it gives. */
function problemOfBodies(operation: Operation): string | undefined {
  const { method, requestBody, request, response: answer, successes, plain } = operation
  const hasOther = (schema: Schema | undefined, types: readonly Json[]): boolean =>
    alternatives(plain(schema)).some(
      ({ type = 'object' }) => ![type].flat().every((one) => types.includes(one)),
    )
  const isSent = request !== undefined && !/^(?:GET|HEAD)$/.test(method)
  if (requestBody !== undefined && (!isSent || hasOther(request, ['object'])))
    return 'a request body is supported as one object in JSON (application/json, or a type with +json; in UTF-8), and of neither GET nor HEAD'
  const status = Object.keys(operation.responses).find((one) => !statuses.test(one))
  if (status !== undefined)
    return `the status ${status} is none: write one such as 404, 4XX or default`
  const answers = successes.map(([, { content = {} }]) => content)
  if (answers.length === 0) return 'a 2xx response is missing'
  const others = answers.flatMap(Object.keys).filter((type) => !isJson(type))
  if (others.length > 0)
    return `an answer of ${others.join(', ')} is not supported, only JSON (application/json, or a type with +json; in UTF-8) or none is`
  if (method === 'HEAD' && answers.some((content) => Object.keys(content).length > 0))
    return 'the answer of a HEAD has no body (RFC 9110, section 9.3.2): leave its content out'
  const bodies = answers.map((content) => jsonOf({ content }))
  if (new Set(bodies.map((body) => body && JSON.stringify(plain(body.schema)))).size > 1)
    return 'successes that are not alike are not supported: declare one body for all, or none'
  if (bodies[0] !== undefined && answer === undefined) return 'its answer has no schema'
  // By null, nothing would prove a success.
  if (hasOther(answer, ['object', 'array']))
    return 'an answer is supported as an object or a list, and not as null or anything else'
  const [name] = [...fieldsOf(plain(request), 'readOnly'), ...fieldsOf(plain(answer), 'writeOnly')]
  return (
    name &&
    `${name} is required and, there, readOnly or writeOnly: give the request and the answer schemas of their own`
  )
}

/** The required fields of a schema, and of what is in it, that have a mark. */
function fieldsOf(schema: Json, mark: 'readOnly' | 'writeOnly'): string[] {
  if (!isNode(schema)) return []
  const { properties = {}, required = [], items = null, oneOf = [] } = schema
  const own = Object.entries(properties as Node).flatMap(([name, one]) => [
    ...((required as Json[]).includes(name) && isNode(one) && one[mark] === true ? [name] : []),
    ...fieldsOf(one, mark),
  ])
  return [...own, ...[items, ...(oneOf as Json[])].flatMap((one) => fieldsOf(one, mark))]
}

/** The media types of an operation, where these are not what a client writes anyway. */
function typesOf({ requestType = json, responseTypes }: Operation) {
  const accept = responseTypes.join(', ')
  return {
    ...(requestType !== json && { contentType: requestType }),
    ...(accept !== '' && accept !== json && { accept }),
  }
}

/** How a list goes on, with the parameter by which a full page is known. */
function withLimit(operation: Operation, { rules }: ReturnType<typeof resourceRules>) {
  const pagination = paginationOf(operation)
  const { parameter } = rules.get(operation)?.list?.length ?? {}
  if (!pagination || parameter === undefined) return pagination
  const { schema } = operation.parameters.find(({ name }) => name === parameter) ?? {}
  const { default: byDefault } = operation.plain(schema)
  return {
    ...pagination,
    limit: { parameter, ...(typeof byDefault === 'number' && { byDefault }) },
  }
}

/** Each operation as plain data. `closed` are those of the document in which alternatives exclude each other. */
export function operationsData(
  operations: readonly Operation[],
  closed: readonly Operation[],
  keys: ReadonlyMap<string, IdempotencyKey>,
  resources: ReturnType<typeof resourceRules>,
) {
  const rows = eachOperation(operations, (operation, at) => {
    const { id, method, path, scopes } = operation
    const parameters = parametersOf(operation)
    const key = keys.get(id)
    const readsBy = readsByOf(operation)
    const answer = answerOf(closed[at] ?? operation)
    const rules = rulesOfOperation(closed[at] ?? operation)
    const [reference, member] = [referenceOf(operation), referenceMemberOf(operation)]
    const account = reference === undefined ? [] : accountOf(operation, key)
    const varying = reference === undefined ? [] : varyingOf(operation)
    const data = {
      id,
      method,
      path,
      scopes,
      idempotent: isIdempotent(operation),
      referenceField: reference,
      ...(reference !== undefined && member !== reference && { referenceMember: member }),
      identifier: identifierOf(operation),
      ...(readsBy && { readsBy }),
      ...(answer && { answer }),
      hasBody: operation.request !== undefined,
      ...typesOf(operation),
      ...(operation.request !== undefined &&
        operation.requestBody?.required !== true && { isBodyOptional: true }),
      key: key && { ...key, rules: knownRules(key.rules as Json, `${operation.place}, key`) },
      ...(account.length > 0 && { account }),
      ...(varying.length > 0 && { varying }),
      parameters: parameters.length > 0 ? parameters : undefined,
      ...rules,
      pagination: withLimit(operation, resources),
      lookUp: linkOf(operation, operations, resources, key),
    }
    return [id, data] as const
  })
  return Object.fromEntries(rows)
}
