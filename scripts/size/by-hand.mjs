// A client as one writes it by hand: fetch, a token that is kept, and retries. Only its size is measured.

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export function createClient({ baseUrl, tokenUrl, clientId, clientSecret, retries = 2 }) {
  let token = { value: '', until: 0 }
  const getToken = async () => {
    if (Date.now() < token.until) return token.value
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const response = await fetch(tokenUrl, { method: 'POST', body })
    if (!response.ok) throw new Error(`token: ${response.status}`)
    const { access_token, expires_in = 60 } = await response.json()
    token = { value: access_token, until: Date.now() + (expires_in - 10) * 1_000 }
    return token.value
  }
  const send = async (method, path, input) => {
    const headers = {
      authorization: `Bearer ${await getToken()}`,
      'content-type': 'application/json',
    }
    const signal = AbortSignal.timeout(10_000)
    const body = JSON.stringify(input)
    const response = await fetch(baseUrl + path, { method, headers, body, signal })
    if (!response.ok)
      throw Object.assign(new Error(`${response.status}`), { status: response.status })
    return response.json()
  }
  return async (method, path, input) => {
    for (let attempt = 0; ; attempt++)
      try {
        return await send(method, path, input)
      } catch (error) {
        if (attempt === retries || (error.status ?? 500) < 500) throw error
        await pause(250 * 2 ** attempt)
      }
  }
}
