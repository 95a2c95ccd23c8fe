import { randomBytes } from 'node:crypto'
import Keyv from 'keyv'
import { expect, it, vi } from 'vitest'
import { encrypted } from '../../openapi/guides/examples/many-processes/encryption.js'
import type { ClientCredentialsOptions } from '../../src/index.js'
import type { TokenStore } from '../../src/shared-token.js'
import { after, useSteadyClock } from '../support/clock.js'
import { all, Fleet, LockingStore, meanwhile, MemoryStore, settled } from './token-fleet.js'

useSteadyClock()

const same = (token: string, count: number): string[] => Array.from({ length: count }, () => token)

const hour = 3_600_000

/** The key that a token is kept under. */
async function keyFor(options: object): Promise<string> {
  const store = new MemoryStore()
  await new Fleet().process(store, options).token()
  return store.now()[0]?.[0] ?? ''
}

it.each<[string, number | undefined, number, string, number]>([
  ['serves while it lives', 100, 94, 'token-1', 0],
  ['serves nobody after its end', 100, 95, 'token-2', 0],
  ['of no lifetime serves nobody else', 0, 0, 'token-2', 0],
  ['serves for an hour where its lifetime is not known', undefined, 3_590, 'token-1', 0],
  ['serves no longer than that', undefined, 3_601, 'token-2', 0],
  ['serves where the clock of another process is behind', 3_600, 0, 'token-1', -hour],
  ['serves where the clock of another process is ahead', 3_600, 0, 'token-1', 0.05 * hour],
])('a token in a store %s', async (_, lifetime, seconds, token, difference) => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  fleet.lifetime = lifetime
  expect(await fleet.process(store).token()).toBe('token-1')
  if (lifetime === 0) expect(store.asked).toEqual(['get'])
  await after(seconds)
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + difference)
  const members = fleet.processes(2, store)
  expect(await members[0]?.token()).toBe(token)
  if (token === 'token-2' || lifetime === undefined) return
  expect(await members[1]?.token()).toBe(token)
  // Who took it uses it no longer than who obtained it.
  await after(lifetime === 100 ? 1 : 3_590)
  expect(await members[1]?.token()).toBe('token-2')
})

it('a token in a store that lacks a scope that is asked for is as none, so that no process is stuck with it', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  const options = { scopes: ['a', 'b'] }
  await fleet.process(store, options).token()
  const [[, text] = ['', '']] = store.now()
  store.put(text.replace('"scopes":["a","b"]', '"scopes":["b","c"]'))
  const [one, other] = [fleet.process(store, options), fleet.process(store, options)]
  const granted = { value: 'token-2', scopes: ['a', 'b'] }
  expect([await settled(one.ask()), await settled(other.ask())]).toMatchObject([granted, granted])
})

it.each([
  ['is its own', 86_400_000 * 300],
  ['has no end', undefined],
])('a token in a store counts a day at most, where its lifetime %s', async (_, lifetime) => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  const [[, text] = ['', '']] = store.now()
  const { value, scopes, at } = JSON.parse(text) as { value: string; scopes: []; at: number }
  store.put(JSON.stringify({ value, scopes, at, until: lifetime && at + lifetime }))
  const grant = (await settled(fleet.process(store).ask())) as { lifetime?: number }
  expect(grant).toMatchObject({ value: 'token-1', lifetime: expect.closeTo(86_400, -1) as number })
})

it('a token in a store is kept there for a day at most', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  fleet.lifetime = 864_000
  const set = vi.spyOn(store, 'set')
  await fleet.process(store).token()
  expect(set).toHaveBeenCalledWith(expect.anything(), expect.anything(), 86_400_000)
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

it('a cold start of a fleet goes on when who has the lock dies', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  await store.lock(await keyFor({}), 4_000)
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

const store = new MemoryStore()
it.each<unknown>([
  ...[5, 'redis://localhost', null, {}],
  { get: () => undefined, set: () => undefined },
  Object.assign(store, { lock: 1 }),
])('what is given as a store has to be one: %j', (given) =>
  expect(() => new Fleet().process(given as TokenStore)).toThrow(
    new TypeError('sharedToken: store must be an object with get, set and delete'),
  ),
)

it('a token that the service refused is replaced by one request of the fleet', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  const members = fleet.processes(20, store)
  const [token = ''] = await all(members)
  for (const member of members) member.drop(token)
  expect(new Set(await all(members))).toEqual(new Set(['token-2']))
  expect(fleet.requests).toBe(2)
  expect(store.asked.filter((what) => what === 'delete')).toHaveLength(1)
})

it('a token that the service refused is not replaced by an older one that a partition left in the store', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  const member = fleet.process(store)
  await member.token()
  await after(80)
  const hung = vi.spyOn(store, 'get').mockReturnValue(new Promise(() => undefined))
  await member.token()
  await meanwhile(2)
  expect(await member.token()).toBe('token-2')
  hung.mockRestore()
  // The store still has token-1, which may have been refused along with token-2.
  member.drop('token-2')
  expect(await member.token()).toBe('token-3')
})

it('processes whose clocks differ may each ask for a token, and no oftener', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  const real = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + hour)
  const ahead = fleet.process(store)
  await ahead.token()
  clock.mockRestore()
  const others = fleet.processes(3, store)
  expect(await all(others)).toEqual(['token-1', 'token-1', 'token-1'])
  await after(81)
  await all(others.slice(0, 1))
  await meanwhile(2)
  await all(others)
  await meanwhile(2)
  expect([new Set(await all(others)).size, fleet.requests]).toEqual([1, 2])
})

