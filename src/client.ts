import type { Methods } from '../generated/methods.js'
import { operations } from '../generated/operations.js'
import { toCall } from './call/call.js'
import { openCall, runCall, setUp } from './call/run-call.js'
import type { ClientOptions } from './options.js'

/** A client with one method for each operation of the document. */
export type Client = Methods

/**
 * Makes a client.
 * @throws TypeError when an option is wrong.
 */
export function createClient(options: ClientOptions): Client {
  const setup = setUp('createClient', options)
  const methods = Object.values(operations).map((operation) => [
    operation.id,
    (input?: unknown, callOptions?: unknown) =>
      toCall(
        runCall(setup, (state) => {
          openCall(setup, state, operation, input, callOptions)
        }),
      ),
  ])
  // Not frozen, so that tests can replace a method.
  return Object.fromEntries(methods) as Client
}
