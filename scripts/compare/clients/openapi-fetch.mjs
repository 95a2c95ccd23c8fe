import createClient from 'openapi-fetch'

export const packages = ['openapi-fetch']
export default ({ baseUrl, timeout }) => {
  const client = createClient({ baseUrl })
  return async (body) => {
    const signal = AbortSignal.timeout(timeout)
    const called = await client.POST('/v2/conversion/stablecoins', { body, signal })
    const { data, error, response } = called
    if (error) throw Object.assign(new Error('error'), { status: response.status, cause: error })
    return data
  }
}
