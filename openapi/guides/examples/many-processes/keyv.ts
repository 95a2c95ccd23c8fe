import KeyvRedis from '@keyv/redis'
import Keyv from 'keyv'

/** A store without a lock, over Redis, Valkey, or another database that Keyv knows. */
export function keyvStore(url: string): Keyv {
  const store = new Keyv(new KeyvRedis(url))
  store.on('error', (error: Error) => {
    console.error(`redis: ${error.message}`)
  })
  return store
}
