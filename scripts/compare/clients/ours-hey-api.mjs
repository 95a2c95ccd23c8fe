import { client } from 'generated/hey-api/client.gen.ts'
import { createStablecoinConversion } from 'generated/hey-api/sdk.gen.ts'
import { ClientError, createFetch } from 'stablecoin-issuer-api'

export const packages = ['stablecoin-issuer-api', '@hey-api/openapi-ts']
export const rows = { 'ours, hey-api': {} }
export { says } from './ours.mjs'
export default ({ baseUrl, timeout }) => {
  client.setConfig({ baseUrl, fetch: createFetch({ baseUrl, auth: 'token', timeout }) })
  return async (body) => {
    const { data, error, response } = await createStablecoinConversion({ body })
    if (ClientError.is(error)) throw error
    if (error) throw Object.assign(new Error('error'), { status: response.status })
    return data
  }
}
