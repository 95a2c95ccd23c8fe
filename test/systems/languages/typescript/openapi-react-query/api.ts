import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import createFetchClient from 'openapi-fetch'
import createClient from 'openapi-react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Answer, Api } from './answer.js'
import type { paths } from './schema.js'

export function connect(baseUrl: string, token: string): Api {
  let status = 0
  const client = createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
  })
  client.use({
    onResponse({ response }) {
      status = response.status
    },
  })
  const api = createClient(client)

  /** What a hook gives to a component. */
  function hooked<Given>(hook: () => Given): Given {
    const given: Given[] = []
    const Component = () => {
      given.push(hook())
      return null
    }
    const provider = { client: new QueryClient() }
    renderToString(createElement(QueryClientProvider, provider, createElement(Component)))
    return given[0]!
  }
  const put = hooked(() => api.useMutation('put', '/v2/transfer/crypto-destination-address'))
  const convert = hooked(() => api.useMutation('post', '/v2/conversion/stablecoins'))
  const quote = hooked(() => api.useMutation('post', '/v2/issuer-quote'))

  async function read(call: Promise<unknown>): Promise<Answer> {
    status = 0
    try {
      return { data: await call, status }
    } catch (error) {
      // The hook throws the body of an error, and keeps its status to itself.
      if (status === 0) throw error
      return { data: undefined, status }
    }
  }
  return {
    put: (body) => read(put.mutateAsync({ body })),
    convert: (body) => read(convert.mutateAsync({ body })),
    quote: (body) => read(quote.mutateAsync({ body })),
  }
}
