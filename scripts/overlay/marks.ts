import { alternatives } from '../generate/read/parameters.js'
import { simplify } from '../generate/read/simplify.js'
import {
  type Document,
  isNode,
  type Json,
  listOperations,
  type Location,
  membersOf,
  methods,
  placeOf,
} from '../lib/document.js'
import type { Applied } from './apply.js'
import { withLine } from './validate.js'

const isOfField = (place: Location): boolean => place.at(-3) === 'properties'

const isOfFieldOrParameter = (place: Location): boolean =>
  isOfField(place) || place.at(-3) === 'parameters'

const isOfOperation = (place: Location): boolean =>
  place.length === 4 && methods.includes(String(place[2]))

/** Our words: whether each is in its place there, and that place in words. */
const homes: Readonly<Record<string, readonly [(place: Location) => boolean, string]>> = {
  'x-client-reference': [isOfFieldOrParameter, 'a field of a JSON body, or a parameter'],
  'x-account': [isOfFieldOrParameter, 'a field of the JSON body of a request, or a parameter'],
  'x-service-identifier': [isOfFieldOrParameter, 'a field of a success, or a parameter of a path'],
  'x-computed': [isOfField, 'a field of a success'],
  'x-idempotency': [isOfOperation, 'an operation, such as POST'],
  'x-pagination': [isOfOperation, 'a GET'],
}

const similar = /^x-(?:client[-_]?ref|service[-_]?id|idempot|pagina)|^x-(?:account|computed)$/i

/** Members whose own members are names that a provider gives, such as the header X-Idempotency-Key. */
const byName = /^(?:headers|parameters|properties)$/

/**
 * Refuses each of our words, each server and each look-up in a place where nothing reads it, and a field of a request with the
 * name of a reference that does not say whether it is one.
 * @param references the names of the references of the document without overlays
 * @returns the operations, by method and path, of whose request a field says whether it is the reference, and the errors, in
 *   sentences with the line of the overlay
 */
export function findUnread(applied: Applied, references: readonly string[]) {
  const errors = [...walk(applied.document)].flatMap(([place, value]) => {
    const problem = problemOf(place, value)
    // A mark of the document may be left over, where its operation is removed.
    return (problem && applied.errorAt(place, `${place.join('.')} ${problem}`)) || []
  })
  const marked = new Set<string>()
  for (const operation of listOperations(simplify(applied.document as object as Document))) {
    const refuse = (name: string, problem: string): void => {
      errors.push(withLine(applied, new Error(`${placeOf(operation)}: ${name} ${problem}`)))
    }
    const body = operation.plain(operation.request)
    const { properties } = membersOf(body)
    const isRead = /^(?:GET|HEAD)$/.test(operation.method)
    for (const { name, 'x-client-reference': mark } of isRead ? [] : operation.parameters)
      if (mark !== undefined) marked.add(`${operation.method} ${operation.path}`)
      else if (references.includes(name))
        refuse(
          name,
          'has the name of a reference: write x-client-reference: true beside it, so that a journal makes the call once, or false',
        )
    for (const part of [body, ...alternatives(body)])
      for (const [name, field] of Object.entries(membersOf(part).properties)) {
        const mark = field['x-client-reference']
        if (mark !== undefined) marked.add(`${operation.method} ${operation.path}`)
        else if (part === body && references.includes(name))
          refuse(
            name,
            'has the name of a reference: write x-client-reference: true there, so that a journal makes the call once, or false',
          )
        if (mark === true && properties[name] === undefined)
          refuse(
            name,
            'is of one alternative, where x-client-reference: true is not read: write that field beside oneOf',
          )
      }
  }
  return { marked, errors }
}

function problemOf(place: Location, value: Json): string | undefined {
  const [word = '', parent = '', status = ''] = place.toReversed().map(String)
  if (place[0] === 'paths' && word === 'servers' && place.length < 5)
    return 'is not read: every request goes to the option baseUrl; leave it out'
  if (parent === 'links' && place[0] === 'paths' && /^look[-_]?up$/i.test(word))
    return status.startsWith('2') ? undefined : 'is not read: write it into a success'
  if (!similar.test(word) || byName.test(parent)) return undefined
  const [isHome, where] = homes[word] ?? []
  if (!isHome) return `is none of ${Object.keys(homes).join(', ')}: correct it`
  if (!isHome(place)) return `is not read: write it at ${where}`
  const isFlag = isHome === isOfOperation || typeof value === 'boolean'
  return isFlag ? undefined : 'has to be true or false'
}

/** The places of a document, from the top down, with what is there. */
function* walk(node: Json, place: Location = []): Generator<readonly [Location, Json]> {
  yield [place, node]
  const members = Array.isArray(node) || isNode(node) ? Object.entries(node) : []
  for (const [key, value] of members) yield* walk(value, [...place, key])
}
