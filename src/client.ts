import type { Methods } from '../generated/methods.js'
import { operations } from '../generated/operations.js'
import { type CallState, toCall } from './call/call.js'
import { openCall, runCall, type Setup, setUp } from './call/run-call.js'
import type { Operation } from './document/operation.js'
import type { ClientOptions } from './options.js'

/** A client with one method for each operation of the document. */
export type Client = Methods

/**
 * Makes a client.
 * @throws TypeError when an option is wrong.
 */
export function createClient(options: ClientOptions): Client {
  const setup = setUp('createClient', options)
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    call.bind(undefined, setup, operation),
  ])
  // Not frozen, so that tests can replace a method. The compiler cannot follow that the table has each operation.
  return Object.fromEntries(methods) as Client
}

function call(setup: Setup, operation: Operation, input?: unknown, options?: unknown) {
  const open = (state: CallState): void => openCall(setup, state, operation, input, options)
  return toCall(runCall(setup, open))
}
