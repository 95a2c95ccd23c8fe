import { Agent, request } from 'undici'

export const packages = ['undici']
export const rows = { 'undici.request': {}, 'undici.request, HTTP/2': { http2: true } }
export default ({ baseUrl, timeout }) => {
  const dispatcher = new Agent()
  return async (body) => {
    const { statusCode, body: answer } = await request(`${baseUrl}/v2/conversion/stablecoins`, {
      dispatcher,
      method: 'POST',
      signal: AbortSignal.timeout(timeout),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (statusCode >= 300) throw Object.assign(new Error(await answer.text()), { statusCode })
    return answer.json()
  }
}
