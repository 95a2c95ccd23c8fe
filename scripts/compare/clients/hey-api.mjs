import { client } from 'generated/hey-api/client.gen.ts'
import { createStablecoinConversion } from 'generated/hey-api/sdk.gen.ts'

export const rows = { 'hey-api': {}, 'hey-api, throwOnError': { throwOnError: true } }
export default ({ baseUrl, timeout, throwOnError = false }) => {
  client.setConfig({ baseUrl })
  return async (body) => {
    const signal = AbortSignal.timeout(timeout)
    const called = await createStablecoinConversion({ body, signal, throwOnError })
    const { data, error, response } = called
    if (error) throw Object.assign(new Error('error'), { status: response?.status, cause: error })
    return data
  }
}
