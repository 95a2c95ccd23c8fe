export type Node = Record<string, unknown>

/** Adds what one part of a document has to another. */
export function merge(into: Node, more: Node): Node {
  for (const [key, value] of Object.entries(more)) {
    const there = into[key]
    const both = [there, value].every((one) => typeof one === 'object' && one !== null)
    into[key] = both ? merge(there as Node, value as Node) : value
  }
  return into
}
