import type { Operation, Parameter, Rules, Schema, Values } from '../operation.js'
import { memberOf } from '../shared/json.js'
import { template } from './parameters.js'

/** The parameters found in a request: the texts of each. */
export type Written = Readonly<Record<string, readonly string[]>>

export interface Match {
  readonly operation: Operation
  /** The parameters that are written in the URL and in these headers, whose names are in lower case. A sentence says why they cannot be read. */
  readonly readParameters: (headers?: Readonly<Record<string, string>>) => Written | string
}

/** Why no operation fits, and the methods that its path has. */
export interface NoMatch {
  readonly why: string
  readonly methods: readonly string[]
}

/**
 * Finds the operation that a method and a URL belong to. The URL is whole, or begins with `/` and is
 * taken to stand below the base address.
 */
export function operationFinder(operations: Readonly<Record<string, Operation>>, base: string) {
  const home = new URL(base)
  const root = home.pathname.replace(/\/$/, '')
  const routes = Object.values(operations).map((operation) => ({
    operation,
    names: namesIn(operation.path),
    pattern: patternOf(operation.path),
  }))
  // `/things/all/{part}` comes before `/things/{id}/{part}`.
  routes.sort((one, other) => one.names.length - other.names.length)

  return (method: string, address: string): Match | NoMatch => {
    const none = (why: string, methods: readonly string[] = []): NoMatch => ({ why, methods })
    const whole = address.startsWith('/') ? base.replace(/\/$/, '') + address : address
    const url = URL.canParse(whole) ? new URL(whole) : undefined
    if (url?.origin !== home.origin || !url.pathname.startsWith(`${root}/`))
      return none(`the URL must be below ${base}, or a path that begins with /`)
    const path = url.pathname.slice(root.length)
    const fitting = routes.filter(({ pattern }) => pattern.test(path))
    // A path hides those with more parameters that fit as well, with all of their methods (OpenAPI, Paths Object).
    const there = fitting.filter(({ names }) => names.length === fitting[0]?.names.length)
    const route = there.find(({ operation }) => operation.method === method)
    if (route !== undefined) {
      const parts = route.pattern.exec(path)?.slice(1) ?? []
      const { operation } = route
      return {
        operation,
        readParameters: (headers = {}) => readParameters(operation, parts, url.search, headers),
      }
    }
    if (there.length === 0) return none('the document has no operation at this path')
    const methods = [...new Set(there.map(({ operation }) => operation.method))]
    const why = `the document has no such method at this path, only ${methods.join(', ')}`
    return none(why, methods)
  }
}

function namesIn(path: string): string[] {
  return [...path.matchAll(template)].map(([, name = '']) => name)
}

function patternOf(path: string): RegExp {
  const between = path
    .split(/\{[^{}]+\}/)
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${between.join('([^/]+)')}$`)
}

function readParameters(
  { path, parameters = [] }: Operation,
  parts: readonly string[],
  search: string,
  headers: Readonly<Record<string, string>>,
): Written | string {
  const written: Record<string, string[]> = {}
  const add = (place: Parameter['in'], name: string, text: string, decode: Decode): boolean => {
    const parameter = parameters.find((one) => one.in === place && one.name === name)
    if (parameter === undefined) return false
    const divider = parameter.separator && decodeURIComponent(parameter.separator)
    const split = (one: string): string[] => (divider ? one.split(divider) : [one])
    // A comma inside of an item is encoded. Another separator may be encoded, and is inside of no item.
    const items = divider === ',' ? split(text).map(decode) : split(decode(text))
    written[name] = [...(written[name] ?? []), ...items]
    return true
  }
  try {
    namesIn(path).forEach((name, at) => add('path', name, parts[at] ?? '', decodeURIComponent))
    for (const pair of search.slice(1).split('&').filter(Boolean)) {
      const [name = '', ...value] = pair.split('=')
      if (!add('query', decodeForm(name), value.join('='), decodeForm))
        return 'the query has a parameter that is not documented'
    }
  } catch {
    return 'the URL is not percent-encoded as it must be'
  }
  for (const { name } of parameters) {
    const value = headers[name.toLowerCase()]
    if (value !== undefined) add('header', name, value, (text) => text.trim())
  }
  return written
}

type Decode = (text: string) => string

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

/**
 * Turns the parameters of a URL into what a caller would pass to the method. All are text in a URL:
 * "7" becomes 7 if the document says that it is a number. The body is not touched.
 */
export function inputOf({ request }: Operation, written: Written, body?: object): Values {
  const values = { ...body, ...written } as Record<string, unknown>
  for (const [name, texts] of Object.entries(written)) {
    const { items, ...rules } = rulesOf(request, name)
    const { type } = items === undefined ? rules : toRules(items)
    const read = (one: string): unknown => (type === 'string' ? one : parsed(one))
    const all = texts.map(read)
    values[name] = items === undefined && all.length === 1 ? all[0] : all
  }
  return values
}

/** The rules of a parameter, which stands in each alternative of the body if there are any. */
function rulesOf(schema: Schema | undefined, name: string): Rules {
  const { properties = {}, oneOf = [] } = toRules(schema)
  const property = memberOf(properties, name)
  return property === undefined && oneOf.length > 0 ? rulesOf(oneOf[0], name) : toRules(property)
}

const toRules = (schema: Schema | undefined): Rules => (typeof schema === 'object' ? schema : {})

/** A number or a boolean that is written as JSON writes it. */
function parsed(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return String(Number(text)) === text ? Number(text) : text
}
