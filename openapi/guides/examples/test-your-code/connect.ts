import { clientCredentials, createClient } from 'stablecoin-issuer-api'

/** The program's own client; what it talks to, and as whom, comes from its environment. */
export function connect(environment: Readonly<Record<string, string | undefined>>) {
  const { ISSUER_URL = '', ISSUER_TOKEN_URL: tokenUrl = '', ISSUER_CLIENT = '' } = environment
  // Between containers only: elsewhere neither token nor body may go out in the clear.
  const dangerouslyAllowPlainHttp = environment['ISSUER_PLAIN_HTTP'] === 'yes'
  const [clientId = '', clientSecret = ''] = ISSUER_CLIENT.split(':')
  const auth = clientCredentials({ tokenUrl, clientId, clientSecret, dangerouslyAllowPlainHttp })
  return createClient({ baseUrl: ISSUER_URL, auth, dangerouslyAllowPlainHttp })
}
