import { QueryClient } from '@tanstack/react-query'
import createQueryHooks from 'openapi-react-query'
import useSWRMutation from 'swr/mutation'
import { createQueryHook } from 'swr-openapi'
import { type Client, ClientError } from 'stablecoin-issuer-api'
import type {
  CreateStablecoinConversionRequest,
  provider,
} from '../../../../test/fixtures/acme/index.js'

type Acme = Client<typeof provider>

// #region query
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
// #endregion

/** What to tell a person of an order that failed. */
export function sentenceOf(error: unknown) {
  if (ClientError.is(error))
    return error.outcome === 'unknown' ? 'It may have been made: look it up.' : 'It was not made.'
  return 'The issuer refused it.' // by path, a refusal is the body of the answer
}

export function queryHooks(client: Acme) {
  const api = createQueryHooks(client)
  return {
    useConversion: (id: string) =>
      api.useQuery('get', '/v2/acme/conversions/{id}', { params: { path: { id } } }),
    useConvert: () => api.useMutation('post', '/v2/conversion/stablecoins'),
  }
}

export const swrConfig = { shouldRetryOnError: false } // of <SWRConfig value={swrConfig}>

export function swrHooks(client: Acme) {
  const useRead = createQueryHook(client, 'issuer')
  const convert = (_: string, { arg }: { readonly arg: CreateStablecoinConversionRequest }) =>
    client.createStablecoinConversion(arg)
  return {
    useConversion: (id: string) =>
      useRead('/v2/acme/conversions/{id}', { params: { path: { id } } }),
    useConvert: () => useSWRMutation('convert', convert),
  }
}
