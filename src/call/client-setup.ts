import { operations } from '../../generated/index.js'
import type { Operation } from '../document/operation.js'
import type { Provider } from '../document/provider.js'
import { type Emit, emitTo } from '../events.js'
import { type ReadClientOptions, readClientOptions } from '../options.js'
import { type HeaderFields, secretsIn } from '../shared/headers.js'
import { userAgent } from '../shared/runtime.js'
import { fetchTransport } from '../transport/fetch-transport.js'
import type { FetchLike, Transport } from '../transport/transport.js'

/** All that the calls of one client share. */
export interface Setup {
  readonly options: ReadClientOptions
  /** Those of the caller's provider, or of our document. */
  readonly operations: Readonly<Record<string, Operation>>
  readonly transport: Transport
  readonly emit: Emit | undefined
  readonly secrets: readonly string[]
  /** The base address without a slash at its end. */
  readonly base: string
  /** The headers of a request without a body, and of one with it; a token takes its place in them. */
  readonly headers: HeaderFields
  readonly headersWithBody: HeaderFields
}

/**
 * Reads the options of a client; `fallback` sends where they name nothing that does.
 * @throws TypeError when an option is wrong, in a sentence that begins with the owner's name.
 */
export function setUp(owner: string, input: unknown, fallback?: FetchLike): Setup {
  const options = readClientOptions(owner, input)
  const transport = options.transport ?? fetchTransport(options.fetch ?? fallback)
  const token = typeof options.auth === 'string' ? [options.auth] : []
  const headers = {
    accept: json,
    ...(userAgent && { 'user-agent': userAgent }),
    ...options.headers,
    authorization: '',
  }
  return {
    options,
    transport,
    headers,
    headersWithBody: { ...headers, 'content-type': json },
    operations: operationsOf(options.provider),
    base: options.baseUrl.replace(/\/$/, ''),
    emit: emitTo(options.onEvent),
    secrets: [...token, ...secretsIn(options.headers ?? {})],
  }
}

/** What its folder has is ours: only its type does not show it. */
const operationsOf = (provider: Provider | undefined): Setup['operations'] =>
  (provider?.operations as Setup['operations'] | undefined) ?? operations

const json = 'application/json'
