import { alternatives } from '../generate/read/parameters.js'
import { simplify } from '../generate/read/simplify.js'
import {
  type Document,
  isNode,
  type Json,
  listOperations,
  type Location,
  membersOf,
  type Node,
} from '../lib/document.js'
import type { Applied } from './apply.js'
import { refuse, walk, wordAt } from './places.js'

/** Our words, with the place where each of them is read. */
const homes = {
  'x-client-reference': 'at a field of the JSON body of a request',
  'x-service-identifier': 'at a field of a success, or of an object that the success requires',
  'x-idempotency': 'at an operation, such as POST',
  'x-pagination': 'at a GET',
} as const

type Mark = keyof typeof homes

const similar = /^x-(?:client[-_]?ref|service[-_]?id|idempot|pagina)/i

/**
 * Refuses each of our words, and each server and link, in a place where nobody reads it.
 * @throws Error in a sentence, with the line of the overlay
 */
export function assertRead(applied: Applied, { read, unmarked }: ReturnType<typeof marksOf>): void {
  for (const place of unmarked)
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
  const isFlag = /^x-(?:idempotency|pagination)$/.test(word) || typeof value === 'boolean'
  return isFlag ? undefined : 'has to be true or false'
}

/** The beginning of a keyword by which a schema says where it is written: what the generator makes of it says so too. */
const trace = 'x-at '

/**
 * Where our words are read; the fields of requests with the name of a reference that do not say whether they are one, and
 * the operations, by method and path, of which a field says it.
 */
export function marksOf(document: Json, references: readonly string[]) {
  const traced = structuredClone(document)
  for (const [place, node] of walk(traced)) {
    const isReference = place.at(-2) === 'properties' && references.includes(String(place.at(-1)))
    if (isNode(node) && (isReference || Object.keys(homes).some((word) => word in node)))
      node[trace + JSON.stringify(place)] = true
  }
  const read = new Set<string>()
  const add = (place: Location, mark: Mark): unknown => read.add(JSON.stringify([...place, mark]))
  const readSuccess = (schema: Json): void => {
    for (const { properties, required } of alternatives(schema).map(membersOf))
      for (const [name, field] of Object.entries(properties)) {
        for (const place of tracesOf(field)) add(place, 'x-service-identifier')
        if (required.includes(name)) readSuccess(field)
      }
  }
  const unmarked: Location[] = []
  const marked = new Set<string>()
  for (const operation of listOperations(simplify(traced as object as Document))) {
    const { method, path, request, successes, plain } = operation
    add(['paths', path, method.toLowerCase()], 'x-idempotency')
    add(['paths', path, method.toLowerCase()], 'x-pagination')
    const body = plain(request)
    for (const part of [body, ...alternatives(body)])
      for (const field of Object.values(membersOf(part).properties)) {
        const mark = field['x-client-reference']
        if (mark !== undefined) marked.add(`${method} ${path}`)
        else if (part === body) unmarked.push(...tracesOf(field))
        // An alternative can only say that a field is no reference.
        if (part === body || mark === false)
          for (const place of tracesOf(field)) add(place, 'x-client-reference')
      }
    for (const [, { content }] of successes) {
      const answer = plain(content?.['application/json']?.schema)
      for (const schema of [answer, answer['items'] ?? {}]) readSuccess(schema)
    }
  }
  return { read, unmarked, marked }
}

const tracesOf = (field: Node): Location[] =>
  Object.keys(field)
    .filter((word) => word.startsWith(trace))
    .map((word) => JSON.parse(word.slice(trace.length)) as Location)
