import { type Contestant, refused } from '../setup.js'

/** The global fetch, as one would write it in a line. */
export const contestant: Contestant = ({ url, token }) => {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json',
  }
  return async ({ method, path, body }) => {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw refused(response.status)
    return response.json() as Promise<unknown>
  }
}
