import type { Operation, Schema } from '../../src/operation.js'
import type { ExampleAnswer } from '../../src/testing/example-answer.js'
import { placeOf } from '../lib/document.js'
import type { Applied } from './apply.js'
import { withLine } from './validate.js'

/** The part of `provider.json` that a change shows in. */
export interface ProviderData {
  readonly operations: Readonly<Record<string, Operation>>
  readonly scopes: readonly string[]
  readonly exampleAnswers: Readonly<Record<string, ExampleAnswer>>
}

/** An operation before and after the overlays; one that is new, or gone, is there once. */
export type Pair = readonly [was: Operation | undefined, now: Operation | undefined]

/** Pairs by the operationId, and then by method and path. */
export function pairsOf(before: ProviderData, after: ProviderData): Pair[] {
  const left = new Map(Object.entries(before.operations))
  const renamed = [...left.values()].filter(({ id }) => !after.operations[id])
  const byPlace = new Map(renamed.map((was) => [homeOf(was), was]))
  const pairs = Object.values(after.operations).map((now): Pair => {
    const was = left.get(now.id) ?? byPlace.get(homeOf(now))
    if (was) left.delete(was.id)
    return [was, now]
  })
  return [...pairs, ...[...left.values()].map((was): Pair => [was, undefined])]
}

const homeOf = ({ method, path }: Operation): string => `${method} ${path}`

/**
 * What keeps a call from being made twice stays, on the finished document: without its reference, a journal does not
 * record it; without its identifier, every 2xx is a success; and a client sends again what its method lets it.
 * @param marked the operations of whose request a field says whether it is the reference, by method and path
 * @returns the errors of the operations that lack it, in sentences that say what to write
 */
export function findLost(
  applied: Applied,
  pairs: readonly Pair[],
  marked: ReadonlySet<string>,
): Error[] {
  const isTaken = (home: string, by: Operation): boolean =>
    pairs.some(([, other]) => other && other !== by && homeOf(other) === home)
  const [gone] = pairs.flatMap(([was, now]) =>
    was?.referenceField && (!now || isTaken(homeOf(was), now)) ? [was] : [],
  )
  return pairs.flatMap(([was, now]) => {
    if (!now) return []
    const isElsewhere = was === undefined || homeOf(was) !== homeOf(now)
    const isUnsaid = isElsewhere && maySend(now) && !marked.has(homeOf(now))
    const problem = problemOf(now, was) ?? (gone && isUnsaid ? doubtOf(now, gone) : undefined)
    return problem === undefined ? [] : [withLine(applied, new Error(`${placeOf(now)} ${problem}`))]
  })
}

function doubtOf(now: Operation, gone: Operation): string {
  const advice = now.hasBody
    ? 'write x-client-reference at a field of its request, true where it is the reference, or false'
    : 'leave that operation in the document'
  return `may be what ${placeOf(gone)} was, without its reference: ${advice}`
}

/** Whether it may send what is new: more than the name of what is there, in a path. */
const maySend = (operation: Operation): boolean =>
  !/^(?:GET|HEAD|OPTIONS|TRACE)$/.test(operation.method) &&
  (operation.hasBody || operation.parameters?.some((one) => one.in !== 'path') === true)

function problemOf(now: Operation, was: Operation | undefined): string | undefined {
  const { referenceField: reference, identifier, idempotent, key, parameters = [] } = now
  const beside = parameters.map(({ name }) => name)
  const sent = new Set(namesIn(now.request).filter((name) => !beside.includes(name)))
  const old = was?.referenceField
  if (old !== undefined && reference === undefined)
    return `has lost its reference ${old}, so that no journal would make it once: write x-client-reference: true at that field`
  if (old !== undefined && reference !== old && sent.has(old))
    return `has its reference at ${reference}, and still sends ${old}, which was it: leave the mark there, or remove ${old}`
  if (was?.identifier !== undefined && identifier === undefined)
    return `has lost its identifier ${was.identifier.join('.')}, so that every 2xx would be a success: write x-service-identifier: true at that field`
  if (was?.identifier !== undefined && isList(now) && !isList(was))
    return `has its identifier ${identifier?.join('.')} in a list, so that an empty one would be a success: describe the object that it gives`
  const last = identifier?.at(-1) ?? ''
  const isMoved = was ? String(identifier) !== String(was.identifier) : !idempotent
  if (isMoved && sent.has(last))
    return `has its identifier at ${last}, which the request has too, so that it does not come from the service: write x-service-identifier: true at another field`
  if (reference !== undefined && idempotent && key === undefined)
    return `has the reference ${reference}, and a ${now.method} is sent again after a lost answer: write x-idempotency, with \`repeated: never\` where the provider promises nothing`
  return undefined
}

const isList = ({ response }: Operation): boolean =>
  typeof response === 'object' && response.items !== undefined

/** The names of the fields of a body, and of the parameters beside them. */
function namesIn(schema: Schema | undefined): readonly string[] {
  if (typeof schema !== 'object') return []
  const { properties = {}, oneOf = [] } = schema
  return [...Object.keys(properties), ...oneOf.flatMap(namesIn)]
}
