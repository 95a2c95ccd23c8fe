/** One of the processes that share a token: it makes a conversion five times a second, and prints which failed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { clientCredentials, createClient, type FetchLike } from 'stablecoin-issuer-api'
import { sharedToken } from 'stablecoin-issuer-api/shared-token'
import { redisStore } from '../../../openapi/guides/examples/many-processes/redis.js'
import { unreferenced } from '../../support/examples.js'

/** What a process is told. */
export interface Plan {
  readonly name: string
  readonly baseUrl: string
  readonly redis: string
}

/** What a process prints of a call that failed. */
export interface Failed {
  readonly message: string
}

const { name, baseUrl, redis } = JSON.parse(process.argv[2] ?? '') as Plan
const named = { 'x-process': name }
const namedFetch: FetchLike = (url, init) =>
  fetch(url, { ...init, headers: { ...init.headers, ...named } })

const client = createClient({
  baseUrl,
  auth: clientCredentials({
    tokenUrl: `${baseUrl}/oauth2/token`,
    clientId: 'client',
    clientSecret: 'secret',
    fetch: namedFetch,
    store: sharedToken(redisStore(redis)),
  }),
})

for (;;) {
  await client
    .createStablecoinConversion(unreferenced, { headers: named })
    .catch((error: unknown) => {
      const failed: Failed = { message: (error as Error).message }
      console.log(JSON.stringify(failed))
    })
  await sleep(200)
}
