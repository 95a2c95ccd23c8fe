import type { Operation } from './operation.js'

type Values = Readonly<Record<string, unknown>>

/**
 * Writes the URL of an operation below a base address: parameters of the path in the style `simple`,
 * of the query in the style `form`, exploded (OpenAPI 3.1, "Style Values"). Nothing inherited is written.
 */
export function writeUrl(base: string, operation: Operation, input: Values): string {
  const { path, queryParameters } = operation
  const own = (name: string): unknown[] => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    return value === undefined || value === null ? [] : [value].flat()
  }
  const filled = path.replace(parameter, (_, name: string) => own(name).map(encode).join())
  const query = queryParameters.flatMap((name) =>
    own(name).map((value) => `${encode(name)}=${encode(value)}`),
  )
  return base + filled + (query.length === 0 ? '' : `?${query.join('&')}`)
}

const parameter = /\{([^{}]+)\}/g

/** @throws TypeError for what no parameter can be */
function encode(value: unknown): string {
  if (typeof value === 'object') throw new TypeError('a parameter is no object')
  return encodeURIComponent(value as string | number | boolean)
}

/** What a URL holds of parameters: text, and lists where one is there more than once. */
export type Written = Readonly<Record<string, string | string[]>>

/** The operation that a URL is one of, with the parameters that are written in it. */
export interface Found {
  readonly operation: Operation
  readonly written: Written
}

/**
 * The other way round: finds the operation for a method and a URL, which is whole, or begins with `/`
 * and is taken to stand below the base address. A sentence says why there is none.
 */
export function operationFinder(operations: Readonly<Record<string, Operation>>, base: string) {
  const home = new URL(base)
  const root = home.pathname.replace(/\/$/, '')
  const templates = Object.values(operations)
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    // What is spelt out goes before a parameter.
    .sort((a, b) => a.operation.pathParameters.length - b.operation.pathParameters.length)

  return (method: string, address: string): Found | string => {
    const whole = address.startsWith('/') ? base.replace(/\/$/, '') + address : address
    if (!URL.canParse(whole)) return 'the URL is neither whole nor a path that begins with /'
    const url = new URL(whole)
    if (url.origin !== home.origin || url.username !== '' || url.password !== '')
      return `the URL is not of ${home.origin}, where the base address is`
    if (!url.pathname.startsWith(`${root}/`)) return 'the URL is not below the base address'
    const path = url.pathname.slice(root.length)
    const there = templates.filter(({ pattern }) => pattern.test(path))
    const found = there.find(({ operation }) => operation.method === method)
    if (found !== undefined) return read(found.operation, found.pattern.exec(path) ?? [], url)
    if (there.length === 0) return 'the document has no operation at this path'
    const methods = there.map(({ operation }) => operation.method)
    return `the document has no such method at this path, only ${methods.join(', ')}`
  }
}

function patternOf(path: string): RegExp {
  const between = path
    .split(/\{[^{}]+\}/)
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${between.join('([^/]+)')}$`)
}

function read(operation: Operation, match: readonly string[], { searchParams }: URL) {
  const { path, queryParameters } = operation
  const written = Object.create(null) as Record<string, string | string[]>
  const names = [...path.matchAll(parameter)].map(([, name = '']) => name)
  try {
    names.forEach((name, at) => (written[name] = decodeURIComponent(match[at + 1] ?? '')))
  } catch {
    return 'the path is not percent-encoded as it must be'
  }
  for (const name of new Set(searchParams.keys())) {
    if (!queryParameters.includes(name)) return 'the query has a parameter that is not documented'
    const [first = '', ...more] = searchParams.getAll(name)
    written[name] = more.length === 0 ? first : [first, ...more]
  }
  return { operation, written }
}

/** A URL holds text alone: what has to be another type becomes that, where it is written as one. */
export function typed({ request }: Operation, written: Written): Values {
  const values = Object.create(null) as Record<string, unknown>
  Object.assign(values, written)
  // First what has to be a list, then what is in it.
  for (let pass = 0; pass < 2 && request?.validate(values) === false; pass++)
    for (const { keyword, instancePath, params } of request.validate.errors ?? []) {
      if (keyword !== 'type') continue
      const [name = '', at] = instancePath.split('/').slice(1)
      const value = values[name]
      if (!Array.isArray(value)) values[name] = params['type'] === 'array' ? [value] : parsed(value)
      else if (at !== undefined) value[Number(at)] = parsed(value[Number(at)])
    }
  return values
}

/** A number or a boolean that is written as JSON writes it. */
function parsed(text: unknown): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return typeof text === 'string' && String(Number(text)) === text ? Number(text) : text
}
