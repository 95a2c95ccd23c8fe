/** Applies overlays to a document by the OpenAPI Overlay Specification 1.2, whose rules are those of 1.1. */
import { apply, type JSONPathNode, JSONPointer, query } from 'json-p3'
import { isNode, type Json, type Location, valueAt } from '../lib/document.js'
import type { Action, Overlay } from './read.js'

export interface Applied {
  readonly document: Json
  /** An error with the line that was the last to touch this place of the document, if there is one. */
  readonly errorAt: (place: Location, sentence: string) => Error | undefined
}

type ErrorAt = Overlay['errorAt']

/** A place that an action changed, and what was there before. */
interface Touch {
  readonly place: Location
  readonly node: Json
  readonly update: Json | undefined
  readonly errorAt: ErrorAt
}

/** Unlike the specification, it refuses a target that matches nothing. @throws Error with the line of the overlay */
export function applyOverlays(source: Json, overlays: readonly Overlay[]): Applied {
  const touches: Touch[] = []
  let document = copyOf(source)
  for (const overlay of overlays)
    for (const [index, action] of overlay.actions.entries()) {
      const errorAt: ErrorAt = (place, sentence) =>
        overlay.errorAt(['actions', index, ...place], sentence)
      document = applyAction(document, action, errorAt, (place, node) =>
        touches.push({ place, node, update: action.update, errorAt }),
      )
    }
  const errorAt: Applied['errorAt'] = (place, sentence) => {
    for (const touch of touches.toReversed()) {
      const { node, update } = touch
      const [key = '', ...below] = place.slice(touch.place.length)
      if (isPrefix(place, touch.place)) return touch.errorAt(['target'], sentence)
      if (!isPrefix(touch.place, place)) continue
      if (update === undefined) return touch.errorAt(['target'], sentence)
      if (isNode(update) && Object.hasOwn(update, key))
        return touch.errorAt(['update', key, ...below], sentence)
      const added = Array.isArray(node) ? Number(key) - node.length : -1
      if (added < 0) continue
      const item = Array.isArray(update) ? [added] : []
      return touch.errorAt(['update', ...item, ...below], sentence)
    }
    return undefined
  }
  return { document, errorAt }
}

/** Each value is in a document once, so that a change of one place changes no other. */
const copyOf = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json

function applyAction(
  document: Json,
  { target, update, copy, remove }: Action,
  errorAt: ErrorAt,
  onTouch: (place: Location, node: Json) => void,
): Json {
  const targets = select(document, target, (problem) => errorAt(['target'], problem))
  const sources =
    copy === undefined ? [] : select(document, copy, (problem) => errorAt(['copy'], problem))
  const value = copy === undefined ? update : (sources[0]?.value as Json)
  if (sources.length > 1)
    throw errorAt(['copy'], `${String(copy)} matches ${sources.length} places; copy needs one`)
  if (remove === true && targets.some(({ location }) => location.length === 0))
    throw errorAt(['target'], 'the whole document cannot be removed')
  if (remove !== true && new Set(targets.map(({ value }) => kindOf(value as Json))).size > 1)
    throw errorAt(['target'], `${target} matches values of several kinds: object, array, other`)

  // A place that is matched twice is changed once. An item that is removed moves those after it, so the last goes first.
  const places = [
    ...new Map(targets.map(({ location }) => [JSON.stringify(location), location])).values(),
  ]
  // 0 for a name.
  const indexOf = (place: Location): number => Number(place.at(-1)) || 0
  const isEarlier = (a: Location, b: Location): number =>
    b.length - a.length || indexOf(b) - indexOf(a)
  return (value === undefined ? places.sort(isEarlier) : places).reduce((whole, place) => {
    const node = valueAt(whole, place) as Json
    onTouch(place, node)
    if (value === undefined) return put(whole, place, undefined)
    const added = copyOf(Array.isArray(node) && !Array.isArray(value) ? [value] : value)
    const merged = merge(node, added, (below, problem) =>
      errorAt(copy === undefined ? ['update', ...below] : ['copy'], problem),
    )
    return put(whole, place, merged)
  }, document)
}

/** RFC 9535; json-p3 also takes a name with a hyphen after a dot, which other tools refuse. */
function select(document: Json, path: string, error: (problem: string) => Error): JSONPathNode[] {
  const shorthand = /\.[A-Za-z_]\w*-/.exec(path.replace(/'(?:\\.|[^'])*'|"(?:\\.|[^"])*"/g, ''))
  if (shorthand !== null)
    throw error(`${path} is no JSONPath of RFC 9535: a name with a hyphen needs ['…']`)
  let nodes
  try {
    nodes = query(path, document).nodes
  } catch (cause) {
    throw error(`${path} is refused as a JSONPath of RFC 9535: ${(cause as Error).message}`)
  }
  if (nodes.length === 0) throw error(`${path} matches nothing in the document`)
  return nodes
}

/** Puts a value into a place of a document; undefined takes out what is there. */
function put(document: Json, place: Location, value: Json | undefined): Json {
  const path = JSONPointer.encode(place.map(String))
  const operation = value === undefined ? { op: 'remove', path } : { op: 'replace', path, value }
  return apply([operation], document) as Json
}

/** Merges objects member by member, joins lists, and takes any other value instead of the one that is there. */
function merge(node: Json, value: Json, error: ErrorAt, below: Location = []): Json {
  if (kindOf(node) !== kindOf(value))
    throw error(
      below,
      `${below.at(-1) ?? 'the target'} is of the type ${typeOf(node)}, into which ${typeOf(value)} cannot be merged; remove it first`,
    )
  if (Array.isArray(node) && Array.isArray(value)) {
    const twice = value.find((item) => kindOf(item) === 'other' && node.includes(item))
    if (twice !== undefined)
      throw error(
        below,
        `${JSON.stringify(twice)} is in the list already, to which an update only adds`,
      )
    return [...node, ...value]
  }
  if (!isNode(node) || !isNode(value)) return value
  const merged = Object.entries(value).map(([key, member]) => {
    const old = Object.hasOwn(node, key) ? node[key] : undefined
    return [key, old === undefined ? member : merge(old, member, error, [...below, key])] as const
  })
  return Object.fromEntries([...Object.entries(node), ...merged])
}

function typeOf(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

const kindOf = (value: Json): string => (Object(value) === value ? typeOf(value) : 'other')

function isPrefix(short: Location, long: Location): boolean {
  return short.every((key, index) => String(key) === String(long[index]))
}
