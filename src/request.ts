import createFetchClient, { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { Operation } from './operation.js'
import type { Prepared } from './prepare.js'
import type { TransportRequest } from './transport.js'

/** A request without what belongs to one attempt. It can be sent more than once. */
export type BuiltRequest = Omit<TransportRequest, 'signal' | 'stopped' | 'onStop'>

type Head = Omit<BuiltRequest, 'body'>

/** What openapi-fetch makes its request with: plain fields instead of one that can be read once. */
class Built {
  readonly method: string
  readonly headers: Headers

  constructor(
    readonly url: string,
    init: { readonly method: string; readonly headers: Headers },
  ) {
    this.method = init.method
    this.headers = init.headers
  }
}

type Build = (method: string, path: string, init: object) => Promise<unknown>

/**
 * Builds requests by openapi-fetch, which knows how paths, queries and headers are written. It gets
 * every option that it reads, so that none can come from a polluted Object.prototype. An operation
 * without parameters is built once: only its body and its token differ from call to call.
 */
export function requestBuilder(baseUrl: string) {
  const serializers = {
    querySerializer: createQuerySerializer(),
    pathSerializer: defaultPathSerializer,
    bodySerializer: () => '',
  }
  const client = createFetchClient({ ...serializers, baseUrl, headers: {} })
  const build = client.request as unknown as Build
  const heads = new Map<Operation, Head>()

  const buildHead = async (operation: Operation, input: Prepared['input']): Promise<Head> => {
    const pick = (names: readonly string[]) =>
      Object.fromEntries(names.filter((name) => name in input).map((name) => [name, input[name]]))
    const { method, path, pathParameters, queryParameters, hasBody } = operation
    let head: Head | undefined
    await build(method, path, {
      ...serializers,
      baseUrl: undefined,
      Request: Built,
      fetch: (built: Built) => {
        head = { url: built.url, method, headers: Object.fromEntries(built.headers) }
        return { ok: true, status: 204, headers: built.headers }
      },
      headers: { Accept: 'application/json' },
      params: { path: pick(pathParameters), query: pick(queryParameters), header: undefined },
      parseAs: 'stream',
      middleware: [],
      body: hasBody ? '' : undefined,
    })
    if (head === undefined) throw new TypeError('openapi-fetch built no request')
    return head
  }

  const complete = (head: Head, text: string | undefined, token: string): BuiltRequest => ({
    url: head.url,
    method: head.method,
    headers: { ...head.headers, authorization: `Bearer ${token}` },
    body: text,
  })
  return (operation: Operation, { input, text }: Prepared, token: string) => {
    const known = heads.get(operation)
    if (known !== undefined) return complete(known, text, token)
    return buildHead(operation, input).then((head) => {
      const { pathParameters, queryParameters } = operation
      if (pathParameters.length + queryParameters.length === 0) heads.set(operation, head)
      return complete(head, text, token)
    })
  }
}
