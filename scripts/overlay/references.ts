import { isNode, type Json, type Location, type Node, placeAt, valueAt } from '../lib/document.js'
import type { Applied } from './apply.js'
import { refuse, walk } from './places.js'

/**
 * Refuses each reference that leads out of the finished document, whichever action made it: whoever reads the folder
 * would need another file, or make a request for it.
 * @throws Error in a sentence, with the line of the overlay
 */
export function assertReferences(applied: Applied): void {
  const { document } = applied
  const { schemas = {} } = ((document as Node)['components'] ?? {}) as { schemas?: Node }
  const isWithin = (reference: Json): boolean =>
    typeof reference === 'string' && reference.startsWith('#/')
  for (const [place, value] of walk(document)) {
    const [key, above, further] = [...place].reverse()
    if (key === '__proto__')
      refuse(
        applied,
        place,
        'is no name for a member: JavaScript takes it for another thing; leave it out',
      )
    const isReference = /^(?:\$ref|\$dynamicRef|operationRef)$/.test(String(key))
    const isName = above === 'mapping' && further === 'discriminator'
    const isOutside =
      (isReference && typeof value === 'string' && !isWithin(value)) ||
      (isName && !isWithin(value) && !Object.hasOwn(schemas, value as string)) ||
      (key === 'externalValue' && further === 'examples')
    if (isOutside)
      refuse(
        applied,
        place,
        `is ${JSON.stringify(value)}, which is not in this document: add what it has to the document, and refer to it by #/…`,
      )
    if (isReference && typeof value === 'string' && leadsTo(document, placeAt(value), value))
      refuse(applied, place, `is ${value}, which leads to itself: describe it at one place of them`)
  }
}

/** Whether nothing but references leads from a place back to a reference. */
function leadsTo(document: Json, place: Location, reference: string, most = 100): boolean {
  const node = valueAt(document, place)
  const next = isNode(node) ? node['$ref'] : undefined
  if (typeof next !== 'string') return false
  return next === reference || most === 0 || leadsTo(document, placeAt(next), reference, most - 1)
}
