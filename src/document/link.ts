import type { ApiError } from '../errors.js'
import type { Link, LinkRule, Rules, Schema, Values } from '../operation.js'
import { isObject, memberOf } from '../shared/json.js'
import { findAnswer, unexplainedMember } from './find-answer.js'
import { fits } from './schema-check.js'

/** A list of more pages ignores its filter, or has no end. */
const maxPages = 100

export function createLink(rule: LinkRule): Link {
  const follow: Link['follow'] = async (read, input, since) => {
    const query = { ...rule.constants, ...queryOf(rule, input) }
    const readWhole = async (more?: Values): Promise<unknown> => {
      const { data, status, headers } = await read(rule.operation, { ...query, ...more })
      const list = memberAt(data, rule.path)
      const isEmpty = !more && Array.isArray(list) && list.length === 0
      const hasMore =
        /\brel\s*=\s*(?:"[^"]*|'[^']*)?\bnext\b/i.test(headers.get('link') ?? '') ||
        (isEmpty && [...headers].some(tellsOfMore))
      if (status !== 200 || hasMore || isStored(headers, since) || headers.has('content-range'))
        throw new TypeError(`${rule.operation} gave a part, or an answer that a cache had`)
      return data
    }
    let first: unknown
    try {
      first = await readWhole()
    } catch (error) {
      if (isNotFound(error, rule.notFound, since)) return 'never_came'
      throw error
    }
    const data = rule.isList ? await readAll(rule, readWhole, first) : memberAt(first, rule.path)
    // Whoever proves it refuses what is no object.
    return { data: data as object }
  }
  return {
    ...rule,
    follow,
    find: async (read, proof, input) => {
      const result = await follow(read, input)
      return result === 'never_came' ? undefined : findAnswer(proof, input, result.data)
    },
  }
}

/** The items of every page: one that stands on two of them is noticed only so. @throws Error where that is not all */
async function readAll(
  { operation, path, cursor }: LinkRule,
  readWhole: (more: Values) => Promise<unknown>,
  first: unknown,
): Promise<unknown[]> {
  const items: unknown[] = []
  const paths = cursor ? [path, cursor.next] : [path]
  const cursors = new Set<unknown>()
  for (let page = first; ;) {
    const list = memberAt(page, path)
    if (!Array.isArray(list)) throw new TypeError(`${operation} gave no list`)
    const stray = list.length === 0 && isObject(page) ? unexplainedMember(page, paths) : undefined
    if (stray !== undefined) throw new TypeError(`${operation} gave an empty list beside ${stray}`)
    items.push(...(list as unknown[]))
    const next = cursor && memberAt(page, cursor.next)
    if (!cursor || next === undefined || next === null || next === '') return items
    if (cursors.has(next)) throw new Error(`${operation} gave a cursor twice`)
    if (cursors.size === maxPages - 1)
      throw new Error(`${operation} has more than ${maxPages} pages`)
    cursors.add(next)
    page = await readWhole({ [cursor.parameter]: next })
  }
}

/** The fields of a request that are there, for the parameters of a read. */
function queryOf({ parameters, lists = [] }: LinkRule, input: Values): Values {
  const values = Object.entries(parameters)
    .map(([name, field]) => [name, memberOf(input, field)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    values.map(([name, value]) => [name, lists.includes(name) ? [value].flat() : value]),
  )
}

/** Whether an answer may be older than a call whose lease ended at `since`: a cache had it, or says that it is stale. */
function isStored(headers: Headers, since?: Date): boolean {
  const isHit = ([name, value]: [string, string]): boolean =>
    (/cache(?!-control)/.test(name) && /(?:^|[\s,;_])(?:hit|stale)(?![a-z])/i.test(value)) ||
    (/(?:cache-(?:hits|age)|stale|lag)$/.test(name) && /[1-9]|true/i.test(value)) ||
    // Of a hit, Varnish names the request that it stored as well.
    (name === 'x-varnish' && /\d \d/.test(value))
  return (
    /[1-9]/.test(headers.get('age') ?? '') ||
    /\b11\d\b/.test(headers.get('warning') ?? '') ||
    // A `Date` has whole seconds.
    Date.parse(headers.get('date') ?? '') + 1_000 <= Number(since) ||
    [...headers].some(isHit)
  )
}

/** Whether a header of a page says that there are items, such as `X-Total-Count: 7`, or that it is a part. */
function tellsOfMore([name, value]: [string, string]): boolean {
  const isNo = /^(?:|0|false|no|null)$/i.test(value)
  return /(?:^|-)complete$/.test(name) ? isNo : !isNo && ofParts.test(name)
}

const ofParts =
  /(?:^|-)(?:total|next|more|cursor|continuation|pagination|truncated|incomplete|partial)(?:-|$)|^(?:x-)?(?:(?:page|item|result|record)s?-)?count$|^x-wp-total/

const memberAt = (value: unknown, path: readonly string[]): unknown => path.reduce(memberOf, value)

/** Whether the service itself says it: a gateway answers 404 too, of a path that it does not know. */
function isNotFound(error: unknown, documented?: Schema, since?: Date): boolean {
  const { code, status, body, headers = new Headers() } = (error ?? {}) as Partial<ApiError>
  if (code !== 'ERR_API' || status !== 404 || documented === undefined) return false
  // Whoever asks to come again later does not say that it never came.
  if (headers.has('retry-after') || isStored(headers, since)) return false
  if (!/json/i.test(headers.get('content-type') ?? '')) return false
  // A gateway may pass on another status in a 404. A body that was cut is a text.
  const own = Number(memberOf(body, 'status') ?? 404)
  return (
    (own === 404 || Number.isNaN(own)) && requiresValue(documented) && fits(documented, body, true)
  )
}

/** Whether a schema requires a field, other than the status, with one of certain values: what a router answers would fit any other. */
function requiresValue(schema: Schema): boolean {
  const { required = [], properties = {}, oneOf } = schema as Rules
  if (oneOf) return oneOf.every(requiresValue)
  return required.some((name) => {
    const property = memberOf(properties, name) ?? {}
    const { enum: values } = property as Rules
    return (values !== undefined && !values.includes(404)) || requiresValue(property)
  })
}
