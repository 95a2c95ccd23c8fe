import type { Proof, Values } from '../operation.js'
import { differences, errorIn, isObject, isText, memberOf } from '../shared/json.js'

/**
 * Finds the answer of a call in what a look-up found: the answer itself, a list, or an object with one list, such as a
 * page. Undefined where the list is empty and whole: the call never came.
 * @throws TypeError where nothing proves that it is this call's
 */
export function findAnswer(
  { referenceField = '', identifier = ['id'] }: Proof,
  body: Values,
  result: unknown,
): object | undefined {
  const reference = body[referenceField]
  const isOwn = (one: unknown): boolean =>
    isText(reference) && isObject(one) && memberOf(one, referenceField) === reference
  const fields = [...Object.keys(body), ...identifier.slice(0, 1)]
  const list = isOwn(result) ? [result] : listIn(result, fields)
  if (list?.length === 0 && (isList(result) || unexplainedMember(result as Values) === undefined))
    return undefined
  const [answer, second] = list?.filter(isOwn) ?? []
  if (!isObject(answer))
    throw new TypeError(`what was found ${inWords(result, list, referenceField)}`)
  if (second !== undefined) throw new TypeError(`what was found has this ${referenceField} twice`)
  if (!isText(identifier.reduce<unknown>(memberOf, answer)))
    throw new TypeError(`what was found has no ${identifier.join('.')}`)
  const error = errorIn(answer, body, referenceField)
  if (error)
    throw new TypeError(`what was found has ${error}, and none of the values that were sent`)
  const given = Object.entries(answer).filter(([, value]) => value !== null)
  const others = differences(body, Object.fromEntries(given), true)
  if (others.length > 0) throw new TypeError(`what was found has another ${others.join(', ')}`)
  return answer
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** A page has one list, and no field of an answer: an answer may have an empty list of its own. */
function listIn(result: unknown, fields: readonly string[]): readonly unknown[] | undefined {
  if (isList(result)) return result
  if (!isObject(result) || fields.some((name) => Object.hasOwn(result, name))) return undefined
  const lists = Object.values(result).filter(isList)
  return lists.length === 1 ? lists[0] : undefined
}

/** Members by which an empty page says that it is whole: each is false, 0 or blank. */
const ends =
  /^_?(?:has_?|is_?)?(?:next|prev|previous|more|cursor|total|count|offset|skip|pages)(?:_|[A-Z]|$)|cursor$|count$/i
/** The number of the page, of which the first may be 0 or 1. */
const numbers = /^_?(?:current_?)?page(?:_?number)?$/i
/** Members of any answer: its request, and that it went well. */
const usual: readonly [name: RegExp, value: RegExp][] = [
  [/^(?:x_?)?(?:request|trace|correlation)_?id$/i, /./],
  [/^(?:success|ok)$/i, /^true$/],
  [/^(?:status|message|code|result)$/i, /^(?:success|ok|0|200)$/i],
  [/^object$/, /^list$/],
  [/^(?:is_?)?(?:truncated|partial|incomplete|error|stale)$/i, /^false$/],
  [/^total_?pages$/i, /^1$/],
  [/^(?:self|url)$/, /./],
]
/** The length that a page may have. */
const sizes = /^_?(?:limit|per_?page|page_?(?:size|limit))$/i
const groups = /^_?(?:meta|links?|paging|pagination|page_?info)$/i
const otherLists = /warn|error|detail|violation|issue|message|problem|reason|fail/i

/**
 * The first member of an empty page that says something else, or that nobody here knows: it proves nothing. The caller
 * knows the members at these paths.
 */
export function unexplainedMember(
  page: Values,
  paths: readonly (readonly string[])[] = [],
): string | undefined {
  return Object.keys(page).find((name) => {
    const member = page[name]
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
    if (below.some(({ length }) => length === 0)) return false
    // Where it is known which list is the one, another may be empty as well.
    if (isList(member)) return member.length > 0 || (paths.length === 0 && otherLists.test(name))
    if (isObject(member))
      return (
        (below.length === 0 && !groups.test(name)) || unexplainedMember(member, below) !== undefined
      )
    if (sizes.test(name) && Number(member) > 0) return false
    if (numbers.test(name) && (member === 0 || member === 1)) return false
    const text = [member].join()
    if (usual.some(([known, value]) => known.test(name) && value.test(text))) return false
    return member !== null && (!ends.test(name) || !['', '0', 'false'].includes(text))
  })
}

function inWords(result: unknown, list: readonly unknown[] | undefined, field: string): string {
  if (list?.length === 0) return `is an empty list beside ${unexplainedMember(result as Values)}`
  if (list) return `is a list of others, without this ${field}`
  if (!isObject(result)) return 'is no object'
  return `has ${Object.hasOwn(result, field) ? 'another' : 'no'} ${field}`
}
