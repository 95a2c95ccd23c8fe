import { ofetch } from 'ofetch'

export const packages = ['ofetch']
export const rows = { ofetch: {}, 'ofetch, retry: 1': { retry: 1 } }
export default ({ baseUrl: baseURL, timeout, retry }) =>
  (body) =>
    ofetch('/v2/conversion/stablecoins', { baseURL, method: 'POST', body, timeout, retry })
