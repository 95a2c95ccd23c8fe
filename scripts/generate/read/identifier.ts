import { membersOf, type Node, type Operation, type Properties } from '../../lib/document.js'
import { alternatives, propertiesSent } from './parameters.js'

/**
 * The names that lead to the identifier which the service gives, in an answer or in each item of a list: the string that
 * the document marks, or else a required one called `id` or `…_id` that is not sent. Undefined where there is none.
 * @throws Error in a sentence, where two are marked, or something else than a string
 */
export function identifierOf(operation: Operation): readonly string[] | undefined {
  const answer = operation.plain(operation.response)
  const sent = propertiesSent(operation)
  const schemas = alternatives(answer['items'] ?? answer)
  const marked = new Map(
    schemas.flatMap((schema) => {
      const path = markedPath(schema, operation)
      return path ? [[path.join('.'), path] as const] : []
    }),
  )
  if (marked.size > 1) throw twice(operation, 'x-service-identifier', [...marked.keys()])
  // An alternative without the mark may be a refusal.
  const [mark] = marked.values()
  if (mark) return mark
  const [path, ...others] = schemas.map((schema) => likelyPath(schema, sent))
  return others.every((other) => String(other) === String(path)) ? path : undefined
}

/** Within another object only where that is required: the schema of an answer may also stand where there is often none. */
function markedPath(schema: Node, operation: Operation): readonly string[] | undefined {
  const own = markedIn(schema, 'x-service-identifier', operation)
  if (own !== undefined) return [own]
  const { properties, required } = membersOf(schema)
  const paths = required.flatMap((name) => {
    const inner = properties[name] && markedPath(properties[name], operation)
    return inner ? [[name, ...inner]] : []
  })
  const names = paths.map((path) => path.join('.'))
  if (names.length > 1) throw twice(operation, 'x-service-identifier', names)
  return paths[0]
}

/** The field that has a mark. @throws Error in a sentence, where two have it, or something else than a string */
function markedIn(schema: Node, mark: string, operation: Operation): string | undefined {
  const { properties } = membersOf(schema)
  const names = Object.keys(properties).filter((name) => properties[name]?.[mark] === true)
  const [name] = names
  if (names.length > 1) throw twice(operation, mark, names)
  if (name !== undefined && ![properties[name]?.['type']].flat().includes('string'))
    throw new Error(`${operation.place}: ${mark} of ${name}, which is no string`)
  return name
}

const twice = (operation: Operation, mark: string, names: readonly string[]): Error =>
  new Error(`${operation.place}: ${mark} of ${names.join(' and of ')}: leave it at one of them`)

function likelyPath(schema: Node, sent: Properties): readonly string[] | undefined {
  const { properties, required } = membersOf(schema)
  const names = required.filter(
    (name) =>
      properties[name]?.['type'] === 'string' &&
      !Object.hasOwn(sent, name) &&
      // An error has one too.
      !/^(?:x_)?(?:req|request|trace|span|correlation|session|log|error)_id$/.test(name),
  )
  const likely = names.find((name) => name === 'id') ?? names.find((name) => name.endsWith('_id'))
  return likely === undefined ? undefined : [likely]
}

/** The request field that the document marks as the client's own reference. @throws Error in a sentence, as above */
export function referenceOf(operation: Operation): string | undefined {
  const schema = operation.plain(operation.request)
  const mark = 'x-client-reference'
  const name = markedIn(schema, mark, operation)
  const field = membersOf(schema).properties[name ?? ''] ?? {}
  if (field['readOnly'] === true || saysWhatToDo(field))
    throw new Error(
      `${operation.place}: ${mark} of ${name}, which is readOnly or says what to do: a reference is a string of no other use`,
    )
  return name
}

/** Whether a field is an instruction, so that its values are not the caller's to choose: no reference, and no key. */
export const saysWhatToDo = (field: Node): boolean => 'enum' in field || 'x-expected' in field
