import { type Json, type Location, placeAt, valueAt } from '../lib/document.js'
import type { Applied } from './apply.js'

/** Members whose own members are names, and no words of OpenAPI. */
const byName =
  /^(?:properties|patternProperties|dependentSchemas|\$defs|schemas|responses|parameters|examples|requestBodies|headers|securitySchemes|links|callbacks|pathItems|paths|webhooks|content|encoding|mapping|scopes|variables)$/

/** Data of an example is not read as words. */
const data = /^(?:examples?|default|enum|const)$/

/** The words of OpenAPI on the way to a place, without names and the numbers of lists. */
export function wordsOf(place: Location): string[] {
  let isName = false
  return place.flatMap((key) => {
    const isWord = !isName && typeof key === 'string' && !/^\d+$/.test(key)
    isName = isWord && byName.test(key)
    return isWord ? [key] : []
  })
}

/** The word of OpenAPI at the end of a place; undefined where a name, a number or data is there. */
export function wordAt(place: Location): string | undefined {
  const [word, ...above] = wordsOf(place).reverse()
  return word === place.at(-1) && !above.some((one) => data.test(one)) ? word : undefined
}

/** A place and all that it refers to. */
export function* placesFrom(
  document: Json,
  place: Location,
  seen = new Set<string>(),
): Generator<Location> {
  yield place
  const text = JSON.stringify(valueAt(document, place) ?? null)
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"([^"]+)"/g))
    if (seen.size < seen.add(pointer).size) yield* placesFrom(document, placeAt(pointer), seen)
}

/** The places of a document, from the top down, with what is there. */
export function* walk(node: Json, place: Location = []): Generator<readonly [Location, Json]> {
  yield [place, node]
  const members = typeof node === 'object' ? Object.entries(node ?? {}) : []
  for (const [key, value] of members) yield* walk(value, [...place, key])
}

/** @throws Error in a sentence that names the place, with the line of the overlay */
export function refuse({ errorAt }: Applied, place: Location, problem: string): never {
  const sentence = `${place.join('.')} ${problem}`
  throw errorAt(place, sentence) ?? new Error(sentence)
}
