/** Tries the guide's store over a real Redis: how long it keeps a token, whose lock it is, and that no call fails without it. */
import { equal } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { redisStore } from '../../../openapi/guides/examples/many-processes/redis.js'
import { step } from '../../../scripts/lib/step.js'
import { clientCredentials } from '../../../src/index.js'
import { sharedToken, type TokenStore } from '../../../src/shared-token.js'
import { freePort } from '../../support/listen.js'
import { listens, start } from '../../support/run.js'
import { conclude, inFolder } from '../../support/runs.js'
import { findProgram } from '../../support/tools.js'

let requests = 0
/** What a process sends, which has a token of the store, or requests one. */
async function tokenBy(store: TokenStore): Promise<string> {
  const source = clientCredentials({
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'client',
    clientSecret: 'secret',
    fetch: () => {
      const granted = { access_token: `token-${++requests}`, token_type: 'Bearer' }
      return Promise.resolve(Response.json({ ...granted, expires_in: 3_600 }))
    },
    store: sharedToken(store),
  })
  return (await source.getToken()).value
}

async function tryStore(program: string, folder: string): Promise<void> {
  const port = await freePort()
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const redis = start([program, ...options])
  await listens(port, redis)
  const open = () => redisStore(`redis://127.0.0.1:${port}`)
  const [one, other] = [open(), open()]

  await one.set('key', 'kept', 500)
  equal(await other.get('key'), 'kept')
  await sleep(600)
  equal(await other.get('key'), null, 'it is kept no longer')

  const late = await one.lock?.('key', 500)
  equal(await other.lock?.('key', 500), undefined, 'one has the lock')
  await sleep(600)
  const release = await other.lock?.('key', 60_000)
  await late?.()
  equal(await one.lock?.('key', 500), undefined, 'it is no longer of who had it first')
  await release?.()
  equal(typeof (await one.lock?.('key', 500)), 'function', 'it was given back')

  equal(await tokenBy(one), 'token-1')
  equal(await tokenBy(other), 'token-1')
  step('Stopping Redis, of which its clients complain')
  await redis.stop()
  equal(await tokenBy(one), 'token-2', 'without Redis it is requested')
  console.log(`the store keeps tokens and locks, and no call fails without it`)
}

const program = findProgram('valkey-server', 'redis-server')
if (program === undefined) {
  console.error('skipped: neither valkey-server nor redis-server is installed')
  conclude(false, true)
} else await inFolder('fleet', (folder) => tryStore(program, folder))
// The clients of Redis go on connecting.
process.exit()
