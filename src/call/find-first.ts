import type { Operation, Read, Values } from '../document/operation.js'
import { ClientError } from '../errors.js'

/**
 * Finds the answer that an earlier attempt was given, by the link of a document that lets the request be sent again: a
 * service that forgets a key too early does not carry it out twice. Undefined where nothing was made.
 * @throws the failure of that attempt, where what was found proves neither
 */
export async function findFirst(
  operation: Operation,
  input: Values,
  read: Read,
  failure: ClientError,
): Promise<object | undefined> {
  const { key, lookUp } = operation
  if (!key || !lookUp) return undefined
  return lookUp.find(read, operation, input).catch((error: unknown) => {
    // Nothing could be read: the service still knows the key.
    if (ClientError.is(error)) return undefined
    throw failure
  })
}
