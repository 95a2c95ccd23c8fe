import { readFileSync } from 'node:fs'
import { TlsClientAuth } from 'oauth4webapi'
import { ProxyAgent } from 'undici'
import {
  type Client,
  clientCredentials,
  type ClientCredentialsOptions,
  createClient,
} from 'stablecoin-issuer-api'
import { type UndiciTransport, undiciTransport } from 'stablecoin-issuer-api/undici'

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

/** Both hosts have certificates of an authority of your own. */
export function withAuthority(file: string): UndiciTransport {
  // #region authority
  const transport = undiciTransport({ connect: { ca: readFileSync(file, 'utf8') } })
  // #endregion
  return transport
}

/** The files of a certificate. */
export interface Files {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

/** Both hosts ask for a certificate; at the token endpoint it takes the place of a secret. */
export function withCertificate(files: Files, { tokenUrl, clientId }: ClientCredentialsOptions) {
  // #region certificate
  const [ca, cert, key] = [files.ca, files.cert, files.key].map((at) => readFileSync(at, 'utf8'))
  const transport = undiciTransport({ connect: { ca, cert, key } })
  const auth = clientCredentials({ tokenUrl, clientId, clientAuthentication: TlsClientAuth() })
  // #endregion
  return { transport, auth }
}

/** Through a proxy to hosts that have certificates of a private CA and ask for one. */
export function throughProxyWithCertificate(files: Files, proxy: string): UndiciTransport {
  // #region together
  const [ca, cert, key] = [files.ca, files.cert, files.key].map((at) => readFileSync(at, 'utf8'))
  const dispatcher = new ProxyAgent({
    uri: proxy, // https://user:password@…, or token: 'Basic …', where the proxy asks for it
    requestTls: { ca, cert, key }, // of the service and the token endpoint, through the tunnel
    proxyTls: { ca }, // of the proxy itself, where its address is https
  })
  const transport = undiciTransport({ dispatcher })
  // #endregion
  return transport
}
