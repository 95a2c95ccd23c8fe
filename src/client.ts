import createFetchClient, { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { Methods } from '../generated/methods.js'
import { operations } from '../generated/operations.js'
import { type Request, attempt } from './attempt.js'
import { withAuth } from './auth.js'
import { type CallResult, toCall } from './call.js'
import { InvalidRequestError } from './errors.js'
import { emitTo } from './events.js'
import type { Operation } from './operation.js'
import {
  type CallOptions,
  type ClientOptions,
  readCallOptions,
  readClientOptions,
} from './options.js'
import { type Prepared, prepare } from './prepare.js'
import { withRetry } from './retry.js'
import type { CallState, Limits } from './state.js'
import { overFetch } from './transport.js'

/** A client with one method for each operation of the document. */
export type Client = Methods

const defaults: Limits = { timeout: 10_000, totalTimeout: 30_000, maxRetries: 2 }

/**
 * Makes a client.
 * @throws TypeError when an option is wrong.
 */
export function createClient(options: ClientOptions): Client {
  // Never spread: a copy would have a prototype again, and with it what may pollute it.
  const own = readClientOptions(options)
  const { baseUrl, auth, generateRefId = true, fetch, onEvent } = own
  const transport = own.transport ?? overFetch(fetch)
  const limits = mergeLimits(defaults, own)
  const emit = emitTo(onEvent)
  const build = createFetchClient({ ...ownSerializers, baseUrl }).request as unknown as Build

  const call = async (operation: Operation, input: unknown, callOptions: unknown) => {
    const startedAt = performance.now()
    const changed = readOptionsOf(operation, callOptions)
    const { signal } = changed
    const prepared = prepare(operation, input, generateRefId)
    const { refId } = prepared
    const fixed = {
      operation,
      refId,
      signal,
      startedAt,
      emit,
      limits: mergeLimits(limits, changed),
    }
    const state: CallState = { ...fixed, attempts: 0, retries: 0, unknown: false, tokens: [] }
    return withAuth(auth, state, async (token) => {
      const send = (request: Request) => withRetry(() => attempt(transport, request, state), state)
      const { data } = await build(
        operation.method,
        operation.path,
        requestInit(prepared, state, token, send),
      )
      return data
    })
  }
  const methods = Object.values(operations).map((operation) => [
    operation.id,
    (input?: unknown, callOptions: unknown = {}) => toCall(call(operation, input, callOptions)),
  ])
  return Object.freeze(Object.fromEntries(methods)) as Client
}

function mergeLimits(base: Limits, changed: Partial<Limits>): Limits {
  const { timeout = base.timeout, totalTimeout = base.totalTimeout } = changed
  return { timeout, totalTimeout, maxRetries: changed.maxRetries ?? base.maxRetries }
}

function readOptionsOf(operation: Operation, options: unknown): CallOptions {
  try {
    return readCallOptions(options)
  } catch (error) {
    const issue = { path: '$', message: (error as TypeError).message }
    throw new InvalidRequestError({ operation, refId: undefined, attempts: 0, unknown: false }, [
      issue,
    ])
  }
}

/** What openapi-fetch would otherwise read from a polluted Object.prototype. */
const ownSerializers = {
  headers: {},
  querySerializer: createQuerySerializer(),
  pathSerializer: defaultPathSerializer,
}

type Build = (method: string, path: string, init: object) => Promise<{ data: CallResult<unknown> }>

/** The request as openapi-fetch builds it: plain fields, so that it can be sent more than once. */
class Built implements Request {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined

  constructor(
    readonly url: string,
    init: { method: string; headers: Headers; body?: string },
  ) {
    this.method = init.method
    this.headers = Object.fromEntries(init.headers)
    this.body = init.body
  }
}

/**
 * Every option that openapi-fetch reads, so that none can come from a polluted Object.prototype. Its
 * `fetch` is where a call is sent, sent again and judged; its own reading of answers hides errors.
 */
function requestInit(
  { input, text }: Prepared,
  { operation }: CallState,
  token: string,
  send: (request: Request) => Promise<CallResult<unknown>>,
) {
  const pick = (names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(names.filter((name) => name in input).map((name) => [name, input[name]]))
  const { pathParameters, queryParameters } = operation
  return {
    baseUrl: undefined,
    Request: Built,
    fetch: async (request: Built) => ({
      ok: true,
      status: 200,
      headers: new Headers(),
      body: await send(request),
    }),
    params: { path: pick(pathParameters), query: pick(queryParameters), header: undefined },
    parseAs: 'stream',
    ...ownSerializers,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    bodySerializer: (body: string) => body,
    middleware: [],
    body: text,
  }
}
