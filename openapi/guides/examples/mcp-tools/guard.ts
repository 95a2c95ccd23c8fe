import type { AxiosError, AxiosInstance } from 'axios'
import { ClientError, type ClientOptions, createFetch } from 'stablecoin-issuer-api'
import { nextSteps, toFailure } from './result.js'

/** Lets an axios send by `createFetch`, and throw errors whose messages tell a model what to do next. */
export function guard(axios: AxiosInstance, options: ClientOptions): void {
  axios.defaults.adapter = 'fetch'
  axios.defaults.env = { ...axios.defaults.env, fetch: createFetch(options) }
  axios.interceptors.response.use(undefined, ({ cause, message, response }: AxiosError) => {
    // What axios cannot read may be a success.
    const outcome = (response?.status ?? 0) >= 400 ? 'rejected' : 'unknown'
    const own = { outcome, next_step: nextSteps[outcome], message, body: response?.data }
    const failure = ClientError.is(cause) ? toFailure(cause) : own
    throw new Error(JSON.stringify(failure), { cause })
  })
}
