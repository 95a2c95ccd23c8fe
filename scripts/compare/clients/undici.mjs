import { Agent, request } from 'undici'

export const packages = ['undici']
export const rows = {
  'undici.request': { allowH2: false },
  'undici.request, HTTP/2': { allowH2: true, http2: true },
}
export default ({ baseUrl, timeout, allowH2 }) => {
  const dispatcher = new Agent({ allowH2 })
  return async (body) => {
    const { statusCode, body: answer } = await request(`${baseUrl}/v2/conversion/stablecoins`, {
      ...{ dispatcher, method: 'POST', signal: AbortSignal.timeout(timeout) },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (statusCode >= 300) throw Object.assign(new Error(await answer.text()), { statusCode })
    return answer.json()
  }
}
