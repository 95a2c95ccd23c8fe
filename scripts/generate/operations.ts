import {
  type Document,
  type Operation,
  type Schema,
  dereference,
  listScopes,
  requestSchema,
  responseSchema,
} from './document.js'
import { inputSchema } from './validators.js'

/** RFC 9110, section 9.2.2. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

function scopesOf(operation: Operation): string[] {
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

function names(operation: Operation, place: 'path' | 'query'): string[] {
  return (operation.object.parameters ?? [])
    .filter((parameter) => parameter.in === place)
    .map(({ name }) => name)
}

/** Refuses, in words, what a method could not be made for. */
function assertSupported(operation: Operation): void {
  const { parameters = [] } = operation.object
  const elsewhere = parameters.find(
    (parameter) => parameter.in !== 'path' && parameter.in !== 'query',
  )
  if (elsewhere)
    throw new Error(
      `${operation.id}: a parameter in ${elsewhere.in} (${elsewhere.name}) is not supported`,
    )
  if (parameters.length > 0 && requestSchema(operation) !== undefined)
    throw new Error(`${operation.id}: parameters beside a request body are not supported`)
  if (responseSchema(operation) === undefined)
    throw new Error(`${operation.id}: a 2xx response with a JSON schema is missing`)
}

function check(name: string): string {
  return `{ validate: validators.${name}, phrases: validators.phrases.${name}! }`
}

/** The table that the client makes its methods from. */
export function operationsModule(document: Document, operations: Operation[]): string {
  const rows = operations.map((operation) => {
    assertSupported(operation)
    const field = referenceField(document, operation)
    const lines = [
      `id: ${JSON.stringify(operation.id)},`,
      `method: ${JSON.stringify(operation.method)},`,
      `path: ${JSON.stringify(operation.path)},`,
      `scopes: ${JSON.stringify(scopesOf(operation))},`,
      `idempotent: ${String(idempotent.has(operation.method))},`,
      ...(field === undefined ? [] : [`referenceField: ${JSON.stringify(field)},`]),
      `hasBody: ${String(requestSchema(operation) !== undefined)},`,
      `pathParameters: ${JSON.stringify(names(operation, 'path'))},`,
      `queryParameters: ${JSON.stringify(names(operation, 'query'))},`,
      ...(inputSchema(operation) === undefined
        ? []
        : [`request: ${check(`${operation.id}Request`)},`]),
      `response: ${check(`${operation.id}Response`)},`,
    ]
    return `  ${operation.id}: {\n${lines.map((line) => `    ${line}`).join('\n')}\n  },`
  })
  return `import type { Operation } from '../src/operation.js'
import * as validators from './validators.js'

/** Every operation of the document, by its operationId. */
export const operations: Readonly<Record<string, Operation>> = {
${rows.join('\n')}
}

/** Every scope that the document names. */
export const scopes: readonly string[] = ${JSON.stringify(listScopes(document))}
`
}
