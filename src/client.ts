import createFetchClient from 'openapi-fetch'
import type { Methods } from '../generated/methods.js'
import { operations } from '../generated/operations.js'
import { type CallOptions, type CallResult, toCall } from './call.js'
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type Failure,
  InvalidResponseError,
} from './errors.js'
import type { Operation } from './operation.js'
import { type Auth, type ClientOptions, readOptions } from './options.js'
import { type Prepared, prepare } from './prepare.js'
import { type Answer, Outgoing, overFetch } from './send.js'

/** A client with one method for each operation of the document. */
export type Client = Methods

/**
 * Makes a client.
 * @throws TypeError when an option is wrong.
 */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options)
  const builder = createFetchClient<Record<string, never>>({ baseUrl: settings.baseUrl })
  const request = builder.request as unknown as Build

  const call = async (
    operation: Operation,
    input: unknown,
    callOptions: CallOptions,
  ): Promise<CallResult<unknown>> => {
    const prepared = prepare(operation, input)
    const failure: Failure = { operation, outcome: 'not_sent', attempts: 0, refId: prepared.refId }
    const token = await takeToken(settings.auth, failure)
    const send = overFetch(settings.fetch ?? globalThis.fetch, callOptions.signal)
    const { data: answer } = await request(operation.method, operation.path, {
      ...building(operation, prepared),
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      // openapi-fetch builds the request; its own reading of the response hides errors, so it is handed the answer.
      fetch: async (outgoing: Outgoing) => {
        const body = await send(outgoing).catch((cause: unknown) => {
          throw new ConnectionError('the connection failed', {
            ...failure,
            outcome: 'unknown',
            attempts: 1,
            cause,
          })
        })
        return { ok: true, status: 200, headers: new Headers(), body }
      },
    })
    return read(answer, { ...failure, attempts: 1 })
  }

  const methods = Object.values(operations).map((operation) => [
    operation.id,
    (input?: unknown, callOptions: CallOptions = {}) => toCall(call(operation, input, callOptions)),
  ])
  return Object.freeze(Object.fromEntries(methods)) as Client
}

type Build = (method: string, path: string, init: object) => Promise<{ data: Answer }>

/** Every option that openapi-fetch reads, so that none can come from a polluted Object.prototype. */
function building(operation: Operation, { input, text }: Prepared) {
  const pick = (names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      names.filter((name) => Object.hasOwn(input, name)).map((name) => [name, input[name]]),
    )
  return {
    baseUrl: undefined,
    Request: Outgoing,
    params: {
      path: pick(operation.pathParameters),
      query: pick(operation.queryParameters),
      header: undefined,
    },
    parseAs: 'stream' as const,
    querySerializer: undefined,
    pathSerializer: undefined,
    bodySerializer: (body: string) => body,
    middleware: [],
    body: text,
  }
}

async function takeToken(auth: Auth, failure: Failure): Promise<string> {
  if (typeof auth === 'string') return auth
  try {
    return await auth()
  } catch {
    // What the function threw may hold the secret, so it is not attached.
    throw new AuthenticationError('the auth function gave no token', failure)
  }
}

function read({ status, headers, text }: Answer, failure: Failure): CallResult<unknown> {
  const body = parse(text)
  if (status === 401)
    throw new AuthenticationError(
      '401: the service refused the token',
      { ...failure, outcome: 'rejected' },
      status,
    )
  if (status < 200 || status > 299)
    throw new ApiError(status, body, {
      ...failure,
      outcome: status >= 400 && status < 500 ? 'rejected' : 'unknown',
    })
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new InvalidResponseError(status, text, {
      ...failure,
      outcome: 'unknown',
    })
  return { data: body, status, headers, attempts: failure.attempts, refId: failure.refId }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
