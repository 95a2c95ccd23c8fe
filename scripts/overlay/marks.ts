import {
  isNode,
  type Json,
  listOperations,
  type Location,
  type Node,
  placeAt,
  valueAt,
} from '../lib/document.js'
import type { Applied } from './apply.js'
import { refuse, walk, wordAt } from './places.js'

/** Our words, with the place where each of them is read. */
const homes = {
  'x-client-reference': 'at a field of the JSON body of a request',
  'x-service-identifier': 'at a field of a success, or of an object that the success requires',
  'x-idempotency': 'at an operation, such as POST',
} as const

type Mark = keyof typeof homes

const similar = /^x-(?:client[-_]?ref|service[-_]?id|idempot)/i

/**
 * Refuses each of our words, and each server and link, in a place where nobody reads it.
 * @throws Error in a sentence, with the line of the overlay
 */
export function assertRead(
  applied: Applied,
  { read, unmarked }: ReturnType<typeof marksOf>,
  references: readonly string[],
): void {
  for (const place of unmarked)
    if (references.includes(String(place.at(-1))))
      refuse(
        applied,
        place,
        'has the name of a reference: write x-client-reference: true there, so that a journal makes the call once, or false',
      )
  for (const [place, value] of walk(applied.document)) {
    const problem = problemOf(place, value, read)
    // A mark of the document may be left over, where its operation is removed.
    const error = problem && applied.errorAt(place, `${place.join('.')} ${problem}`)
    if (error) throw error
  }
}

function problemOf(place: Location, value: Json, read: ReadonlySet<string>): string | undefined {
  const [name = '', parent, status = ''] = [...place].reverse().map(String)
  if (parent === 'links' && place[0] === 'paths' && /^look[-_]?up$/i.test(name))
    return status.startsWith('2') ? undefined : 'is read by nobody: write it into a success'
  const word = wordAt(place)
  if (word === 'server' || (word === 'servers' && place[0] === 'paths'))
    return 'is read by nobody: every request goes to the option baseUrl; leave it out'
  if (word === undefined || !similar.test(word)) return undefined
  if (!Object.hasOwn(homes, word)) return `is none of ${Object.keys(homes).join(', ')}: correct it`
  if (!read.has(JSON.stringify(place))) return `is read by nobody: write it ${homes[word as Mark]}`
  const isFlag = word === 'x-idempotency' || typeof value === 'boolean'
  return isFlag ? undefined : 'has to be true or false'
}

/**
 * Where our words are read; the fields of requests that do not say whether they are the reference, and the operations,
 * by method and path, of which one says it.
 */
export function marksOf(document: Json) {
  const unmarked: Location[] = []
  const marked = new Set<string>()
  const places = new Set<string>()
  const add = (place: Location, mark: Mark): unknown => places.add(JSON.stringify([...place, mark]))
  const fieldsOf = (schema: Location): [string, Location][] =>
    Object.keys((valueAt(document, schema) as { properties?: object }).properties ?? {}).map(
      (name) => [name, [...schema, 'properties', name]],
    )
  const seen = new Set<string>()
  const readSuccess = (place: Location): void => {
    for (const part of partsOf(document, place, ['allOf', 'oneOf'])) {
      if (seen.size === seen.add(JSON.stringify(part)).size) continue
      const { required = [] } = valueAt(document, part) as Node
      for (const [name, field] of fieldsOf(part)) {
        for (const one of partsOf(document, field)) add(one, 'x-service-identifier')
        if ((required as Json[]).includes(name)) readSuccess(field)
      }
    }
  }
  for (const { method, path, requestBody, responses } of listOperations(document as never)) {
    const place = ['paths', path, method.toLowerCase()]
    add(place, 'x-idempotency')
    const schemaIn = (body: Location) => [
      ...followed(document, body),
      'content',
      'application/json',
      'schema',
    ]
    const body = requestBody ? schemaIn([...place, 'requestBody']) : []
    const top = [...partsOf(document, body)].map((part) => JSON.stringify(part))
    for (const part of requestBody ? partsOf(document, body, ['allOf', 'oneOf']) : [])
      for (const [, field] of fieldsOf(part)) {
        const isTop = top.includes(JSON.stringify(part))
        const markAt = (one: Location) => valueAt(document, [...one, 'x-client-reference'])
        const all = [...partsOf(document, field)]
        // An alternative can only say that a field is no reference.
        for (const one of all) if (isTop || markAt(one) === false) add(one, 'x-client-reference')
        if (all.some((one) => markAt(one) !== undefined)) marked.add(`${method} ${path}`)
        else if (isTop) unmarked.push(field)
      }
    for (const status of Object.keys(responses).filter((one) => one.startsWith('2')))
      for (const part of partsOf(document, schemaIn([...place, 'responses', status]))) {
        readSuccess(part)
        readSuccess([...part, 'items'])
      }
  }
  return { read: places, unmarked, marked }
}

/** Where a reference leads, or the place itself. */
function followed(document: Json, place: Location): Location {
  const node = valueAt(document, place)
  const reference = isNode(node) ? node['$ref'] : undefined
  return typeof reference === 'string' ? followed(document, placeAt(reference)) : place
}

/** The places of what a schema is made of: it, what it refers to, and its parts. */
function* partsOf(document: Json, place: Location, words = ['allOf']): Generator<Location> {
  const node = valueAt(document, place)
  if (!isNode(node)) return
  yield place
  if (typeof node['$ref'] === 'string') yield* partsOf(document, placeAt(node['$ref']), words)
  for (const word of words)
    for (const index of ((node[word] ?? []) as Json[]).keys())
      yield* partsOf(document, [...place, word, index], words)
}
