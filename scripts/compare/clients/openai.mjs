import OpenAI from 'openai'

export const rows = {
  'openai (Stainless)': {},
  'openai (Stainless), maxRetries: 0': { maxRetries: 0 },
}
export default ({ baseUrl: baseURL, timeout, ...options }) => {
  const client = new OpenAI({ baseURL, apiKey: 'key', timeout, ...options })
  return (body) => client.post('/v2/conversion/stablecoins', { body })
}
