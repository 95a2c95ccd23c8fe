/** What a service answered, byte for byte. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly payload: Buffer
}

/** Headers of one connection (RFC 9110, section 7.6.1), and those that fetch writes by itself. */
const ownToConnection =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|content-encoding|expect)$/

/** Sends a request on as it came. A redirect is passed back: following it would send the body elsewhere. */
export async function forward(
  upstream: URL,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<Answer> {
  const kept = Object.entries(headers).filter(([name]) => !ownToConnection.test(name))
  const response = await fetch(upstream.href.replace(/\/$/, '') + path, {
    method,
    headers: kept,
    body: method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
    redirect: 'manual',
  })
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(([name]) => !ownToConnection.test(name)),
    ),
    payload: Buffer.from(await response.arrayBuffer()),
  }
}
