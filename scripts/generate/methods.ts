import type { Operation } from './document.js'
import { typeNames } from './names.js'

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
    const { parameters, body, data } = typeNames(operation)
    const input = [body, parameters].filter((name) => name !== undefined).join(' & ')
    const name = body === undefined ? 'parameters' : 'body'
    const mayBeLeftOut =
      body === undefined && !operation.parameters.some(({ required }) => required === true)
    const first = `${input === '' ? 'input' : name}${mayBeLeftOut ? '?' : ''}: ${input === '' ? 'undefined' : input}`
    return `  ${comment(operation)}\n  ${id}(this: void, ${first}, options?: CallOptions): Call<${data ?? 'unknown'}>`
  })
  const used = operations
    .map(typeNames)
    .map(({ body, parameters, data }) => [body, parameters, data])
  const names = new Set(used.flat().filter((name) => name !== undefined))
  const imports = [
    "import type { Call } from '../src/call/promise.js'",
    "import type { CallOptions } from '../src/options.js'",
    names.size > 0 && `import type { ${[...names].join(', ')} } from './schemas.js'`,
  ]
  return `${imports.filter((line) => line !== false).join('\n')}

/** A method for each operation of the document. */
export interface Methods {
${members.join('\n\n')}
}
`
}
