import type { LookedUp, Operation, Proof, Values } from '../operation.js'
import { differences, isObject, isText, memberOf } from '../shared/json.js'

/** What an answer has to be like to prove a call. `contradictionIn` finds what does not fit. */
export function proofOf(operation: Operation, input: Values): Proof {
  const { referenceField, referenceMember, identifier, answer } = operation
  // Of alternatives, the one that the request has.
  const repeats = answer?.repeats?.find((names) =>
    names.every((name) => memberOf(input, name) !== undefined),
  )
  return { referenceField, referenceMember, identifier, ...answer, repeats: repeats ?? [] }
}

/** The name of a member that has an `other` value than was sent; or of a `strange` member, beside one that is `lacking`. */
export type Doubt =
  { readonly other: string } | { readonly strange: string; readonly lacking: string }

export const wordsOf = (doubt: Doubt): string =>
  'other' in doubt
    ? `another ${doubt.other}`
    : `${doubt.strange}, and neither a value that was sent nor ${doubt.lacking}`

/**
 * Why an answer with its identifier is about another call, or is another thing, such as a refusal or a job; undefined where it
 * proves the call:
 *
 * - A field that the request requires, and the reference, have the value that was sent, where the answer has them too.
 * - A member that the document fixes has that value.
 * - An answer that repeats nothing but the reference, lacks a member that the document requires, and has one that it does not
 *   name, is another thing.
 */
export function contradictionIn(proof: Proof, input: Values, answer: unknown): Doubt | undefined {
  const { referenceField: field = '', referenceMember: named = field, identifier = ['id'] } = proof
  const { repeats = Object.keys(input), needs = [], names = [], fixed = {} } = proof
  // The object with the identifier may be a member of the answer.
  const made = identifier.slice(0, -1).reduce<unknown>(memberOf, answer)
  const reference = input[field]
  if (isText(reference) && (memberOf(made, named) ?? reference) !== reference)
    return { other: named }
  for (const name in fixed)
    if ((memberOf(answer, name) ?? memberOf(made, name) ?? fixed[name]) !== fixed[name])
      return { other: name }
  let isRepeated = false
  for (const name of repeats) {
    const [sent, there] = [input[name] ?? undefined, memberOf(made, name) ?? undefined]
    // An object under the name of a text is another thing, and not another value.
    const isBoth = sent !== undefined && there !== undefined && isObject(sent) === isObject(there)
    if (!isBoth || name === field) continue
    const [other] = differences(sent, there, true, name)
    if (other !== undefined) return { other }
    isRepeated = true
  }
  if (isRepeated || !isObject(made)) return undefined
  const lacking = needs.find((name) => memberOf(made, name) === undefined)
  const strange = Object.keys(made).find((name) => !names.includes(name))
  return lacking === undefined || strange === undefined ? undefined : { strange, lacking }
}

/** The answer of a call, proven in what its link led to; undefined where nothing was found. @throws where nothing is proven */
export const proveAnswer = (proof: Proof, input: Values, result: LookedUp): object | undefined =>
  typeof result === 'object' ? findAnswer(proof, input, result.data) : undefined

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
