import {
  dereference,
  type Document,
  listScopes,
  type Operation,
  requestSchema,
  responseSchema,
  type Schema,
  scopesOf,
} from '../../lib/document.js'
import { identifierOf } from '../read/identifier.js'
import { assertParameters, parametersOf } from '../read/parameters.js'
import type { SchemaNames } from './json-schemas.js'

/** RFC 9110, section 9.2.2. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** The request field that the document marks as the client's own reference. */
function referenceField(document: Document, operation: Operation): string | undefined {
  const schema = requestSchema(operation)
  if (schema === undefined) return undefined
  const { properties } = dereference(document, schema) as { properties?: Record<string, Schema> }
  return Object.entries(properties ?? {}).find(
    ([, property]) => typeof property === 'object' && property['x-client-reference'] === true,
  )?.[0]
}

/** @throws Error in a sentence, for an operation that no method can be made for */
export function assertSupported(document: Document, operations: readonly Operation[]): void {
  const ids = new Set<string>()
  for (const operation of operations) {
    const { id, method, path } = operation
    const place = `${method} ${path}`
    if (typeof id !== 'string' || !/^[A-Za-z]\w*$/.test(id))
      throw new Error(`${place}: an operationId that can name a method is missing`)
    if (ids.has(id)) throw new Error(`${id} (${place}): another operation has this operationId`)
    ids.add(id)
    const problem = problemOfBodies(document, operation)
    if (problem !== undefined) throw new Error(`${id} (${place}): ${problem}`)
    assertParameters(document, operation)
  }
}

/** Why the client could not send what an operation takes, or read what it gives. */
function problemOfBodies(document: Document, operation: Operation): string | undefined {
  const { requestBody, responses } = operation
  const typeOf = (schema: Schema | undefined): unknown =>
    (dereference(document, schema ?? {}) as { type?: unknown }).type ?? 'object'
  if (requestBody !== undefined && requestSchema(operation) === undefined)
    return 'a request body is supported as application/json only, and no file can be sent'
  if (typeOf(requestSchema(operation)) !== 'object')
    return `a request body of the type ${String(typeOf(requestSchema(operation)))} is not supported, only an object is`
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    /^2/.test(status) ? [Object.keys(content)] : [],
  )
  if (answers.length === 0) return 'a 2xx response is missing'
  const others = answers.flat().filter((type) => type !== 'application/json')
  if (others.length > 0)
    return `an answer of ${others.join(', ')} is not supported, only application/json or none is`
  if (new Set(answers.map(({ length }) => length)).size > 1)
    return 'a success with content beside one without is not supported: declare one of them'
  const schema = responseSchema(operation)
  if (schema === undefined) return answers[0]?.length === 0 ? undefined : 'its answer has no schema'
  if (!['object', 'array'].includes(String(typeOf(schema))))
    return `an answer of the type ${String(typeOf(schema))} is not supported, only an object or a list is`
  return undefined
}

/** All operations, and the scopes that they need. */
export function operationsModule(
  document: Document,
  operations: readonly Operation[],
  names: ReadonlyMap<string, SchemaNames>,
  defaultScopes: readonly string[],
): string {
  const rows = operations.map((operation) => {
    const { id, method, path, object } = operation
    const { request, response } = names.get(id) ?? {}
    const parameters = parametersOf(document, operation)
    const values = {
      ...{ id, method, path, scopes: scopesOf(operation), idempotent: idempotent.has(method) },
      referenceField: referenceField(document, operation),
      identifier: identifierOf(document, operation),
      hasBody: requestSchema(operation) !== undefined,
    }
    const written = `/* @__PURE__ */ createParameters(${JSON.stringify(parameters)})`
    // Each member is there, so that none is read from a polluted Object.prototype.
    const members = {
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
      parameters: parameters.length > 0 ? written : undefined,
      request: request && `schemas.${request}`,
      response: response && `schemas.${response}`,
      undocumented: undefined,
    }
    const lines = Object.entries(members).map(([name, value]) => `    ${name}: ${String(value)},`)
    return `  /** ${object.summary ?? id}. */\n  ${id}: {\n${lines.join('\n')}\n  },`
  })
  const withParameters = rows.some((row) => row.includes('createParameters('))
  return `import type { Operation } from '../src/document/operation.js'
${withParameters ? "import { createParameters } from '../src/document/parameters.js'\n" : ''}import * as schemas from './json-schemas.js'
import type { Methods } from './methods.js'

/** Every operation of the document, by its operationId. */
export const operations: Readonly<Record<string, Operation<keyof Methods>>> = {
${rows.join('\n')}
}

/** Every scope that the document names. */
export const scopes: readonly string[] = ${JSON.stringify(listScopes(document))}

/** Those that the major version began with: an upgrade never asks for one more by itself. */
export const defaultScopes: readonly string[] = ${JSON.stringify(defaultScopes)}
`
}
