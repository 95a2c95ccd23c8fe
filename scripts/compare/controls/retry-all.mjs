/** Repeats whatever fails. */
export default ({ baseUrl, timeout }) =>
  async (body) => {
    for (let attempt = 1; ; attempt++)
      try {
        const response = await fetch(`${baseUrl}/v2/conversion/stablecoins`, {
          method: 'POST',
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(timeout),
        })
        if (response.ok) return await response.json()
        throw Object.assign(new Error('not ok'), { status: response.status })
      } catch (error) {
        if (attempt === 3) throw error
      }
  }
