/** In Node.js, over undici's pool and its fetch. Compiled against src/ and the installed package, never run. */
import {
  type ClientAuthentication,
  clientCredentials,
  createClient,
  createFetch,
  type FetchLike,
} from 'stablecoin-issuer-api'
import { type UndiciTransport, undiciTransport } from 'stablecoin-issuer-api/undici'
import { ProxyAgent, fetch as undiciFetch } from 'undici'

const options = { baseUrl: 'https://api.example.com', auth: 'token' } as const

export async function use(): Promise<void> {
  const transport: UndiciTransport = undiciTransport({ connections: 8, keepAliveTimeout: 10_000 })
  createClient({ ...options, transport })
  undiciTransport({ dispatcher: new ProxyAgent('https://proxy.example.com') })
  // @ts-expect-error an option that a pool does not have
  undiciTransport({ connection: 8 })
  await transport.close()
}

/** Every option that takes a fetch accepts that of any library, without a cast. */
export function useFetches(dispatcher: ProxyAgent): void {
  const fetches: FetchLike[] = [
    fetch,
    undiciFetch,
    (url, init) => fetch(url, { ...init, keepalive: true }),
    (url, init) => undiciFetch(url, { ...init, dispatcher }),
    (url, { method, headers, ...rest }) => {
      const traced = { ...headers, 'x-trace': `${method} ${url}` }
      return fetch(new Request(url, { method, ...rest, headers: traced }))
    },
    (url: string | URL | Request, init?: RequestInit) => fetch(url, init),
  ]
  const clientAuthentication: ClientAuthentication = (_server, { client_id: id }, form) =>
    form.set('client_id', id)
  const credentials = { tokenUrl: 'https://auth.example.com/token', clientId: 'a' }
  for (const each of fetches) {
    const auth = clientCredentials({ ...credentials, clientAuthentication, fetch: each })
    createClient({ ...options, auth, fetch: each })
    createFetch({ ...options, fetch: each })
  }
}
