import type { ApiError } from '../errors.js'
import { isObject, memberOf, ownMember } from '../shared/json.js'
import { findAnswer, unexplainedMember } from './find-answer.js'
import type { Link, LinkRule, Read, Schema, Values } from './operation.js'
import { fits } from './schema-check.js'

/** A list of more pages ignores its filter, or has no end. */
const maxPages = 100

/** Makes a link that can be followed; `notFound` is the documented body of a 404 of its read. */
export function createLink(rule: LinkRule, notFound?: Schema): Link {
  const follow = async (read: Read, input: Values) => {
    const given = Object.entries(rule.parameters)
      .map(([name, field]) => [name, ownMember(input, field)] as const)
      .filter(([, value]) => value !== undefined)
    const query = Object.fromEntries(given)
    let first: unknown
    try {
      first = await readWhole(read, rule.operation, query)
    } catch (error) {
      if (isNotFound(error, notFound)) return 'never_came'
      throw error
    }
    const data = rule.isList ? await readAll(rule, read, query, first) : memberAt(first, rule.path)
    // Whoever proves it refuses what is no object.
    return { data: data as object }
  }
  return {
    ...rule,
    follow,
    find: async (read, proof, input) => {
      const found = await follow(read, input)
      return found === 'never_came' ? undefined : findAnswer(proof, input, found.data)
    },
  }
}

/** The items of every page: one that stands on two of them is noticed only so. @throws Error where that is not all */
async function readAll(
  { operation, path, cursor }: LinkRule,
  read: Read,
  query: Values,
  first: unknown,
): Promise<unknown[]> {
  const items: unknown[] = []
  const known = cursor ? [path, cursor.next] : [path]
  const cursors = new Set<unknown>()
  for (let page = first; ;) {
    const list = memberAt(page, path)
    if (!Array.isArray(list)) throw new TypeError(`${operation} gave no list`)
    const doubt = list.length === 0 && isObject(page) ? unexplainedMember(page, known) : undefined
    if (doubt !== undefined) throw new TypeError(`${operation} gave an empty list beside ${doubt}`)
    items.push(...(list as unknown[]))
    const next = cursor && memberAt(page, cursor.next)
    if (!cursor || next === undefined || next === null || next === '') return items
    if (cursors.has(next)) throw new Error(`${operation} gave a cursor twice`)
    if (cursors.size === maxPages - 1)
      throw new Error(`${operation} has more than ${maxPages} pages`)
    cursors.add(next)
    page = await readWhole(read, operation, { ...query, [cursor.parameter]: next })
  }
}

/** The data of an answer. @throws Error where its status or a header says that there is more, or it is not the service's own */
async function readWhole(read: Read, operation: string, query: Values): Promise<unknown> {
  const { data, status, headers } = await read(operation, query)
  const hasMore = /\brel="?next\b/i.test(headers.get('link') ?? '')
  if (status !== 200 || hasMore || isStored(headers) || headers.has('content-range'))
    throw new TypeError(`${operation} gave a part, or an answer that a cache had`)
  return data
}

/** Whether a cache had the answer: it may be older than the call. */
const isStored = (headers: Headers): boolean => Number(headers.get('age') ?? 0) > 0

/** What no member leads to is undefined. */
const memberAt = (value: unknown, path: readonly string[]): unknown => path.reduce(memberOf, value)

/** Whether the service itself says it: a gateway answers 404 too, of a path that it does not know. */
function isNotFound(error: unknown, documented: Schema | undefined): boolean {
  const { code, status, body, headers = new Headers() } = (error ?? {}) as Partial<ApiError>
  if (code !== 'ERR_API' || status !== 404 || documented === undefined) return false
  if (!/json/i.test(headers.get('content-type') ?? '') || isStored(headers)) return false
  // Where nothing is required, a gateway's body would fit as well. A body that was cut is a text.
  return isObject(body) && fits(documented, body) && !fits(documented, {})
}
