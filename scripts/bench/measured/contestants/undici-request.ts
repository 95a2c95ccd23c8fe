import { Pool } from 'undici'
import { type Contestant, refused } from '../setup.js'

/** The limit: undici's pool as our transport makes it, and nothing above it. */
export const contestant: Contestant = ({ url, token }) => {
  const pool = new Pool(url, {})
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
  }
  return async ({ method, path, body }) => {
    const answer = await pool.request({ path, method, headers, body: JSON.stringify(body) })
    if (answer.statusCode !== 200) throw refused(answer.statusCode)
    return answer.body.json()
  }
}
