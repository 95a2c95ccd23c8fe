import { readFileSync } from 'node:fs'
import { TlsClientAuth } from 'oauth4webapi'
import { fetch as undiciFetch, ProxyAgent } from 'undici'
import {
  type Client,
  clientCredentials,
  type ClientCredentialsOptions,
  createClient,
} from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

/** Where the service is, and who asks. */
export interface Place {
  readonly baseUrl: string
  readonly credentials: ClientCredentialsOptions
}

/** Calls and token requests through a proxy. */
export function throughProxy({ baseUrl, credentials }: Place, proxy: string): Client {
  // #region proxy
  const dispatcher = new ProxyAgent(proxy) // EnvHttpProxyAgent reads HTTPS_PROXY and NO_PROXY
  const client = createClient({
    baseUrl,
    auth: clientCredentials(credentials),
    transport: undiciTransport({ dispatcher }),
  })
  // #endregion
  return client
}

/** The same over fetch. */
export function throughProxyOverFetch({ baseUrl, credentials }: Place, proxy: string): Client {
  // #region proxy-over-fetch
  const dispatcher = new ProxyAgent(proxy)
  const client = createClient({
    baseUrl,
    auth: clientCredentials(credentials),
    fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }),
  })
  // #endregion
  return client
}

/** Both hosts have certificates of an authority of your own. */
export function withAuthority({ baseUrl, credentials }: Place, file: string): Client {
  // #region authority
  const ca = readFileSync(file, 'utf8')
  const client = createClient({
    baseUrl,
    auth: clientCredentials(credentials),
    transport: undiciTransport({ connect: { ca } }),
  })
  // #endregion
  return client
}

/** The files of a certificate. */
export interface Files {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

/** Both hosts ask for a certificate; at the token endpoint it takes the place of a secret. */
export function withCertificate({ baseUrl, credentials }: Place, files: Files): Client {
  // #region certificate
  const { tokenUrl, clientId } = credentials
  const [ca, cert, key] = [files.ca, files.cert, files.key].map((at) => readFileSync(at, 'utf8'))
  const client = createClient({
    baseUrl,
    auth: clientCredentials({ tokenUrl, clientId, clientAuthentication: TlsClientAuth() }),
    transport: undiciTransport({ connect: { ca, cert, key } }),
  })
  // #endregion
  return client
}

/** Through a proxy to hosts that have certificates of a private CA and ask for one. */
export function throughProxyWithCertificate(
  { baseUrl, credentials }: Place,
  files: Files,
  proxy: string,
): Client {
  // #region together
  const [ca, cert, key] = [files.ca, files.cert, files.key].map((at) => readFileSync(at, 'utf8'))
  const dispatcher = new ProxyAgent({
    uri: proxy, // https://user:password@…, or token: 'Basic …', where the proxy asks for it
    requestTls: { ca, cert, key }, // of the service and the token endpoint, through the tunnel
    proxyTls: { ca }, // of the proxy itself, where its address is https
  })
  const client = createClient({
    baseUrl,
    auth: clientCredentials(credentials),
    transport: undiciTransport({ dispatcher }),
  })
  // #endregion
  return client
}

/** The token endpoint stands inside, the service outside. */
export function insideAndOutside(
  { baseUrl, credentials }: Place,
  file: string,
  proxy: string,
): Client {
  // #region each-its-own
  const ca = readFileSync(file, 'utf8')
  const dispatcher = new ProxyAgent(proxy)
  const auth = clientCredentials({
    ...credentials,
    transport: undiciTransport({ connect: { ca } }), // inside, past the proxy
  })
  const client = createClient({ baseUrl, auth, transport: undiciTransport({ dispatcher }) })
  // #endregion
  return client
}
