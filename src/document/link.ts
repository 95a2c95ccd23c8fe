import type { ApiError } from '../errors.js'
import type { Link, LookedUp, Operation, Read, Schema, Values } from '../operation.js'
import { isObjectOrList, memberOf } from '../shared/json.js'
import { memberAt, nextPage, readPages } from './read-pages.js'
import { fits } from './schema-check.js'

/**
 * The object, or the list of all pages, that the read of a link gives, for `proveAnswer`; `'never_came'` for its documented 404.
 * An answer from before `since`, when the lease of the call ended, proves nothing.
 */
export async function followLink(
  link: Link,
  operations: Readonly<Record<string, Operation>>,
  read: Read,
  input: Values,
  since?: Date,
): Promise<LookedUp> {
  const { operation: id, constants, path, notFound } = link
  const { pagination, response = true } = operations[id] ?? {}
  const query = { ...constants, ...queryOf(link, input) }
  const toError = (what: string) => new TypeError(`${id} gave ${what}`)
  /** Of each page, the reason why its empty list proves nothing. */
  const doubts: (string | undefined)[] = []
  const doubtOf = (data: unknown, status: number, headers: Headers): string | undefined => {
    if (status !== 200 || nextPage.test(headers.get('link') ?? '')) return 'a part'
    if (isStored(headers, since)) return 'an answer that a cache had'
    const isWhole = pagination
      ? fits(response, data, true) && hasKnownNames(data, response)
      : hasOnlyFixedValues(data, response)
    return isWhole ? undefined : 'a list beside what may be a cursor that no x-pagination names'
  }
  const readPage = async (more?: Values): Promise<unknown> => {
    const { data, status, headers } = await read(id, { ...query, ...more })
    doubts.push(doubtOf(data, status, headers))
    return data
  }
  let data: unknown
  try {
    if (pagination) {
      const items: unknown[] = []
      // One that stands on two pages is noticed only on all of them.
      for await (const page of readPages(pagination, readPage, toError)) items.push(...page)
      data = items
    } else data = memberAt(await readPage(), path)
  } catch (error) {
    const isFirstPage = doubts.length === 0
    if (isFirstPage && isNotFound(error, notFound, since)) return 'never_came'
    throw error
  }
  const doubt = doubts.find(Boolean)
  // What is found is proof wherever it comes from.
  if (doubt && Array.isArray(data) && data.length === 0) throw toError(doubt)
  // What is no object is refused where it is proven.
  return { data: data as object }
}

/** Whether each value of a page has a name that the document has too. */
const hasKnownNames = (page: unknown, schema: unknown): boolean =>
  Object.entries(page as object).every(
    ([name, value]) =>
      memberOf(memberOf(schema, 'properties'), name) !== undefined || hasOnlyFixedValues(value, {}),
  )

/** Whether an answer has no value but those that its schema fixes: without `x-pagination`, a cursor may have any name. */
const hasOnlyFixedValues = (value: unknown, schema: unknown): boolean =>
  isObjectOrList(value)
    ? Object.entries(value).every(([name, member]) =>
        hasOnlyFixedValues(member, memberOf(memberOf(schema, 'properties'), name)),
      )
    : !value || JSON.stringify(memberOf(schema, 'enum')) === JSON.stringify([value])

/** The parts of a request that are there, for the parameters of a read. */
function queryOf({ parameters, lists = [] }: Link, input: Values): Values {
  const values = Object.entries(parameters)
    .map(([name, path]) => [name, memberAt(input, path)] as const)
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

/** Whether it is the documented 404. A body that is no JSON, or was cut, is a text. */
function isNotFound(error: unknown, documented?: Schema, since?: Date): boolean {
  const { code, status, body, headers = new Headers() } = (error ?? {}) as Partial<ApiError>
  if (code !== 'ERR_API' || status !== 404 || documented === undefined) return false
  const isJson = /json/i.test(headers.get('content-type') ?? '')
  return isJson && !isStored(headers, since) && fits(documented, body, true)
}
