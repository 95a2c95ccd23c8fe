import type { Operation, Schema } from './document.js'
import { requestSchema, responseSchema } from './document.js'

/** A schema's exported name, or where the generated types keep a schema without one. */
function typeOf(schema: Schema, elsewhere: string): string {
  return nameOf(schema) ?? `types.operations[${elsewhere}`
}

function nameOf(schema: Schema | undefined): string | undefined {
  const reference = typeof schema === 'object' ? schema['$ref'] : undefined
  return typeof reference === 'string'
    ? /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1]
    : undefined
}

function parametersType({ id, object }: Operation): string | undefined {
  const places = new Set((object.parameters ?? []).map((parameter) => parameter.in))
  if (places.size === 0) return undefined
  return [...places]
    .map((place) => `NonNullable<types.operations['${id}']['parameters']['${place}']>`)
    .join(' & ')
}

function comment({ method, path, object }: Operation): string {
  const text = [
    object.summary === undefined ? '' : `${object.summary}.`,
    object.description ?? '',
    `\`${method} ${path}\``,
  ]
  const scopes = (object.security ?? []).flatMap((requirement) => Object.values(requirement).flat())
  if (scopes.length > 0) text.push(`Scope: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`)
  const lines = text
    .filter((part) => part !== '')
    .flatMap((part) => [...part.trim().replaceAll('*/', '*\\/').split('\n'), ''])
  return ['/**', ...lines.slice(0, -1).map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n   ')
}

/** One method for each operation, with the document's own description: a mapped type would drop it. */
export function methodsModule(operations: Operation[]): string {
  const members = operations.map((operation) => {
    const { id } = operation
    const body = requestSchema(operation)
    const input =
      body === undefined
        ? parametersType(operation)
        : typeOf(body, `'${id}']['requestBody']['content']['application/json']`)
    const response = responseSchema(operation)
    const data =
      response &&
      typeOf(
        response.schema,
        `'${id}']['responses'][${response.status}]['content']['application/json']`,
      )
    const first =
      input === undefined
        ? 'input?: undefined'
        : `${body === undefined ? 'parameters' : 'body'}: ${input}`
    return `  ${comment(operation)}\n  ${id}(this: void, ${first}, options?: CallOptions): Call<${data ?? 'unknown'}>`
  })
  const text = members.join('\n\n')
  const used = operations.map((one) => [requestSchema(one), responseSchema(one)?.schema])
  const names = new Set(used.flat().flatMap((schema) => nameOf(schema) ?? []))
  const imports = [
    "import type { Call } from '../src/call/promise.js'",
    "import type { CallOptions } from '../src/options.js'",
    names.size > 0 && `import type { ${[...names].join(', ')} } from './schemas.js'`,
    text.includes('types.operations[') && "import type * as types from './types.js'",
  ]
  return `${imports.filter((line) => line !== false).join('\n')}

/** A method for each operation of the document. */
export interface Methods {
${text}
}
`
}
