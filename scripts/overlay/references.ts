import { isNode, type Json, type Location, type Node, placeAt, valueAt } from '../lib/document.js'
import type { Applied } from './apply.js'
import { refuse, walk } from './places.js'

/**
 * Refuses each reference that leads out of the finished document, whichever action made it: whoever reads the folder
 * would need another file, or make a request for it.
 * @throws Error in a sentence, with the line of the overlay
 */
export function assertReferences(applied: Applied): void {
  for (const [place, value] of walk(applied.document)) {
    const problem = problemOf(applied.document, place, value)
    if (problem !== undefined) refuse(applied, place, problem)
  }
}

function problemOf(document: Json, place: Location, value: Json): string | undefined {
  const [key, above, further] = [...place].reverse()
  if (key === '__proto__')
    return 'is no name for a member: JavaScript takes it for another thing; leave it out'
  const pointer = /^(?:\$ref|\$dynamicRef|operationRef)$/.test(String(key)) ? value : undefined
  const isWithin = typeof value === 'string' && value.startsWith('#/')
  const schemas = Object(valueAt(document, ['components', 'schemas'])) as Node
  const isName = above === 'mapping' && further === 'discriminator'
  const isOutside =
    (typeof pointer === 'string' && !isWithin) ||
    (isName && !isWithin && !Object.hasOwn(schemas, value as string)) ||
    (key === 'externalValue' && further === 'examples')
  if (isOutside)
    return `is ${JSON.stringify(value)}, which is not in this document: add what it has to the document, and refer to it by #/…`
  return typeof pointer === 'string' && leadsTo(document, placeAt(pointer), pointer)
    ? `is ${pointer}, which leads to itself: describe it at one place of them`
    : undefined
}

/** Whether nothing but references leads from a place back to a reference. */
function leadsTo(document: Json, place: Location, reference: string, most = 100): boolean {
  const node = valueAt(document, place)
  const next = isNode(node) ? node['$ref'] : undefined
  if (typeof next !== 'string') return false
  return next === reference || most === 0 || leadsTo(document, placeAt(next), reference, most - 1)
}
