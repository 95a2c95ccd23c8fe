import type { Methods } from '../generated/methods.js'
import { operations } from '../generated/operations.js'
import { type Settled, toCall } from './call/call.js'
import { createEngine } from './call/run-call.js'
import type { Operation } from './document/operation.js'
import type { ClientOptions } from './options.js'

/** A client with one method for each operation of the document. */
export type Client = Methods

/**
 * Makes a client.
 * @throws TypeError when an option is wrong.
 */
export function createClient(options: ClientOptions): Client {
  const { begin, carryOut } = createEngine('createClient', options)
  const call = (operation: Operation, input: unknown, more: unknown): Promise<Settled> =>
    carryOut((opening) => begin(opening, operation, input, more))
  const methods = Object.values(operations).map((operation) => [
    operation.id,
    (input?: unknown, callOptions?: unknown) => toCall(call(operation, input, callOptions)),
  ])
  // Not frozen, so that tests can replace a method.
  return Object.fromEntries(methods) as Client
}
