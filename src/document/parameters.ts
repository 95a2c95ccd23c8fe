import type { Parameter, Values } from '../operation.js'
import { memberOf } from '../shared/json.js'

export type Problem = readonly [name: string, words: string]

/** Finds values that a URL or a header would not carry as they are, though they fit the document. */
export function findUnwritable(parameters: readonly Parameter[], fields: Values): Problem[] {
  return parameters
    .filter((one) => (memberOf(fields, one.name) ?? null) !== null)
    .filter((one) => !isWritable(one, itemsOf(fields, one.name)))
    .map(({ name, in: place }) => [name, `would be read as another value in the ${place}`])
}

/** The path with the query, and the headers under names in lower case. */
export function writeParameters(path: string, parameters: readonly Parameter[], fields: Values) {
  const written = parameters
    .filter(({ in: place }) => place === 'header')
    .map(({ name }) => [name.toLowerCase(), itemsOf(fields, name).join()] as const)
  const headers = Object.fromEntries(written.filter(([, value]) => value !== ''))
  return { path: writePath(path, parameters, fields), headers }
}

/**
 * Writes parameters of the path in the style `simple`, of the query in `form`, `spaceDelimited` or `pipeDelimited`
 * (OpenAPI 3.1, "Style Values").
 */
function writePath(path: string, list: readonly Parameter[], fields: Values): string {
  const filled = path.replace(template, (_, name: string) =>
    itemsOf(fields, name).map(encode).join(),
  )
  const query = list.flatMap(({ in: place, name, separator }) => {
    if (place !== 'query') return []
    const items = itemsOf(fields, name).map(encode)
    const written = separator === undefined || items.length < 2 ? items : [items.join(separator)]
    return written.map((value) => `${encode(name)}=${value}`)
  })
  return filled + (query.length === 0 ? '' : `?${query.join('&')}`)
}

/** Where a parameter stands in the path of the document. */
export const template = /\{([^{}]+)\}/g

/** The values of a parameter, which inherited ones are not. */
function itemsOf(fields: Values, name: string): unknown[] {
  return [memberOf(fields, name) ?? []].flat()
}

const encode = (value: unknown): string => encodeURIComponent(String(value))

/**
 * Whether a value is read as what it is. URL parsers turn `.` and `..` into another path, even percent-encoded (the URL
 * standard, path state). No URL carries half of a surrogate pair.
 */
function isWritable({ in: place, separator = '' }: Parameter, items: readonly unknown[]): boolean {
  const isHeader = place === 'header'
  if (items.length === 0 || (place === 'path' && /^\.{0,2}$/.test(items.join()))) return false
  // In a URL, a comma inside of an item is percent-encoded.
  const divider = separator === ',' && !isHeader ? '' : decodeURIComponent(separator)
  const carried = isHeader ? /^[!-~](?:[ -~]*[!-~])?$/ : /^\P{Surrogate}*$/u
  return items.map(String).every((item, at) => {
    const isParted = divider !== '' && item.includes(divider)
    return typeof items[at] !== 'object' && !isParted && carried.test(item)
  })
}
