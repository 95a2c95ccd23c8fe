import axios from 'axios'
import type { Contestant } from '../setup.js'

/** axios as it comes; it refuses a status by itself. */
export const contestant: Contestant = ({ url, token }) => {
  const client = axios.create({ baseURL: url, headers: { Authorization: `Bearer ${token}` } })
  return async ({ method, path, body }) =>
    (await client.request<unknown>({ method, url: path, data: body })).data
}
