import type { Operation } from '../../src/operation.js'
import { isNode, type Json, type Location, methods, type Node, valueAt } from '../lib/document.js'
import type { Pair } from './kept.js'
import { wordsOf } from './places.js'

/** Words whose values no program follows. */
const texts =
  /^(?:description|summary|title|examples?|externalDocs|tags|x-codeSamples|x-mock|x-expected|\$comment)$/

/**
 * The places where two documents differ, with both values, but for texts. An operation that has moved is compared with
 * itself.
 */
export function differences(before: Json, after: Json, pairs: readonly Pair[]): string[] {
  const moved = pairs.flatMap(([was, now]) =>
    was && now
      ? compare(valueAt(before, homeOf(was)), valueAt(after, homeOf(now)), homeOf(now))
      : [],
  )
  const rest = compare(withoutOperations(before), withoutOperations(after))
  return [...moved, ...rest]
}

const homeOf = ({ path, method }: Operation): Location => ['paths', path, method.toLowerCase()]

function compare(was: Json | undefined, now: Json | undefined, place: Location = []): string[] {
  if (wordsOf(place).some((word) => texts.test(word))) return []
  const line = (one: Json | undefined, other: Json | undefined): string =>
    `${place.join('.')}: ${shown(one)} → ${shown(other)}`
  if (isPlainList(was) && isPlainList(now))
    return [
      ...was.filter((one) => !now.includes(one)).map((one) => line(one, undefined)),
      ...now.filter((one) => !was.includes(one)).map((one) => line(undefined, one)),
    ]
  if ((Array.isArray(was) && Array.isArray(now)) || (isNode(was) && isNode(now))) {
    const [a, b] = [was as Node, now as Node]
    return Object.keys({ ...a, ...b }).flatMap((key) => compare(a[key], b[key], [...place, key]))
  }
  return JSON.stringify(was) === JSON.stringify(now) ? [] : [line(was, now)]
}

/** A list of values, such as those of an enum: which of them are there counts, and not their numbers. */
const isPlainList = (value: Json | undefined): value is Json[] =>
  Array.isArray(value) && value.every((one) => Object(one) !== one)

/** The document without its operations, and without a path that has nothing else. */
function withoutOperations(document: Json): Json {
  const { paths = {}, ...rest } = document as { paths?: Record<string, Node> } & Node
  const items = Object.entries(paths).map(([path, item]) => {
    const others = Object.entries(item).filter(([word]) => !methods.includes(word))
    return [path, Object.fromEntries(others)] as const
  })
  const left = items.filter(([, item]) => Object.keys(item).length > 0)
  return { ...rest, paths: Object.fromEntries(left) }
}

const shown = (value: Json | undefined): string =>
  value === undefined ? 'none' : JSON.stringify(value)
