import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import type { TokenStore } from 'stablecoin-issuer-api/shared-token'

/** A store with a lock over Redis or Valkey. */
export function redisStore(url: string): TokenStore {
  const redis = createClient({ url })
  // Without a listener, a lost connection ends the process.
  redis.on('error', (error: Error) => {
    console.error(`redis: ${error.message}`)
  })
  // A process starts without Redis as well.
  redis.connect().catch(() => undefined)

  const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end`
  return {
    get: (key) => redis.get(key),
    set: (key, token, milliseconds) =>
      redis.set(key, token, { expiration: { type: 'PX', value: milliseconds } }),
    delete: (key) => redis.del(key),
    lock: async (name, milliseconds) => {
      const key = `${name}:lock`
      const owner = randomUUID()
      const expiration = { type: 'PX', value: milliseconds } as const
      const isTaken = await redis.set(key, owner, { expiration, condition: 'NX' })
      // By its owner alone: another process may have it by now.
      return isTaken ? () => redis.eval(release, { keys: [key], arguments: [owner] }) : undefined
    },
  }
}
