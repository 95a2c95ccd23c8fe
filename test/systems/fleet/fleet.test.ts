import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { redisStore } from '../../../openapi/guides/examples/many-processes/redis.js'
import { clientCredentials } from '../../../src/index.js'
import { sharedToken, type TokenStore } from '../../../src/shared-token.js'
import { freePort } from '../../support/listen.js'
import { listens, start, type Started } from '../../support/run.js'
import { scratchFolder } from '../../support/scratch-folder.js'
import { findProgram, toolsAreRequired } from '../../support/tools.js'

const program = findProgram('valkey-server', 'redis-server')
const isMissing = program === undefined && !toolsAreRequired
const place = ['--bind', '127.0.0.1', '--dir', scratchFolder(), '--save', '']
let redis: Started
/** The store of the guide, in two processes. */
let one: TokenStore
let other: TokenStore
beforeAll(async () => {
  if (isMissing) return
  const port = await freePort()
  redis = start([program ?? 'redis-server', '--port', `${port}`, ...place])
  await listens(port, redis)
  const open = () => redisStore(`redis://127.0.0.1:${port}`)
  ;[one, other] = [open(), open()]
})
beforeEach(({ skip }) => skip(isMissing, 'neither valkey-server nor redis-server is installed'))

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

it('the store of the guide keeps a token in Redis for its time, and no longer', async () => {
  await one.set('key', 'kept', 500)
  expect(await other.get('key')).toBe('kept')
  await sleep(600)
  expect(await other.get('key')).toBeNull()
})

it('one process has its lock, until the time is over or it gives the lock back', async () => {
  const late = await one.lock?.('key', 500)
  expect(await other.lock?.('key', 500)).toBeUndefined()
  await sleep(600)
  const release = await other.lock?.('key', 60_000)
  // It is no longer of the process that had it first.
  await late?.()
  expect(await one.lock?.('key', 500)).toBeUndefined()
  await release?.()
  expect(await one.lock?.('key', 500)).toBeTypeOf('function')
})

it('a process takes the token that another has requested, and requests its own once Redis is gone', async () => {
  expect(await tokenBy(one)).toBe('token-1')
  expect(await tokenBy(other)).toBe('token-1')
  // Its clients complain of that.
  vi.spyOn(console, 'error').mockReturnValue()
  await redis.stop()
  expect(await tokenBy(one)).toBe('token-2')
})
