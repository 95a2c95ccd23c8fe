import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PrivateKeyJwt } from 'oauth4webapi'
import { clientCredentials } from 'stablecoin-issuer-api'

/** Signs with the key of a PEM file; the server knows the public one by its id. */
export function withKey(tokenUrl: string, clientId: string, file: string, kid: string) {
  return clientCredentials({
    tokenUrl,
    clientId,
    // Read for each token, so that the key can be replaced.
    clientAuthentication: async (...request) => {
      const pem = createPrivateKey(await readFile(file))
      const der = pem.export({ type: 'pkcs8', format: 'der' })
      const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } // of RSA: RSASSA-PKCS1-v1_5, with a hash
      const key = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
      await PrivateKeyJwt({ key, kid })(...request)
    },
  })
}
