import { isNode, type Json, type Node } from './json.js'

/** The values that the examples of a document have under the name of a field, then under names that end alike. */
export type KnownValues = (name: string) => readonly Json[]

/**
 * Collects the values of all examples: of bodies and parameters, and of fields in schemas.
 * @param resolve gives what a reference points to
 */
export function knownValues(document: Json, resolve: (node: Json) => Json): KnownValues {
  const values = new Map<string, Json[]>()
  const add = (name: string, value: Json): void => {
    if (Array.isArray(value)) for (const item of value) add(name, item)
    else if (isNode(value)) for (const [member, one] of Object.entries(value)) add(member, one)
    else values.set(name, [...(values.get(name) ?? []), value])
  }
  const walk = (node: Json, name: string): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, name)
    if (!isNode(node)) return
    const { example, examples = [], properties = {}, ...rest } = node
    // That of a parameter.
    const own = typeof rest['name'] === 'string' ? rest['name'] : name
    const all = Array.isArray(examples) ? examples : Object.values(examples as Node).map(valueIn)
    for (const value of [...(example === undefined ? [] : [example]), ...all]) add(own, value)
    for (const [field, one] of Object.entries(properties as Node)) walk(one, field)
    for (const [key, one] of Object.entries(rest)) if (!isValue.test(key)) walk(one, own)
  }
  const valueIn = (one: Json): Json => (resolve(one) as Node)['value'] ?? null
  walk(document, '')
  const known = [...values].map(([name, all]) => ({ words: wordsIn(name), all }))
  return (name) => {
    const words = wordsIn(name)
    const alike = known.filter(({ words: others }) => words.at(-1) === others.at(-1))
    const shared = (others: readonly string[]): number => {
      const at = words.toReversed().findIndex((word, back) => word !== others.at(-1 - back))
      return at === -1 ? words.length : at
    }
    const nearest = alike.sort((a, b) => shared(b.words) - shared(a.words))
    return [...(values.get(name) ?? []), ...nearest.flatMap(({ all }) => all)]
  }
}

/** Members of a schema whose members are values. */
const isValue = /^(?:default|enum|const|links|x-.*)$/

/** The words of a name such as `settled_at`, `settledAt` or `X-Account`. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
