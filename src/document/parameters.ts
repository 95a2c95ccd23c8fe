import type { Operation } from './operation.js'

type Values = Readonly<Record<string, unknown>>

/**
 * Writes the URL of an operation below a base address: parameters of the path in the style `simple`,
 * of the query in `form`, `spaceDelimited` or `pipeDelimited` (OpenAPI 3.1, "Style Values"). Nothing
 * inherited is written.
 */
export function writeUrl(base: string, { path, parameters }: Operation, input: Values): string {
  const filled = path.replace(template, (_, name: string) =>
    itemsOf(input, name).map(encode).join(),
  )
  const query = parameters.flatMap(({ in: place, name, separator }) => {
    if (place !== 'query') return []
    const items = itemsOf(input, name).map(encode)
    const written = separator === undefined || items.length < 2 ? items : [items.join(separator)]
    return written.map((value) => `${encode(name)}=${value}`)
  })
  return base + filled + (query.length === 0 ? '' : `?${query.join('&')}`)
}

/** Writes the parameters of the headers, in the style `simple`, under names in lower case. */
export function writeHeaders({ parameters }: Operation, input: Values) {
  const written = parameters
    .filter(({ in: place }) => place === 'header')
    .map(({ name }) => [name.toLowerCase(), itemsOf(input, name).join()] as const)
    .filter(([, value]) => value !== '')
  return Object.fromEntries(written)
}

/** Where a parameter stands in the path of the document. */
export const template = /\{([^{}]+)\}/g

function itemsOf(input: Values, name: string): unknown[] {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  return value === undefined || value === null ? [] : [value].flat()
}

/** @throws TypeError for what no parameter can be */
function encode(value: unknown): string {
  if (typeof value === 'object') throw new TypeError('a parameter is not an object')
  return encodeURIComponent(value as string | number | boolean)
}
