import type { Operation } from '../../src/operation.js'
import { isNode, type Json, type Location, methods, type Node, valueAt } from '../lib/document.js'
import type { Pair } from './kept.js'
import { placesFrom, wordsOf } from './places.js'

interface Difference {
  readonly place: Location
  readonly was: Json | undefined
  readonly now: Json | undefined
}

/** Words whose values no program follows. */
const texts =
  /^(?:description|summary|title|examples?|externalDocs|tags|x-codeSamples|x-mock|x-expected|\$comment)$/

/** Words of which the lines of an operation say what changed below them. */
const rules =
  /^(?:operationId|type|enum|const|pattern|items|properties|required|additionalProperties|oneOf|minimum|maximum|exclusiveM\w+|(?:min|max)(?:Length|Items|Properties)|schema|schemas|parameters|requestBody|requestBodies|responses|name|in)$/

/**
 * The places where two documents differ, with both values, but for texts. An operation that has moved is compared with
 * itself. `others` are those of which the lines of the operations say nothing.
 */
export function differences(
  before: Json,
  after: Json,
  pairs: readonly Pair[],
): { readonly all: string[]; readonly others: string[] } {
  const moved = pairs.flatMap(([was, now]) =>
    was && now
      ? compare(valueAt(before, homeOf(was)), valueAt(after, homeOf(now)), homeOf(now))
      : [],
  )
  const rest = compare(withoutOperations(before), withoutOperations(after))
  const all = [...moved, ...rest].filter(
    ({ place }) => !wordsOf(place).some((word) => texts.test(word)),
  )
  const places = placesSaid(before, after, pairs)
  const lines = (some: readonly Difference[]): string[] =>
    some.map(({ place, was, now }) => `${place.join('.')}: ${shown(was)} → ${shown(now)}`)
  return { all: lines(all), others: lines(all.filter((one) => !isSaid(one, places))) }
}

/** Whether the lines of the operations say what this difference does. */
function isSaid({ place, was, now }: Difference, places: ReadonlySet<string>): boolean {
  const words = wordsOf(place)
  const [last = '', above] = [...words].reverse()
  if (last === 'scopes') return true
  if (!place.some((_, index) => places.has(JSON.stringify(place.slice(0, index + 1))))) return false
  if (words.includes('x-idempotency')) return true
  if (words.includes('links'))
    return place.includes('lookUp') || String(Object.keys(now ?? was ?? {})) === 'lookUp'
  return rules.test(last) && !(last === 'required' && above === 'requestBody')
}

const homeOf = ({ path, method }: Operation): Location => ['paths', path, method.toLowerCase()]

function compare(was: Json | undefined, now: Json | undefined, place: Location = []): Difference[] {
  if ((Array.isArray(was) && Array.isArray(now)) || (isNode(was) && isNode(now))) {
    const [a, b] = [was as Node, now as Node]
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].flatMap((key) => compare(a[key], b[key], [...place, key]))
  }
  return JSON.stringify(was) === JSON.stringify(now) ? [] : [{ place, was, now }]
}

/** What the lines of the operations say something of: requests, successes, and refusals that are new. */
function placesSaid(before: Json, after: Json, pairs: readonly Pair[]): ReadonlySet<string> {
  const sides = pairs.flatMap(([was, now]) => [
    ...(was ? [{ document: before, operation: was, other: now }] : []),
    ...(now ? [{ document: after, operation: now, other: was }] : []),
  ])
  const places = sides.flatMap(({ document, operation, other }) => {
    const home = homeOf(operation)
    const statuses = Object.keys((valueAt(document, [...home, 'responses']) ?? {}) as Node)
    const answers = statuses.filter(
      (one) => one.startsWith('2') || (operation.errors?.[one] && !other?.errors?.[one]),
    )
    const parts = [
      ...['operationId', 'x-idempotency', 'parameters', 'requestBody'].map((word) => [
        ...home,
        word,
      ]),
      ['paths', operation.path, 'parameters'],
      ...answers.map((status) => [...home, 'responses', status]),
    ]
    return parts.flatMap((part) => [...placesFrom(document, part)])
  })
  return new Set(places.map((place) => JSON.stringify(place)))
}

/** The document without its operations, and without a path that has nothing else but parameters. */
function withoutOperations(document: Json): Json {
  const { paths = {}, ...rest } = document as { paths?: Record<string, Node> } & Node
  const items = Object.entries(paths).map(([path, item]) => {
    const others = Object.entries(item).filter(([word]) => !methods.includes(word))
    return [path, Object.fromEntries(others)] as const
  })
  const left = items.filter(([, item]) => Object.keys(item).some((word) => word !== 'parameters'))
  return { ...rest, paths: Object.fromEntries(left) }
}

/** Characters of a value that a line has. */
const most = 80

function shown(value: Json | undefined): string {
  if (value === undefined) return 'none'
  const text = JSON.stringify(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
