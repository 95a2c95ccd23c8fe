import {
  type Document,
  type Operation,
  type Schema,
  dereference,
  listScopes,
  requestSchema,
  responseSchema,
} from '../../lib/document.js'
import { assertParameters, parametersIn } from '../read/parameters.js'
import type { SchemaNames } from './json-schemas.js'

/** RFC 9110, section 9.2.2. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** The scopes that an operation needs. */
export function scopesOf(operation: Operation): string[] {
  return (operation.object.security ?? []).flatMap((requirement) =>
    Object.values(requirement).flat(),
  )
}

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
    assertParameters(document, operation)
    if (operation.requestBody !== undefined && requestSchema(operation) === undefined)
      throw new Error(`${id} (${place}): a request body is supported as application/json only`)
    if (responseSchema(operation) === undefined)
      throw new Error(`${id} (${place}): a 2xx response with a JSON schema is missing`)
  }
}

/** The table that the client makes its methods from. */
export function operationsModule(
  document: Document,
  operations: Operation[],
  names: ReadonlyMap<string, SchemaNames>,
  defaultScopes: readonly string[],
): string {
  // Marked as pure, so that bundlers drop what a page does not use.
  const check = (name: string | undefined): string =>
    `/* @__PURE__ */ createCheck(schemas.${name ?? ''})`
  const rows = operations.map((operation) => {
    const parameters = (place: 'path' | 'query' | 'header'): string =>
      JSON.stringify(parametersIn(document, operation, place))
    const field = referenceField(document, operation)
    const { request, response } = names.get(operation.id) ?? {}
    const lines = [
      `id: ${JSON.stringify(operation.id)},`,
      `method: ${JSON.stringify(operation.method)},`,
      `path: ${JSON.stringify(operation.path)},`,
      `scopes: ${JSON.stringify(scopesOf(operation))},`,
      `idempotent: ${String(idempotent.has(operation.method))},`,
      ...(field === undefined ? [] : [`referenceField: ${JSON.stringify(field)},`]),
      `hasBody: ${String(requestSchema(operation) !== undefined)},`,
      `pathParameters: ${parameters('path')},`,
      `queryParameters: ${parameters('query')},`,
      `headerParameters: ${parameters('header')},`,
      ...(request === undefined ? [] : [`request: ${check(request)},`]),
      `response: ${check(response)},`,
    ]
    return `  ${operation.id}: {\n${lines.map((line) => `    ${line}`).join('\n')}\n  },`
  })
  return `import { createCheck } from '../src/document/create-check.js'
import type { Operation } from '../src/document/operation.js'
import * as schemas from './json-schemas.js'

/** Every operation of the document, by its operationId. */
export const operations: Readonly<Record<string, Operation>> = {
${rows.join('\n')}
}

/** Every scope that the document names. */
export const scopes: readonly string[] = ${JSON.stringify(listScopes(document))}

/** Those that the major version began with: an upgrade never asks for one more by itself. */
export const defaultScopes: readonly string[] = ${JSON.stringify(defaultScopes)}
`
}