it('the key of a token is the same for the same secret, endpoint, client and scopes', async () => {
  const key = await keyFor({ scopes: ['a', 'b'] })
  expect(key).toMatch(/^stablecoin-issuer-api:token:[0-9a-f]{64}$/)
  const issuer = 'https://auth.example.com/token'
  expect(await keyFor({ scopes: ['b', 'a'], timeout: 5_000, issuer })).toBe(key)
})

it('the key of a token is another for another of these, and of what else the token depends on', async () => {
  const clientAuthentication = (): void => undefined
  const keys = await Promise.all([
    keyFor({}),
    keyFor({ clientSecret: 'another' }),
    keyFor({ tokenUrl: 'https://other.example.com/token' }),
    keyFor({ clientId: 'another' }),
    keyFor({ scopes: ['a'] }),
    keyFor({ scopes: ['a', 'b'] }),
    keyFor({ parameters: { audience: 'a' } }),
    keyFor({ issuer: 'https://auth.example.com/' }),
    keyFor({ ignoreGrantedScopes: true }),
    keyFor({ partition: 'a' }),
    keyFor({ clientAuthentication, partition: 'a' }),
    keyFor({ clientAuthentication, partition: 'b' }),
    // A partition that is the secret of another client is not taken for it.
    keyFor({ clientSecret: 'a', partition: 'a' }),
    keyFor({ clientSecret: 'a' }),
  ])
  expect(new Set(keys).size).toBe(14)
})

it('a client that shares a store must say which one it is where no secret proves it', () => {
  const options = { clientAuthentication: () => undefined, clientSecret: undefined }
  const make = (): unknown => new Fleet().process(new MemoryStore(), options)
  expect(make).toThrow(/^sharedToken: partition must be given where a function authenticates/)
})

it('a client that shares a store keeps a token under the secret that it was granted for', async () => {
  const store = new MemoryStore()
  let secret = 'revoked'
  const options: Partial<ClientCredentialsOptions> = {
    clientSecret: () => secret,
    fetch: (_, { body }) => {
      const isRight = String(body as unknown).includes('client_secret=rotated')
      secret = 'rotated'
      const granted = { access_token: 'token-of-rotated', token_type: 'Bearer', expires_in: 100 }
      return Promise.resolve(Response.json(isRight ? granted : {}, { status: isRight ? 200 : 401 }))
    },
  }
  const fleet = new Fleet()
  expect(await fleet.process(store, options).token()).toBe('token-of-rotated')
  expect(await fleet.process(store, { clientSecret: 'rotated' }).token()).toBe('token-of-rotated')
  expect(await fleet.process(store, { clientSecret: 'revoked' }).token()).toBe('token-1')
})

it.each<[string, string, ClientCredentialsOptions['clientSecret']]>([
  ['has no secret', 'must return a string', () => ''],
  ['waits for its secret', 'did not answer within 700 ms', () => new Promise(() => undefined)],
])(
  'a client that shares a store that %s gets no token from it, and asks nobody',
  async (_, why, clientSecret) => {
    const [fleet, store] = [new Fleet(), new MemoryStore()]
    await fleet.process(store).token()
    const member = fleet.process(store, { clientSecret, timeout: 700 })
    await expect(settled(member.ask())).rejects.toThrow(`clientSecret ${why}`)
    expect(fleet.requests).toBe(1)
  },
)

it('a Keyv instance is a store as it is', async () => {
  const [fleet, store] = [new Fleet(), new Keyv()]
  await fleet.process(store).token()
  expect(await all(fleet.processes(3, store))).toEqual(['token-1', 'token-1', 'token-1'])
  await after(95)
  const member = fleet.process(store)
  expect(await member.token()).toBe('token-2')
  member.drop('token-2')
  expect(await member.token()).toBe('token-3')
  expect(member.events.map(({ storeError }) => storeError)).toEqual([undefined, undefined])
})

it('a Keyv instance whose own store is away fails no call, and is told', async () => {
  const away = (): Promise<never> => Promise.reject(new Error('away'))
  const adapter = { opts: {}, on: () => undefined, get: away, set: away, delete: away, clear: away }
  const keyv = new Keyv({ store: adapter })
  const seen = vi.fn()
  keyv.on('error', seen)
  const [one, other] = new Fleet().processes(2, keyv)
  expect([await one?.token(), await other?.token()]).toEqual(['token-1', 'token-2'])
  expect(one?.events).toMatchObject([{ storeError: 'set returned false' }])
  expect(seen).toHaveBeenCalled()
})

it('a store that encrypts gives a token under its own key and name alone', async () => {
  const [fleet, memory, key] = [new Fleet(), new LockingStore(), randomBytes(32)]
  const store = encrypted(memory, key)
  await fleet.process(store).token()
  expect(await fleet.process(store).token()).toBe('token-1')
  expect(memory.asked).toContain('lock')
  const [[, text] = ['', '']] = memory.now()
  expect(text).not.toContain('token-1')
  // Who has another key cannot read it, nor put a token of his own there.
  const stranger = fleet.process(encrypted(memory, randomBytes(32)))
  expect(await stranger.token()).toBe('token-2')
  // Nor does anybody get an entry that was copied to another name.
  await fleet.process(store, { clientId: 'another' }).token()
  memory.put(text)
  const member = fleet.process(store, { clientId: 'another' })
  expect(await member.token()).toBe('token-4')
  for (const { events } of [stranger, member])
    expect(events).toMatchObject([{ storeError: 'get failed with Error' }])
})
