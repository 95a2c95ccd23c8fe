import type { Methods } from '../generated/methods.js'
import { operations } from '../generated/operations.js'
import { type CallState, toCall } from './call/call.js'
import { openCall, runCall, type Setup, setUp } from './call/run-call.js'
import { assertNamed, type NamedOperations, type Operation } from './document/operation.js'
import type { ClientOptions } from './options.js'

/** A client with one method for each operation of the document. */
export type Client = Methods

/** Operations of the document by the names of the methods that they become. */
type Documented = Readonly<Record<string, Operation<keyof Methods>>>

/** A client with a method for each of some operations. */
export type ClientOf<Operations extends Documented> = {
  [Name in keyof Operations]: Methods[Operations[Name]['id']]
}

/**
 * Makes a client of all operations.
 * @throws TypeError when an option is wrong.
 */
export function createClient(options: ClientOptions): Client {
  // The compiler cannot follow that the table has each operation by its own name.
  return makeClient(setUp('createClient', options), operations) as Client
}

/**
 * Makes a client of some operations, which are constants of `stablecoin-issuer-api/operations`. A bundler leaves out
 * the others.
 * @throws TypeError when an option is wrong.
 */
export function createClientOf<Operations extends Documented>(
  operations: Operations,
  options: ClientOptions,
): ClientOf<Operations> {
  assertNamed('createClientOf', operations)
  return makeClient(setUp('createClientOf', options), operations) as ClientOf<Operations>
}

/** Not frozen, so that tests can replace a method. A bound function takes less memory than a closure. */
function makeClient(setup: Setup, operations: NamedOperations): object {
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    call.bind(undefined, setup, operation),
  ])
  return Object.fromEntries(methods) as object
}

function call(setup: Setup, operation: Operation, input?: unknown, options?: unknown) {
  const open = (state: CallState): void => openCall(setup, state, operation, input, options)
  return toCall(runCall(setup, open))
}
