import { nameOf, type Operation, type Schemas } from '../../lib/document.js'
import { errorName, typeNames } from '../read/names.js'
import { paginationOf } from '../read/pagination.js'
import { alternatives } from '../read/parameters.js'
import { refusalsOf } from '../read/refusals.js'

function comment(operation: Operation): string {
  const { method, path, object, scopes } = operation
  const text = [
    object.summary === undefined ? '' : `${object.summary.replace(/\.$/, '')}.`,
    object.description ?? '',
    `\`${method} ${path}\``,
  ]
  if (scopes.length > 0) text.push(`Scope: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`)
  if (object.deprecated === true) text.push('@deprecated The document says so.')
  const lines = text
    .filter((part) => part !== '')
    .flatMap((part) => [...part.trim().replaceAll('*/', '*\\/').split('\n'), ''])
  return ['/**', ...lines.slice(0, -1).map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n   ')
}

/** The names of a body's types: where none of several fits, the compiler names the parameter's type and no more. */
function bodyTypes(name: string | undefined, schemas: Schemas): string[] {
  if (name === undefined) return []
  const names = alternatives(schemas[name] ?? true).map((one) => nameOf(one) ?? '')
  return names.length > 1 && !names.includes('') ? names : [name]
}

const ofPages = `    /**
     * The items of every page, in a loop: \`for await (const one of …)\`. A page is a call, which is made when the loop gets
     * there: the options are those of each, so \`totalTimeout\` bounds a page and not the loop, and \`signal\` ends it. \`break\`
     * makes no further call.
     * @throws ClientError where a page fails, and InvalidResponseError where a cursor comes twice or more than 10,000 pages follow
     */`

/** One method for each operation, with the document's own description: a mapped type would drop it. */
export function methodsType(schemas: Schemas, operations: readonly Operation[]): string {
  const members = operations.map((operation) => {
    const { id } = operation
    const { parameters, body, data } = typeNames(operation)
    const bodies = bodyTypes(body, schemas)
    const either = bodies.join(' | ')
    const beside = parameters !== undefined && bodies.length > 1 ? `(${either})` : either
    const type = [beside, parameters].filter(Boolean).join(' & ')
    const only = parameters === undefined ? 'input' : 'parameters'
    const isNeeded =
      (body !== undefined && operation.requestBody?.required === true) ||
      operation.parameters.some(({ required }) => required === true)
    const pages = paginationOf(operation)
    const input = `${body === undefined ? only : 'body'}${isNeeded ? '' : '?'}: ${type || 'undefined'}`
    const given = `(this: void, ${input}, options?: CallOptions)`
    const called = `${given}: Call<${data ?? 'undefined'}>`
    if (!pages) return `  ${comment(operation)}\n  ${id}${called}`
    const list = pages.items.reduce(
      (type, name) => `NonNullable<${type}[${JSON.stringify(name)}]>`,
      `${data}`,
    )
    const all = `${ofPages}\n    all${given}: AsyncIterable<${list}[number]>`
    return `  ${comment(operation)}\n  ${id}: {\n    ${called}\n${all}\n  }`
  })
  return `
/** A method for each operation of the document. */
export interface Methods {
${members.join('\n\n')}
}
`
}

/** The types of the documented bodies of refusals, by the operation and the status. */
export function errorsType(operations: readonly Operation[]): string {
  const members = operations.flatMap((operation) => {
    const rows = refusalsOf(operation).map(([status, schema]) => {
      const key = /^\d+$/.test(status) ? status : JSON.stringify(status)
      return `    readonly ${key}: ${errorName(operation, status, schema)}`
    })
    return rows.length === 0 ? [] : [`  readonly ${operation.id}: {\n${rows.join('\n')}\n  }`]
  })
  return `
/** The documented bodies of refusals, by the operation and the status. */
export interface ErrorBodies {
${members.join('\n')}
}
`
}
