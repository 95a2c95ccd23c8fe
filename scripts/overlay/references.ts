import { isNode, type Json, type Node } from '../lib/document.js'
import type { Applied } from './apply.js'
import { placeAt, refuse, valueAt } from './places.js'
import type { Location } from './read.js'

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
  const refuseAt = (place: Location, reference: Json): never =>
    refuse(
      applied,
      place,
      `is ${JSON.stringify(reference)}, which is not in this document: add what it has to the document, and refer to it by #/…`,
    )
  const look = (node: Json, place: Location): void => {
    if (node === null || typeof node !== 'object') return
    for (const [key, value] of Object.entries(node)) {
      const at = [...place, key]
      if (key === '__proto__')
        refuse(
          applied,
          at,
          'is no name for a member: JavaScript takes it for another thing; leave it out',
        )
      if (key === 'externalValue' && place.at(-2) === 'examples') refuseAt(at, value)
      const isReference = /^(?:\$ref|\$dynamicRef|operationRef)$/.test(key)
      if (isReference && typeof value === 'string') {
        if (!isWithin(value)) refuseAt(at, value)
        if (leadsTo(document, placeAt(value), value))
          refuse(
            applied,
            at,
            `is ${value}, which leads to itself: describe it at one place of them`,
          )
      }
      if (key === 'discriminator' && isNode(value) && isNode(value['mapping']))
        for (const [name, target] of Object.entries(value['mapping']))
          if (!isWithin(target) && !Object.hasOwn(schemas, target as string))
            refuseAt([...at, 'mapping', name], target)
      look(value, at)
    }
  }
  look(document, [])
}

/** Whether nothing but references leads from a place back to a reference. */
function leadsTo(document: Json, place: Location, reference: string, most = 100): boolean {
  const node = valueAt(document, place)
  const next = isNode(node) ? node['$ref'] : undefined
  if (typeof next !== 'string') return false
  return next === reference || most === 0 || leadsTo(document, placeAt(next), reference, most - 1)
}
