import { request } from '@octokit/request'

export const rows = { '@octokit/request': {} }
export default ({ baseUrl, timeout }) =>
  async (body) => {
    const signal = AbortSignal.timeout(timeout)
    const options = { baseUrl, ...body, request: { signal } }
    return (await request('POST /v2/conversion/stablecoins', options)).data
  }
