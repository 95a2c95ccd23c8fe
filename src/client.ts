import { type Methods, operations, type provider } from '../generated/index.js'
import { ClientCall, joinJournal } from './call/client-call.js'
import type { Provider, TypesOf } from './document/provider.js'
import type { Operation } from './operation.js'
import { type ClientOptions, type Setup, setUp } from './options.js'

/** A client with one method for each operation of the document. */
export type Client<Given extends Provider = typeof provider> = TypesOf<Given, 'methods', Methods>

/**
 * Makes a client of all operations.
 * @throws TypeError when an option is wrong.
 */
export function createClient<Given extends Provider = typeof provider>(
  options: ClientOptions<Given>,
): Client<Given> {
  const setup = setUp('createClient', options, operations)
  joinJournal(setup)
  // Not frozen, so that tests can replace a method. A bound function takes less memory than a closure.
  const methods = Object.entries(setup.operations).map(([name, operation]) => [
    name,
    start.bind(undefined, setup, operation),
  ])
  // The compiler cannot follow that the table has each operation by its own name.
  return Object.fromEntries(methods) as Client<Given>
}

function start(setup: Setup, operation: Operation, input?: unknown, options?: unknown) {
  const call = new ClientCall(setup, operation)
  const data = call.run(input, options)
  const withResponse = () => data.then(() => call.result)
  return Object.assign(data, { withResponse })
}
