import type { Operation } from '../operation.js'
import type { Prepared } from '../check/prepare.js'
import type { TransportRequest } from '../transport/transport.js'
import { writeHeaders, writeUrl } from '../url.js'

/** A request without what belongs to one attempt. It can be sent more than once. */
export type BuiltRequest = Omit<TransportRequest, 'signal' | 'stopped' | 'onStop'>

/** More headers of a request, in lower case. */
export type MoreHeaders = Readonly<Record<string, string>>

/** Builds requests to a base address. */
export function requestBuilder(address: string) {
  const base = address.replace(/\/$/, '')
  const urls = new Map<Operation, string>()

  const urlOf = (operation: Operation, input: Prepared['input']): string => {
    const url = writeUrl(base, operation, input)
    // Without parameters it is the same for every call.
    if (operation.pathParameters.length + operation.queryParameters.length === 0)
      urls.set(operation, url)
    return url
  }
  return (
    operation: Operation,
    { input, text }: Prepared,
    token: string,
    more?: MoreHeaders,
  ): BuiltRequest => {
    const authorization = `Bearer ${token}`
    const own =
      text === undefined
        ? { accept: json, authorization }
        : { accept: json, authorization, 'content-type': json }
    const written =
      operation.headerParameters.length > 0 ? writeHeaders(operation, input) : undefined
    // Only what is accepted may be told otherwise.
    const headers =
      more === undefined && written === undefined
        ? own
        : { ...own, ...more, ...written, authorization }
    return {
      url: urls.get(operation) ?? urlOf(operation, input),
      method: operation.method,
      headers,
      body: text,
    }
  }
}

const json = 'application/json'
