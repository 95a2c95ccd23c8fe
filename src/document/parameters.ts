import type { Parameter, Values } from '../operation.js'
import { memberOf } from '../shared/json.js'

/** Names of values that no URL or header can carry, though they fit the document, and what is wrong with each. */
export function findUnwritable(
  parameters: readonly Parameter[],
  fields: Values,
): [name: string, problem: string][] {
  return parameters.flatMap((parameter) => {
    const { name } = parameter
    const isThere = (memberOf(fields, name) ?? null) !== null
    const problem = isThere && problemOf(parameter, itemsOf(fields, name).map(String))
    return problem ? [[name, problem]] : []
  })
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

/** @throws TypeError for what no parameter can be */
function encode(value: unknown): string {
  if (typeof value === 'object') throw new TypeError('a parameter is not an object')
  return encodeURIComponent(value as string | number | boolean)
}

function problemOf(parameter: Parameter, items: readonly string[]): string | undefined {
  // URL parsers turn `.` and `..` into another path, even percent-encoded (the URL standard, path
  // state).
  if (parameter.in === 'path' && ['', '.', '..'].includes(items.join()))
    return `is ${JSON.stringify(items.join())}, which leads to another path`
  if (items.length === 0) return 'is an empty list, which cannot be written'
  if (items.some((item) => isParted(parameter, item)))
    return 'has an item that contains the separator, which would split the item'
  if (parameter.in === 'header')
    return items.every((item) => /^[!-~](?:[ -~]*[!-~])?$/.test(item))
      ? undefined
      : 'must be visible ASCII, with spaces only inside of it, because it is sent in a header'
  return items.some((item) => /\p{Surrogate}/u.test(item))
    ? 'has half of a surrogate pair, which a URL cannot carry'
    : undefined
}

/**
 * Whether an item holds the separator of its list, so that it would be read as two items. A comma
 * in a URL is no problem: inside of an item it is percent-encoded.
 */
function isParted({ in: place, separator }: Parameter, item: string): boolean {
  if (separator === undefined) return false
  if (separator === ',') return place === 'header' && item.includes(',')
  return item.includes(decodeURIComponent(separator))
}
