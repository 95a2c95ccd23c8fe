import axios from 'axios'
import ky from 'ky'
import { type ClientOptions, createFetch } from 'stablecoin-issuer-api'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'

// #region openapi-fetch
/** openapi-fetch's own client, with the document's `paths`. */
export const byOpenapiFetch = (options: ClientOptions) => createPathClient(options)
// #endregion

// #region ky
export const byKy = (options: ClientOptions) =>
  ky.create({ prefixUrl: options.baseUrl, fetch: createFetch(options), retry: 0, timeout: false })
// #endregion

// #region axios
export const byAxios = (options: ClientOptions) =>
  axios.create({ baseURL: options.baseUrl, adapter: 'fetch', env: { fetch: createFetch(options) } })
// #endregion
