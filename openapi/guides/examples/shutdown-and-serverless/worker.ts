import {
  clientCredentials,
  createClient,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import { sharedToken } from 'stablecoin-issuer-api/shared-token'
import { storeIn, type TokenNamespace } from './worker-store.js'

export interface Environment {
  readonly ISSUER_URL: string
  readonly ISSUER_TOKEN_URL: string
  readonly ISSUER_CLIENT_ID: string
  readonly ISSUER_CLIENT_SECRET: string
  readonly TOKENS: TokenNamespace
}

/** A client for one request: another request may not wait for what this one fetches. */
const clientOf = (env: Environment) =>
  createClient({
    baseUrl: env.ISSUER_URL,
    auth: clientCredentials({
      tokenUrl: env.ISSUER_TOKEN_URL,
      clientId: env.ISSUER_CLIENT_ID,
      clientSecret: env.ISSUER_CLIENT_SECRET,
      store: sharedToken(storeIn(env.TOKENS)),
    }),
    totalTimeout: 20_000,
  })

export default {
  async fetch(
    request: Request,
    env: Environment,
    context: { waitUntil(promise: Promise<unknown>): void },
  ): Promise<Response> {
    const body = (await request.json()) as CreateStablecoinConversionRequest
    const call = clientOf(env).createStablecoinConversion(body)
    // It goes on even if the caller goes away.
    context.waitUntil(call.catch(() => undefined))
    return Response.json(await call)
  },
}
