import axios from 'axios'
import ky from 'ky'
import { ofetch } from 'ofetch'
import { type ClientOptions, createFetch } from 'stablecoin-issuer-api'

// #region ky
export const byKy = (options: ClientOptions) =>
  ky.create({ prefixUrl: options.baseUrl, fetch: createFetch(options), retry: 0, timeout: false })
// #endregion

// #region axios
export const byAxios = (options: ClientOptions) =>
  axios.create({ baseURL: options.baseUrl, adapter: 'fetch', env: { fetch: createFetch(options) } })
// #endregion

// #region ofetch
export const byOfetch = (options: ClientOptions) =>
  ofetch.create({ baseURL: options.baseUrl, retry: false }, { fetch: createFetch(options) })
// #endregion
