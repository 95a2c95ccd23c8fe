import { type Methods, operations, type paths, type provider } from '../generated/index.js'
import { ClientCall } from './call/client-call.js'
import { joinJournal } from './call/join-journal.js'
import type { Provider, TypesOf } from './document/provider.js'
import { doubtOfEnd, readPages } from './document/read-pages.js'
import { subjectOf } from './events.js'
import type { Operation, Pagination, Values } from './operation.js'
import { type ClientOptions, type Setup, setUp } from './options.js'
import { createPathClient } from './path-client.js'
import type { PathClient } from './path-methods.js'

/** Openapi-fetch's client of the document's paths, with a method for each operation of the document. A list in pages (`x-pagination`)
 * has `.all(input)` too: an async iterable of the items of every page. */
export type Client<Given extends Provider = typeof provider> = TypesOf<Given, 'methods', Methods> &
  PathClient<TypesOf<Given, 'paths', paths> & object>

/**
 * Makes a client of all operations. By method, `client.createIssuerQuote(body, options)` resolves to the data, and every failure
 * rejects with a `ClientError`. By path, `client.POST('/v2/issuer-quote', { body })` is openapi-fetch's over our fetch: it resolves
 * to `{ data, error, response }`, where `error` is the refusal of the service, and rejects with a `ClientError` of the outcome
 * `not_sent` or `unknown`. The limits of one call, such as `timeout`, go beside `body`.
 * @throws TypeError when an option is wrong.
 */
export function createClient<Given extends Provider = typeof provider>(
  options: ClientOptions<Given>,
): Client<Given> {
  const setup = setUp('createClient', options, operations)
  joinJournal(setup)
  // Not frozen, so that tests can replace a method. A bound function takes less memory than a closure.
  const methods = Object.entries(setup.operations).map(([name, operation]) => {
    const method = start.bind(undefined, setup, operation)
    const all = operation.pagination && { all: readAll.bind(undefined, setup, operation) }
    return [name, Object.assign(method, all)]
  })
  // The compiler cannot see that the table has each operation under its own name.
  return Object.assign(createPathClient(setup), Object.fromEntries(methods)) as Client<Given>
}

function start(setup: Setup, operation: Operation, input?: unknown, options?: unknown) {
  const call = new ClientCall(setup, operation)
  const data = call.run(input, options)
  const withResponse = () => data.then(() => call.result)
  return Object.assign(data, { withResponse })
}

/** The items of a list in pages. A page is a call, which begins when the loop gets there. */
async function* readAll(setup: Setup, operation: Operation, input?: unknown, options?: unknown) {
  /** The call of the last page, which `toError` is about. */
  let call: ClientCall
  // A method has it only where the operation has it.
  const pagination = operation.pagination as Pagination
  const read = async (more?: Values): Promise<unknown> => {
    const values = more ? { ...(input as Values), ...more } : input
    call = new ClientCall(setup, operation)
    const page = await call.run(values, options)
    const { emit } = setup
    if (!emit) return page
    const { headers, status } = call.result
    const doubt = doubtOfEnd(operation, values, page, headers)
    if (doubt) emit({ type: 'drift', ...subjectOf(call.context), status, issues: [doubt] })
    return page
  }
  const toError = (what: string) =>
    call.errorOf({
      code: 'ERR_INVALID_RESPONSE',
      outcome: 'unknown',
      what,
      status: call.result.status,
      body: undefined,
    })
  for await (const page of readPages(pagination, read, toError)) yield* page
}
