import type { Proof, Values } from '../operation.js'
import { isObject, isText, memberOf } from '../shared/json.js'
import { contradictionIn, wordsOf } from './proof.js'

/** What a look-up found has the reference of the call, and other values. */
export class OtherValues extends TypeError {
  override readonly name = 'TypeError'
}

/**
 * Finds the answer of a call in what a look-up found: the answer itself, a list, or an object with one list, such as a
 * page. Undefined for an empty list: that is all there is.
 * @throws TypeError where nothing proves that it is this call's, as of an empty list in an object, which may be a part
 */
export function findAnswer(proof: Proof, body: Values, result: unknown): object | undefined {
  const {
    referenceField = '',
    referenceMember: named = referenceField,
    identifier = ['id'],
  } = proof
  const reference = body[referenceField]
  const isOwn = (one: unknown): boolean =>
    isText(reference) && isObject(one) && memberOf(one, named) === reference
  const fields = [...Object.keys(body), named, ...identifier.slice(0, 1)]
  const list = isOwn(result) ? [result] : listIn(result, fields)
  if (isList(result) && result.length === 0) return undefined
  const [answer, ...others] = list?.filter(isOwn) ?? []
  if (!isObject(answer)) throw new TypeError(`what was found ${inWords(result, list, named)}`)
  const idOf = (one: unknown): unknown => identifier.reduce<unknown>(memberOf, one)
  // One that moved from a page to the next is there twice.
  if (others.some((one) => idOf(one) !== idOf(answer)))
    throw new TypeError(`what was found has this ${named} twice`)
  if (!isText(idOf(answer))) throw new TypeError(`what was found has no ${identifier.join('.')}`)
  const doubt = contradictionIn(proof, body, answer)
  if (doubt) throw new OtherValues(`what was found has ${wordsOf(doubt)}`)
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

function inWords(result: unknown, list: readonly unknown[] | undefined, field: string): string {
  if (list?.length === 0) return 'is an empty list in an object, which may be a part: give the list'
  if (list) return `is a list of others, without this ${field}`
  if (!isObject(result)) return 'is no object'
  return `has ${Object.hasOwn(result, field) ? 'another' : 'no'} ${field}`
}
