import { CohereClient } from 'cohere-ai'

export const rows = { 'cohere-ai (Fern)': {}, 'cohere-ai (Fern), maxRetries: 0': { maxRetries: 0 } }
export default ({ baseUrl, timeout, ...options }) => {
  const timeoutInSeconds = timeout / 1_000
  const client = new CohereClient({ baseUrl, token: 'key', timeoutInSeconds, ...options })
  return async (body) => {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const response = await client.fetch('/v2/conversion/stablecoins', init)
    if (!response.ok) throw Object.assign(new Error('not ok'), { status: response.status })
    return response.json()
  }
}
