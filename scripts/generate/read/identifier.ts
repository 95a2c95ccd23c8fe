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
  const paths = schemas.flatMap((schema) => markedPaths(schema, operation))
  const marked = new Map(paths.map((path) => [path.join('.'), path]))
  if (marked.size > 1) throw twice(operation, identifierMark, [...marked.keys()])
  // An alternative without the mark may be a refusal.
  const [mark] = marked.values()
  if (mark) return mark
  const [path, ...others] = schemas.map((schema) => likelyPath(schema, sent))
  return others.every((other) => String(other) === String(path)) ? path : undefined
}

/** Within another object only where that is required: the schema of an answer may also stand where there is often none. */
function markedPaths(schema: Node, operation: Operation): (readonly string[])[] {
  const own = markedIn(schema, identifierMark, operation)
  if (own.length > 0) return own.map((name) => [name])
  const { properties, required } = membersOf(schema)
  return required.flatMap((name) =>
    markedPaths(properties[name] ?? {}, operation).map((path) => [name, ...path]),
  )
}

/** The fields that have a mark. @throws Error in a sentence, where one is no string */
function markedIn(schema: Node, mark: string, operation: Operation): string[] {
  const marked = Object.entries(membersOf(schema).properties).filter(
    ([, one]) => one[mark] === true,
  )
  for (const [name, { type }] of marked)
    if (![type].flat().includes('string'))
      throw new Error(`${operation.place}: ${mark} of ${name}, which is no string`)
  return marked.map(([name]) => name)
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

/**
 * Of a GET whose path ends with the identifier of what is read: the parameter, and the member of the answer that has its value.
 * The parameter has the name of the identifier or, for one called `id`, a name such as `conversion_id`. Undefined where there is
 * none, or where the parameter is marked as none, since it may be an alias such as `me`.
 */
export function readsByOf(operation: Operation) {
  const [, name = ''] = /\{([^{}]+)\}$/.exec(operation.path) ?? []
  const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
  if (operation.method !== 'GET' || parameter?.[identifierMark] === false) return undefined
  const member = identifierOf(operation) ?? ['id']
  const schema = member.reduce<Node | undefined>(
    (one, part) => membersOf(one).properties[part],
    operation.plain(operation.response),
  )
  const isNamed = name === member.at(-1) || (/(?:_i|I)d$/.test(name) && member.at(-1) === 'id')
  return schema && isNamed ? { parameter: name, member } : undefined
}

const identifierMark = 'x-service-identifier'
const referenceMark = 'x-client-reference'

/**
 * The field of the body, or the parameter, that the document marks as the client's own reference. A read makes nothing, so that
 * it has none. @throws Error in a sentence, as above
 */
export function referenceOf(operation: Operation): string | undefined {
  if (/^(?:GET|HEAD)$/.test(operation.method)) return undefined
  const beside = operation.parameters.map(({ name, schema, [referenceMark]: mark }) => {
    return [
      name,
      { ...operation.plain(schema), ...(mark !== undefined && { [referenceMark]: mark }) },
    ]
  })
  const { properties: inBody } = membersOf(operation.plain(operation.request))
  const properties = { ...inBody, ...(Object.fromEntries(beside) as Properties) }
  const [name, ...others] = markedIn({ properties } as object as Node, referenceMark, operation)
  if (name !== undefined && others.length > 0)
    throw twice(operation, referenceMark, [name, ...others])
  const field = properties[name ?? ''] ?? {}
  if (field['readOnly'] === true || saysWhatToDo(field))
    throw new Error(
      `${operation.place}: ${referenceMark} of ${name}, which is readOnly or says what to do: a reference is a string of no other use`,
    )
  return name
}

/** The member of an answer that repeats the reference: the one that has the mark there, else the one of the reference's name. */
export function referenceMemberOf(operation: Operation): string | undefined {
  const answer = operation.plain(operation.response)
  const marked = alternatives(answer).flatMap((one) => markedIn(one, referenceMark, operation))
  const [name, ...others] = [...new Set(marked)]
  if (others.length > 0) throw twice(operation, referenceMark, [...new Set(marked)])
  return name ?? referenceOf(operation)
}

/** Whether a field is an instruction, so that its values are not the caller's to choose: no reference, and no key. */
export const saysWhatToDo = (field: Node): boolean => 'enum' in field || 'x-expected' in field
