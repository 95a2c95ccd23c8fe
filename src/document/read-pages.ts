import type { Pagination, Values } from '../operation.js'
import { memberOf } from '../shared/json.js'

/** A list of more pages ignores its filter, or has no end. */
const maxPages = 10_000

/**
 * The items of each page of a list. A page is read when the one before it was taken.
 * @param fail makes the error of an answer without the list, or by which the list has no end
 */
export async function* readPages(
  { items, next, parameter }: Pagination,
  read: (more?: Values) => Promise<unknown>,
  fail: (what: string) => Error,
): AsyncGenerator<readonly unknown[], void> {
  const cursors = new Set<unknown>()
  for (let more: Values | undefined; ;) {
    const page = await read(more)
    const list = memberAt(page, items)
    if (!Array.isArray(list)) throw fail(`no list at ${items.join('.')}`)
    yield list
    const cursor = memberAt(page, next) ?? ''
    if (cursor === '') return
    if (cursors.has(cursor)) throw fail('a cursor twice')
    if (cursors.add(cursor).size === maxPages) throw fail(`more than ${maxPages} pages`)
    more = { [parameter]: cursor }
  }
}

export const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce(memberOf, value)
