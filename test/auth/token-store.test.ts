import { expect, it } from 'vitest'
import type { TokenStore } from '../../src/shared-token.js'
import { after, useSteadyClock } from '../support/token-cache.js'
import {
  all,
  Fleet,
  LockingStore,
  meanwhile,
  MemoryStore,
  settled,
} from '../support/token-fleet.js'

useSteadyClock()

const same = (token: string, count: number): string[] => Array.from({ length: count }, () => token)

it('a token in a store serves every process while it lives', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  expect(await fleet.process(store).token()).toBe('token-1')
  await after(50)
  expect(await all(fleet.processes(3, store))).toEqual(same('token-1', 3))
  expect(fleet.requests).toBe(1)
})

it('a token in a store serves nobody after its end', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  await after(95)
  expect(await fleet.process(store).token()).toBe('token-2')
})

it('a token in a store is told as what it is', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  const [one, other] = [fleet.process(store), fleet.process(store)]
  await one.token()
  await after(45)
  await other.token()
  expect(one.events).toEqual([{ type: 'token', milliseconds: 100, expiresIn: 100 }])
  const left = expect.closeTo(50, 0) as number
  const [event] = other.events
  expect(event).toEqual({ type: 'token', milliseconds: 0, expiresIn: left, from: 'store' })
})

it('a token in a store is used no longer by who took it than by who obtained it', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  await after(94)
  const late = fleet.process(store)
  expect(await late.token()).toBe('token-1')
  await after(1)
  expect(await late.token()).toBe('token-2')
})

it('a token in a store keeps the scopes that it was granted', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store, { scopes: ['a', 'b'] }).token()
  const { source } = fleet.process(store, { scopes: ['b', 'a'] })
  expect(await source.getToken()).toMatchObject({ value: 'token-1', scopes: ['a', 'b'] })
})

it('a token in a store is renewed ahead by one process, while the others use the old one', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  const members = fleet.processes(20, store)
  await all(members)
  await after(80)
  fleet.delay = 5_000
  // Nobody waits for it, not even who has just begun.
  expect(await all([...members, fleet.process(store)])).toEqual(same('token-1', 21))
  await meanwhile(7)
  expect(await all(members)).toEqual(same('token-2', 20))
  expect(fleet.requests).toBe(2)
})

it('a token in a store whose lifetime is not known is kept for an hour', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  fleet.lifetime = undefined
  const first = fleet.process(store)
  await first.token()
  await after(3_590)
  expect(await fleet.process(store).token()).toBe('token-1')
  await after(11)
  expect([await fleet.process(store).token(), await first.token()]).toEqual(['token-2', 'token-1'])
})

it('a token in a store that lives for no time is not kept', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  fleet.lifetime = 0
  await fleet.process(store).token()
  expect(store.asked).toEqual(['get'])
})

it('a cold start of a fleet is one request with a lock', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  expect(await all(fleet.processes(60, store))).toEqual(same('token-1', 60))
  expect(fleet.requests).toBe(1)
  expect(store.asked.filter((what) => what === 'unlock')).toHaveLength(1)
})

it('a cold start of a fleet is at most one for each process without a lock, and none later', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  const members = fleet.processes(20, store)
  await all(members)
  expect(fleet.requests).toBe(20)
  await after(60)
  await all([...members, ...fleet.processes(20, store)])
  expect(fleet.requests).toBe(20)
})

it('a cold start of a fleet goes on when who has the lock dies', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  await store.lock(await keyOf(fleet), 4_000)
  const member = fleet.process(store)
  expect(await member.token()).toBe('token-1')
  expect(fleet.requests).toBe(1)
  // It looks again within a second.
  expect(member.events[0]?.milliseconds).toBeGreaterThan(4_000)
  expect(member.events[0]?.milliseconds).toBeLessThan(5_200)
})

it('a cold start of a fleet ends where the lock is never free', async () => {
  const fleet = new Fleet()
  const store = Object.assign(new MemoryStore(), { lock: () => undefined })
  const member = fleet.process(store, { timeout: 3_000 })
  expect(await member.token()).toBe('token-1')
  expect(member.events[0]?.milliseconds).toBeGreaterThan(3_000)
  expect(member.events[0]?.milliseconds).toBeLessThan(4_200)
})

it('a cold start of a fleet whose request fails leaves the lock to the next', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  const down = { fetch: () => Promise.resolve(new Response('', { status: 503 })) }
  const both = [fleet.process(store, down).ask(), fleet.process(store).ask()]
  const ends = await settled(Promise.allSettled(both))
  expect(ends).toMatchObject([{ status: 'rejected' }, { value: { value: 'token-1' } }])
})

const store = new MemoryStore()
const { get, set } = { get: () => undefined, set: () => undefined }
it.each<unknown>([
  5,
  'redis://localhost',
  null,
  {},
  { get, set },
  Object.assign(store, { lock: 1 }),
])('what is given as a store has to be one: %j', (given) =>
  expect(() => new Fleet().process(given as TokenStore)).toThrow(
    new TypeError('sharedToken: store must be an object with get, set and delete'),
  ),
)

/** The key that a fleet keeps its token under. */
async function keyOf(fleet: Fleet): Promise<string> {
  const store = new MemoryStore()
  await fleet.process(store).token()
  fleet.requests = 0
  return store.now()[0]?.[0] ?? ''
}
