export default ({ baseUrl, timeout }) =>
  async (body) => {
    const response = await fetch(`${baseUrl}/v2/conversion/stablecoins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw Object.assign(new Error('not ok'), { status: response.status })
    return response.json()
  }
