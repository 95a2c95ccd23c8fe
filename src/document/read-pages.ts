import type { Issue } from '../errors.js'
import type { Operation, Pagination, Values } from '../operation.js'
import { memberOf } from '../shared/json.js'

/** A list of more pages ignores its filter, or has no end. */
const maxPages = 10_000

/**
 * The items of each page of a list. A page is read when the one before it was taken.
 * @param toError makes the error of an answer without the list, or by which the list has no end
 */
export async function* readPages(
  { items, next, parameter }: Pagination,
  read: (more?: Values) => Promise<unknown>,
  toError: (what: string) => Error,
): AsyncGenerator<readonly unknown[], void> {
  const cursors = new Set<unknown>()
  for (let more: Values | undefined; ;) {
    const page = await read(more)
    const list = memberAt(page, items)
    if (!Array.isArray(list)) throw toError(`no list at ${items.join('.')}`)
    yield list
    const cursor = memberAt(page, next) ?? ''
    if (cursor === '') return
    if (cursors.has(cursor)) throw toError('a cursor twice')
    if (cursors.add(cursor).size === maxPages) throw toError(`more than ${maxPages} pages`)
    more = { [parameter]: cursor }
  }
}

/** A `Link` of this relation leads to a further page. */
export const nextPage = /\brel\s*=\s*(?:"[^"]*|'[^']*)?\bnext\b/i

/**
 * The sign that a page without a cursor is not the last: a `Link` to a further page, or as many items as a page has, beside a
 * member that the document lacks. It is no proof: a list may end with a full page.
 */
export function doubtOfEnd(
  { pagination, response }: Operation,
  input: unknown,
  page: unknown,
  headers: Headers,
): Issue | undefined {
  const { items, next: path, limit } = pagination as Pagination
  if ((memberAt(page, path) ?? '') !== '') return undefined
  const above = path.slice(0, -1)
  const known = above.reduce(
    (one, name) => memberOf(memberOf(one, name), 'properties'),
    memberOf(response, 'properties'),
  )
  const other = Object.entries(Object(known && memberAt(page, above)) as Values).find(
    ([name, value]) => value && memberOf(known, name) === undefined,
  )?.[0]
  const list = memberAt(page, items)
  const length = Array.isArray(list) && list.length
  const isFull =
    length && length === (limit && (memberOf(input, limit.parameter) ?? limit.byDefault))
  const sign = nextPage.test(headers.get('link') ?? '')
    ? 'a Link to a next page'
    : isFull && other && `a full page and ${other}`
  return sign
    ? { path, message: `${path.join('.')} is missing beside ${sign}: the list may go on` }
    : undefined
}

export const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce(memberOf, value)
