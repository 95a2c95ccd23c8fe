import type { ApiError } from '../errors.js'
import type { Link, LookedUp, Proof, Read, Schema, Values } from '../operation.js'
import { errorIn, isObject, memberOf } from '../shared/json.js'
import { findAnswer } from './find-answer.js'
import { fits } from './schema-check.js'

/** A `Link` of this relation leads to a further page. */
const nextPage = /\brel\s*=\s*(?:"[^"]*|'[^']*)?\bnext\b/i

/** A list of more pages ignores its filter, or has no end. */
const maxPages = 100

/**
 * What the read of a link has, for somebody to prove: the object, or the list of all pages; `'never_came'` for its
 * documented 404. An answer from before `since`, when the lease of the call ended, proves nothing.
 */
export async function followLink(
  link: Link,
  read: Read,
  input: Values,
  since?: Date,
): Promise<LookedUp> {
  const query = { ...link.constants, ...queryOf(link, input) }
  /** Those of which nothing proves that they are all there is, and of now. */
  const parts: unknown[] = []
  const readPage = async (more?: Values): Promise<unknown> => {
    const { data, status, headers } = await read(link.operation, { ...query, ...more })
    const isWhole = status === 200 && !nextPage.test(headers.get('link') ?? '')
    const isError = isObject(data) && errorIn(data, {}) !== undefined
    if (!isWhole || isError || isStored(headers, since)) parts.push(data)
    return data
  }
  let first: unknown
  try {
    first = await readPage()
  } catch (error) {
    if (isNotFound(error, link.notFound, since)) return 'never_came'
    throw error
  }
  const data = link.isList ? await readAll(link, readPage, first) : memberAt(first, link.path)
  // What is found is proof wherever it comes from.
  if (parts.length > 0 && Array.isArray(data) && data.length === 0)
    throw new TypeError(`${link.operation} gave a part, an error, or an answer that a cache had`)
  // Whoever proves it refuses what is no object.
  return { data: data as object }
}

/** The answer of a call, proven in what its link led to; undefined where nothing was found. @throws where nothing is proven */
export const proveAnswer = (proof: Proof, input: Values, result: LookedUp): object | undefined =>
  typeof result === 'object' ? findAnswer(proof, input, result.data) : undefined

/** The items of every page: one that stands on two of them is noticed only so. @throws Error where that is not all */
async function readAll(
  { operation, path, cursor }: Link,
  readPage: (more: Values) => Promise<unknown>,
  first: unknown,
): Promise<unknown[]> {
  const items: unknown[] = []
  const cursors = new Set<unknown>()
  for (let page = first; ;) {
    const list = memberAt(page, path)
    if (!Array.isArray(list)) throw new TypeError(`${operation} gave no list`)
    items.push(...(list as unknown[]))
    const next = cursor && memberAt(page, cursor.next)
    if (!cursor || next === undefined || next === null || next === '') return items
    if (cursors.has(next)) throw new Error(`${operation} gave a cursor twice`)
    if (cursors.size === maxPages - 1)
      throw new Error(`${operation} has more than ${maxPages} pages`)
    cursors.add(next)
    page = await readPage({ [cursor.parameter]: next })
  }
}

/** The fields of a request that are there, for the parameters of a read. */
function queryOf({ parameters, lists = [] }: Link, input: Values): Values {
  const values = Object.entries(parameters)
    .map(([name, field]) => [name, memberOf(input, field)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    values.map(([name, value]) => [name, lists.includes(name) ? [value].flat() : value]),
  )
}

/** Whether a cache had an answer, which may be older than the end of the lease at `since` (RFC 9111, sections 5.1 and 4.2.3). */
const isStored = (headers: Headers, since?: Date): boolean =>
  // Varnish and Fastly write `Age: 0` into an answer that they fetched just now.
  /[1-9]/.test(headers.get('age') ?? '') ||
  // A `Date` has whole seconds.
  Date.parse(headers.get('date') ?? '') + 1_000 <= Number(since)

const memberAt = (value: unknown, path: readonly string[]): unknown => path.reduce(memberOf, value)

/** Whether it is the documented 404. A body that is no JSON, or was cut, is a text. */
function isNotFound(error: unknown, documented?: Schema, since?: Date): boolean {
  const { code, status, body, headers = new Headers() } = (error ?? {}) as Partial<ApiError>
  if (code !== 'ERR_API' || status !== 404 || documented === undefined) return false
  const isJson = /json/i.test(headers.get('content-type') ?? '')
  return isJson && !isStored(headers, since) && fits(documented, body, true)
}
