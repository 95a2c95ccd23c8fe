import ky from 'ky'

export const rows = { ky: {}, 'ky, retry of POST': { retry: { methods: ['post'] } } }
export default ({ baseUrl, timeout, retry }) =>
  (json) =>
    ky.post(`${baseUrl}/v2/conversion/stablecoins`, { json, timeout, retry }).json()
