import type { Operation, Proof, Values } from '../operation.js'
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

/** A member with another value than was sent, or a member that makes an answer another thing, which lacks what it should have. */
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
