import createFetchClient from 'openapi-fetch'
import { type Contestant, refused } from '../setup.js'

type Request = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; response: Response }>

/** openapi-fetch as it comes. */
export const contestant: Contestant = ({ url, token }) => {
  const client = createFetchClient({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } })
  // Its types want a path that is known when it is compiled; the examples name theirs at run time.
  const request = client.request as unknown as Request
  return async ({ method, path, body }) => {
    const { data, response } = await request(method.toLowerCase(), path, { body })
    if (!response.ok) throw refused(response.status)
    return data
  }
}
