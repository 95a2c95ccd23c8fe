import createClient from 'openapi-fetch'

export const rows = { 'openapi-fetch': {}, 'openapi-fetch, response.ok': { byStatus: true } }
export default ({ baseUrl, timeout, byStatus }) => {
  const client = createClient({ baseUrl })
  return async (body) => {
    const signal = AbortSignal.timeout(timeout)
    const called = await client.POST('/v2/conversion/stablecoins', { body, signal })
    const { data, error, response } = called
    if (byStatus ? !response.ok : error)
      throw Object.assign(new Error('error'), { status: response.status, cause: error })
    return data
  }
}
