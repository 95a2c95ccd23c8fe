import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { controlPaths } from './control.js'

/**
 * Lets pages of any origin call the service and the token server, and steer the mock only if `control` says so. A
 * preflight is answered here, since it belongs to no call: the result says whether the request was one.
 */
export function allowPages(
  { method, headers, url }: IncomingMessage,
  response: ServerResponse,
  control: boolean,
): boolean {
  if (controlPaths.includes(url ?? '') && !control) return false
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
    response.setHeader('Access-Control-Expose-Headers', 'Date, Retry-After, WWW-Authenticate')
    return false
  }
  const fields = headers['access-control-request-headers']
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'DELETE, GET, PATCH, POST, PUT',
    ...(fields === undefined ? {} : { 'Access-Control-Allow-Headers': fields }),
    'Access-Control-Max-Age': '600',
  })
  response.end()
  return true
}

/**
 * Whether a request asks for a host of the mock: an address, a name without a dot such as a container's, a name that is
 * reserved for one machine or network, or a name of the options. A page may have made any other name resolve to this
 * machine, so that the browser takes the mock for the page's origin (DNS rebinding).
 */
export function isOwnHost(header: string | undefined, named: readonly string[]): boolean {
  if (header === undefined) return true
  if (!URL.canParse(`http://${header}`)) return false
  const { hostname } = new URL(`http://${header}`)
  const isReserved = !hostname.includes('.') || /\.(?:localhost|internal)$/.test(hostname)
  return isReserved || isIP(hostname) !== 0 || named.includes(hostname)
}
