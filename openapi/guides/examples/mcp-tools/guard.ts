import type { AxiosError, AxiosInstance } from 'axios'
import { ClientError, type ClientOptions, createFetch } from 'stablecoin-issuer-api'
import { nextSteps, toFailure } from './result.js'

/** Lets an axios send by `createFetch`, and throw errors whose messages tell a model what to do next. */
export function guard(axios: AxiosInstance, options: ClientOptions): void {
  axios.defaults.adapter = 'fetch'
  axios.defaults.env = { ...axios.defaults.env, fetch: createFetch(options) }
  axios.interceptors.response.use(undefined, ({ cause, message, response }: AxiosError) => {
    const failure = ClientError.is(cause)
      ? toFailure(cause)
      : { outcome: 'rejected', next_step: nextSteps.rejected, message, body: response?.data }
    throw new Error(JSON.stringify(failure), { cause })
  })
}
