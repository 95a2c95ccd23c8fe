/** One process of a fleet: it waits for the signal, makes a conversion every second, and tells how they went. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  clientCredentials,
  type ClientEvent,
  createClient,
  type Outcome,
} from 'stablecoin-issuer-api'
import { sharedToken, type TokenStore } from 'stablecoin-issuer-api/shared-token'
import { keyvStore } from '../../../openapi/guides/examples/many-processes/keyv.js'
import { redisStore } from '../../../openapi/guides/examples/many-processes/redis.js'
import { unreferenced } from '../../support/examples.js'
import type { Go, Plan, Report, Told } from './plan.js'

const { name, redis, lock, baseUrl, ...credentials } = JSON.parse(process.argv[2] ?? '') as Plan
const storeErrors: number[] = []
const failures: string[] = []
const calls: Told[] = []
/** The call that is being made, of which there is one at a time. */
let current = { began: 0, attempts: 0, added: 0 }

const onEvent = (event: ClientEvent): void => {
  if (event.type === 'attempt') current.added = performance.now() - current.began - current.attempts
  if (event.type === 'response') current.attempts += event.milliseconds
  if (event.type === 'token' && event.storeError !== undefined) storeErrors.push(Date.now())
}
const store: TokenStore = lock ? redisStore(redis) : keyvStore(redis)
const client = createClient({
  baseUrl,
  auth: clientCredentials({ ...credentials, store: sharedToken(store) }),
  onEvent,
})

await Promise.race([warmUp(), sleep(5_000)])
// Whoever would stop it is gone.
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
const [{ until }] = (await once(process, 'message')) as [Go]

for (let order = 1; Date.now() < until; order++) {
  const refId = `${name}-${order}`
  const at = Date.now()
  current = { began: performance.now(), attempts: 0, added: 0 }
  const outcome = await convert(refId)
  calls.push({ refId, at, added: current.added, outcome })
  await sleep(500 + Math.random() * 1_000)
}
const report: Report = { calls, storeErrors, failures }
process.send?.(report, () => process.exit(0))

function convert(refId: string, by = client): Promise<Told['outcome']> {
  return by.createStablecoinConversion({ ...unreferenced, ref_id: refId }).then(
    () => 'ok',
    (error: unknown) => {
      const { message, outcome = 'raw' } = error as Error & { readonly outcome?: Outcome }
      failures.push(message)
      return outcome
    },
  )
}

/**
 * Whatever is compiled, loaded or connected with a first call, sixty of which would keep two processors busy for
 * seconds: a call to nobody, and a connection to each side.
 */
async function warmUp(): Promise<void> {
  const granted = { access_token: 'nothing', token_type: 'Bearer', id: 'c' }
  const fetchNothing = (): Promise<Response> => Promise.resolve(Response.json(granted))
  const nothing = sharedToken(new Map())
  const auth = clientCredentials({ ...credentials, fetch: fetchNothing, store: nothing })
  await convert('nothing', createClient({ baseUrl, auth, fetch: fetchNothing, onEvent: () => 0 }))
  await Promise.all([fetch(baseUrl), store.get('nothing')])
}
