import type { HeaderFields } from '../shared/headers.js'
import { userAgent } from '../shared/runtime.js'
import type { TransportRequest } from '../transport/transport.js'
import type { CallState } from './call.js'

/** Builds requests to a base address, with the headers that go along with each. */
export function requestBuilder(address: string, always?: HeaderFields) {
  const base = address.replace(/\/$/, '')
  const bare: HeaderFields = {
    accept: json,
    ...(userAgent && { 'user-agent': userAgent }),
    ...always,
    authorization: '',
  }
  const withBody: HeaderFields = { ...bare, 'content-type': json }

  return (
    { operation, fields, body, headers: more }: CallState,
    token: string,
  ): Omit<TransportRequest, 'stop'> => {
    const { method, parameters, undocumented = '' } = operation
    const authorization = `Bearer ${token}`
    // A copy in which one value changes: adding a new name to a copy would take many times as long.
    const own = { ...(body === undefined ? bare : withBody), authorization }
    const written = parameters?.write(operation.path, fields)
    // A call's own headers and header parameters may replace `accept` and `user-agent`, but never
    // the token.
    const headers = more || written ? { ...own, ...more, ...written?.headers, authorization } : own
    const path = (written?.path ?? operation.path) + undocumented
    return { url: base + path, method, headers, body }
  }
}

const json = 'application/json'
