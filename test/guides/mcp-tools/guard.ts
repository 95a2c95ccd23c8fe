import type { AxiosInstance } from 'axios'
import { ClientError, type ClientOptions, createFetch } from 'stablecoin-issuer-api'

class MissingRefId extends Error {
  override readonly name = 'MissingRefId'
}

/** Lets an axios send by `createFetch`, and throw its errors, whose messages tell a model what is wrong. */
export function guard(axios: AxiosInstance, options: ClientOptions): void {
  const fetch = createFetch({
    ...options,
    // A model must name the conversion: a reference that is made for it is another at each try.
    generateRefId: false,
    beforeSend: (sending) => {
      if (sending.operation === 'createStablecoinConversion' && !sending.refId)
        throw new MissingRefId()
      return options.beforeSend?.(sending)
    },
  })
  axios.defaults.adapter = 'fetch'
  axios.defaults.env = { ...axios.defaults.env, fetch }
  axios.interceptors.response.use(undefined, (error: Error) => {
    throw ClientError.is(error.cause) ? error.cause : error
  })
}
