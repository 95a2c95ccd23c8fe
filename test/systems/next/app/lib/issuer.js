import 'server-only'
import { clientCredentials, createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

const make = () => {
  const { ISSUER_URL, ISSUER_TOKEN_URL, ISSUER_CLIENT_ID, ISSUER_CLIENT_SECRET } = process.env
  return createClient({
    baseUrl: ISSUER_URL,
    auth: clientCredentials({
      tokenUrl: ISSUER_TOKEN_URL,
      clientId: ISSUER_CLIENT_ID,
      clientSecret: ISSUER_CLIENT_SECRET,
    }),
    // Next.js knows nothing of its requests, so no setting of a segment can cache them.
    transport: undiciTransport(),
  })
}

/** The one client of the process, made when it is first needed. */
export const issuer = () => (globalThis.issuer ??= make())
