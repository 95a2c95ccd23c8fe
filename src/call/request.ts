import { userAgent } from '../shared/user-agent.js'
import type { HeaderFields } from '../shared/headers.js'
import type { Operation } from '../document/operation.js'
import type { Prepared } from '../document/prepare.js'
import type { TransportRequest } from '../transport/transport.js'
import { writeHeaders, writeUrl } from '../document/url.js'

/** A request without what belongs to one attempt. It can be sent more than once. */
export type BuiltRequest = Omit<TransportRequest, 'stop'>

/** Builds requests to a base address, with the headers that go along with each. */
export function requestBuilder(address: string, always?: HeaderFields) {
  const base = address.replace(/\/$/, '')
  const urls = new Map<Operation, string>()
  const bare: HeaderFields = {
    accept: json,
    ...(userAgent && { 'user-agent': userAgent }),
    ...always,
    authorization: '',
  }
  const withBody: HeaderFields = { ...bare, 'content-type': json }

  const urlOf = (operation: Operation, input: Prepared['input']): string => {
    const url = writeUrl(base, operation, input)
    // An operation without parameters has the same URL in every call.
    if (operation.pathParameters.length + operation.queryParameters.length === 0)
      urls.set(operation, url)
    return url
  }
  return (
    operation: Operation,
    { input, text }: Prepared,
    token: string,
    more?: HeaderFields,
  ): BuiltRequest => {
    const authorization = `Bearer ${token}`
    // A copy in which one value changes: adding a new name to a copy would take many times as long.
    const own = { ...(text === undefined ? bare : withBody), authorization }
    const written =
      operation.headerParameters.length > 0 ? writeHeaders(operation, input) : undefined
    // A call's own headers and header parameters may replace `accept` and `user-agent`, but never
    // the token.
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
