import type { CallContext } from '../call-context.js'
import { writeParameters } from '../document/parameters.js'
import type { Setup } from '../options.js'
import type { TransportRequest } from '../transport/transport.js'

/** The request of an attempt. */
export function requestOf(
  { base, headers: bare, headersWithBody }: Setup,
  { operation, fields, body, headers: ofCall }: CallContext,
  token: string,
  stop: TransportRequest['stop'],
): TransportRequest {
  const { path, method, parameters, contentType, accept } = operation
  const authorization = `Bearer ${token}`
  // The copy changes one value: a new name in a copy would take many times as long.
  const own: Record<string, string> = {
    ...(body === undefined ? bare : headersWithBody),
    authorization,
  }
  if (contentType && body !== undefined) own['content-type'] = contentType
  // A service may refuse a request that asks for another type with 406 (RFC 9110, section 15.5.7). The caller's `accept` wins.
  if (accept && own['accept'] === 'application/json') own['accept'] = accept
  const written = parameters && writeParameters(path, parameters, fields)
  // The caller's headers may replace `accept` and `user-agent`, but never the token.
  const more = ofCall || written
  const headers = more ? { ...own, ...ofCall, ...written?.headers, authorization } : own
  return { url: base + (written?.path ?? path), method, headers, body, stop }
}
