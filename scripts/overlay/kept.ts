import type { Operation } from '../../src/document/operation.js'
import { placeOf } from '../lib/document.js'
import type { Applied } from './apply.js'
import { withLine } from './validate.js'

/** The part of `provider.json` that a change shows in. */
export interface ProviderData {
  readonly operations: Readonly<Record<string, Operation>>
  readonly scopes: readonly string[]
}

/** An operation before and after the overlays; one that is new, or gone, is there once. */
export type Pair = readonly [was: Operation | undefined, now: Operation | undefined]

/** Pairs by the operationId, and then by method and path. */
export function pairsOf(before: ProviderData, after: ProviderData): Pair[] {
  const [old, made] = [before, after].map(({ operations }) => Object.values(operations))
  const left = new Map((old ?? []).map((was) => [was.id, was]))
  const place = ({ method, path }: Operation): string => `${method} ${path}`
  const byPlace = new Map(
    (old ?? []).filter(({ id }) => !after.operations[id]).map((was) => [place(was), was]),
  )
  const pairs = (made ?? []).map((now): Pair => {
    const was = left.get(now.id) ?? byPlace.get(place(now))
    if (was) left.delete(was.id)
    return [was, now]
  })
  return [...pairs, ...[...left.values()].map((was): Pair => [was, undefined])]
}

/**
 * An operation that had a reference and an identifier keeps them: without the one, a journal does not record it, and
 * without the other, any 2xx is a success.
 * @throws Error in a sentence that says which mark to write
 */
export function assertKept(applied: Applied, pairs: readonly Pair[]): void {
  for (const [was, now] of pairs) {
    if (!was || !now) continue
    const lost = (fact: string, mark: string): Error =>
      withLine(
        applied,
        new Error(`${placeOf(now)} has lost its ${fact}: write ${mark}: true at that field`),
      )
    if (was.referenceField !== undefined && now.referenceField === undefined)
      throw lost(
        `reference ${was.referenceField}, so that no journal would make it once`,
        'x-client-reference',
      )
    if (was.identifier !== undefined && now.identifier === undefined)
      throw lost(
        `identifier ${was.identifier.join('.')}, so that any 2xx would be a success`,
        'x-service-identifier',
      )
  }
}
