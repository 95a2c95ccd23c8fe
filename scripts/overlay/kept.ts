import type { Operation } from '../../src/document/operation.js'
import { placeOf } from '../lib/document.js'
import type { ProviderData } from './changes.js'

/** What an operation has become: what has its operationId, or else its method and path. */
function becameOf(was: Operation, { operations }: ProviderData): Operation | undefined {
  const isSamePlace = ({ method, path }: Operation): boolean =>
    method === was.method && path === was.path
  return operations[was.id] ?? Object.values(operations).find(isSamePlace)
}

/**
 * An operation that had a reference and an identifier keeps them: without the one, a journal does not record it, and
 * without the other, any 2xx is a success.
 * @throws Error in a sentence that says which mark to write
 */
export function assertKept(before: ProviderData, after: ProviderData): void {
  for (const was of Object.values(before.operations)) {
    const now = becameOf(was, after)
    if (now === undefined) continue
    const lost = (fact: string, mark: string): Error =>
      new Error(`${placeOf(now)} has lost its ${fact}: write ${mark}: true at that field`)
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
