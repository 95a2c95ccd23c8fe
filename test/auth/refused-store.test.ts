import { expect, it, vi } from 'vitest'
import type { ClientCredentialsOptions } from '../../src/index.js'
import { after, useSteadyClock } from '../support/token-cache.js'
import { all, Fleet, LockingStore, meanwhile, MemoryStore } from '../support/token-fleet.js'

useSteadyClock()

it('a token that the service refused is replaced by one request of the fleet', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  const members = fleet.processes(20, store)
  const [token = ''] = await all(members)
  for (const member of members) member.drop(token)
  expect(new Set(await all(members))).toEqual(new Set(['token-2']))
  expect(fleet.requests).toBe(2)
  expect(store.asked.filter((what) => what === 'delete')).toHaveLength(1)
})

it('a token that the service refused is given to nobody while another is asked for', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  const member = fleet.process(store)
  member.drop(await member.token())
  const next = member.ask()
  await after(0.05)
  expect(await fleet.process(store).token()).toBe('token-2')
  expect((await next).value).toBe('token-2')
})

it('a token that the service refused is not dropped from the store once another took its place', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  const [one, other] = [fleet.process(store), fleet.process(store)]
  await all([one])
  await all([other])
  await after(1)
  one.drop('token-1')
  expect(await one.token()).toBe('token-2')
  other.drop('token-1')
  expect([await other.token(), fleet.requests]).toEqual(['token-2', 2])
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

const hour = 3_600_000

it.each([
  ['behind', -hour],
  ['ahead', 0.05 * hour],
])(
  'processes whose clocks differ where one is %s share a token no longer than it lives',
  async (_, difference) => {
    const [fleet, store] = [new Fleet(), new MemoryStore()]
    fleet.lifetime = 3_600
    await fleet.process(store).token()
    const real = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + difference)
    const member = fleet.process(store)
    expect(await member.token()).toBe('token-1')
    clock.mockRestore()
    await after(3_590)
    expect(await member.token()).toBe('token-2')
  },
)

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

const keyOf = async (options: object): Promise<string> => {
  const store = new MemoryStore()
  await new Fleet().process(store, options).token()
  return store.now()[0]?.[0] ?? ''
}

it('the key of a token is the same for the same secret, endpoint, client and scopes', async () => {
  const key = await keyOf({ scopes: ['a', 'b'] })
  expect(key).toMatch(/^stablecoin-issuer-api:token:[0-9a-f]{64}$/)
  const issuer = 'https://auth.example.com/token'
  expect(await keyOf({ scopes: ['b', 'a'], timeout: 5_000, issuer })).toBe(key)
})

it('the key of a token is another for another of these, and of what else the token depends on', async () => {
  const clientAuthentication = (): void => undefined
  const keys = await Promise.all([
    keyOf({}),
    keyOf({ clientSecret: 'another' }),
    keyOf({ tokenUrl: 'https://other.example.com/token' }),
    keyOf({ clientId: 'another' }),
    keyOf({ scopes: ['a'] }),
    keyOf({ scopes: ['a', 'b'] }),
    keyOf({ parameters: { audience: 'a' } }),
    keyOf({ issuer: 'https://auth.example.com/' }),
    keyOf({ ignoreGrantedScopes: true }),
    keyOf({ partition: 'a' }),
    keyOf({ clientAuthentication, partition: 'a' }),
    keyOf({ clientAuthentication, partition: 'b' }),
  ])
  expect(new Set(keys).size).toBe(12)
})

it.each([['a wrong secret'], [' ']])(
  'a client that shares a store gets no token of another with %j',
  async (clientSecret) => {
    const [fleet, store] = [new Fleet(), new MemoryStore()]
    expect(await fleet.process(store).token()).toBe('token-1')
    expect(await fleet.process(store, { clientSecret }).token()).toBe('token-2')
  },
)

it('a client that shares a store must say which one it is where no secret proves it', () => {
  const options = { clientAuthentication: () => undefined, clientSecret: undefined }
  const make = (): unknown => new Fleet().process(new MemoryStore(), options)
  expect(make).toThrow(
    /^clientCredentials: sharedToken needs a partition where a function authenticates/,
  )
})

it('a client that shares a store finds no token of the secret before once it was rotated', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  let secret = 's3cret-1'
  const clientSecret = (): string => secret
  expect(await fleet.process(store, { clientSecret }).token()).toBe('token-1')
  expect(await fleet.process(store).token()).toBe('token-1')
  secret = 's3cret-2'
  expect(await fleet.process(store, { clientSecret }).token()).toBe('token-2')
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

it('a client that shares a store that has no secret gets no token from it, and asks nobody', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  const member = fleet.process(store, { clientSecret: () => '' })
  await expect(member.ask()).rejects.toThrow('clientSecret returned no secret')
  expect(fleet.requests).toBe(1)
})
