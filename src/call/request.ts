import type { Operation } from '../document/operation.js'
import { writeHeaders, writeUrl } from '../document/write-url.js'
import type { HeaderFields } from '../shared/headers.js'
import { userAgent } from '../shared/runtime.js'
import type { TransportRequest } from '../transport/transport.js'
import type { CallState } from './call.js'

/** Builds requests to a base address, with the headers that go along with each. */
export function requestBuilder(address: string, always?: HeaderFields) {
  const base = address.replace(/\/$/, '')
  const urls = new WeakMap<Operation, string>()
  const bare: HeaderFields = {
    accept: json,
    ...(userAgent && { 'user-agent': userAgent }),
    ...always,
    authorization: '',
  }
  const withBody: HeaderFields = { ...bare, 'content-type': json }

  const urlOf = (operation: Operation, fields: CallState['fields']): string => {
    const url = writeUrl(base, operation, fields) + (operation.undocumented ?? '')
    // An operation without parameters has the same URL in every call.
    if (operation.parameters.length === 0) urls.set(operation, url)
    return url
  }
  return (
    { operation, fields, body, headers: more }: CallState,
    token: string,
  ): Omit<TransportRequest, 'stop'> => {
    const { method, parameters } = operation
    const authorization = `Bearer ${token}`
    // A copy in which one value changes: adding a new name to a copy would take many times as long.
    const own = { ...(body === undefined ? bare : withBody), authorization }
    const written = parameters.length > 0 ? writeHeaders(operation, fields) : undefined
    // A call's own headers and header parameters may replace `accept` and `user-agent`, but never
    // the token.
    const headers = more || written ? { ...own, ...more, ...written, authorization } : own
    return { url: urls.get(operation) ?? urlOf(operation, fields), method, headers, body }
  }
}

const json = 'application/json'
