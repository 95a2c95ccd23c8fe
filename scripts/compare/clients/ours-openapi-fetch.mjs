import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'

export const packages = ['stablecoin-issuer-api', 'openapi-fetch']
export const rows = { 'ours, openapi-fetch': {} }
export { says } from './ours.mjs'
export default ({ baseUrl, timeout }) => {
  const client = createPathClient({ baseUrl, auth: 'token', timeout })
  return async (body) => {
    const { data, error, response } = await client.POST('/v2/conversion/stablecoins', { body })
    if (error) throw Object.assign(new Error('error'), { status: response.status })
    return data
  }
}
