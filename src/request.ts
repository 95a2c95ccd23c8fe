import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { Operation } from './operation.js'
import type { Prepared } from './prepare.js'
import type { TransportRequest } from './transport.js'

/** A request without what belongs to one attempt. It can be sent more than once. */
export type BuiltRequest = Omit<TransportRequest, 'signal' | 'stopped' | 'onStop'>

/**
 * Builds requests. How paths and queries are written is left to openapi-fetch; it gets every option
 * that it reads, so that none can come from a polluted Object.prototype.
 */
export function requestBuilder(address: string) {
  const baseUrl = address.replace(/\/$/, '')
  const querySerializer = createQuerySerializer()
  const pathSerializer = defaultPathSerializer
  const urls = new Map<Operation, string>()

  const urlOf = (operation: Operation, input: Prepared['input']): string => {
    const { path, pathParameters, queryParameters } = operation
    const params = { path: pick(input, pathParameters), query: pick(input, queryParameters) }
    const url = createFinalURL(path, { baseUrl, params, pathSerializer, querySerializer })
    // Without parameters it is the same for every call.
    if (pathParameters.length + queryParameters.length === 0) urls.set(operation, url)
    return url
  }
  return (operation: Operation, { input, text }: Prepared, token: string): BuiltRequest => {
    const { method } = operation
    const url = urls.get(operation) ?? urlOf(operation, input)
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    return text === undefined
      ? { url, method, headers, body: undefined }
      : { url, method, headers: { ...headers, 'content-type': 'application/json' }, body: text }
  }
}

/** Without a prototype, since the query is written from inherited names as well. */
function pick(input: Prepared['input'], names: readonly string[]): Record<string, unknown> {
  const picked = Object.create(null) as Record<string, unknown>
  for (const name of names) if (Object.hasOwn(input, name)) picked[name] = input[name]
  return picked
}
