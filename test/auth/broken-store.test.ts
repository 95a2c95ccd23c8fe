import { expect, it, vi } from 'vitest'
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

const fails = (): never => {
  throw new RangeError('the token is token-1')
}
const rejects = (): Promise<never> => Promise.reject(new TypeError('the token is token-1'))
const hangs = (): Promise<never> => new Promise(() => undefined)

type Part = keyof TokenStore
const broken = (part: Part, how: () => unknown): TokenStore =>
  Object.assign(new LockingStore(), { [part]: how })

it.each<[Part, string, () => unknown, string]>([
  ['get', 'throws', fails, 'get failed with RangeError'],
  ['get', 'rejects', rejects, 'get failed with TypeError'],
  ['get', 'hangs', hangs, 'get did not answer within 1000 ms'],
  ['set', 'throws', fails, 'set failed with RangeError'],
  ['set', 'rejects', rejects, 'set failed with TypeError'],
  ['set', 'hangs', hangs, 'set did not answer within 1000 ms'],
  ['set', 'says that it failed', () => Promise.resolve(false), 'set returned false'],
  ['lock', 'throws', fails, 'lock failed with RangeError'],
  ['lock', 'rejects', rejects, 'lock failed with TypeError'],
  ['lock', 'hangs', hangs, 'lock did not answer within 1000 ms'],
])(
  'a store that cannot %s, as it %s, fails no call and is told',
  async (part, _, how, storeError) => {
    const fleet = new Fleet()
    const members = fleet.processes(3, broken(part, how))
    expect(new Set(await all(members)).size).toBe(3)
    const events = members.flatMap((member) => member.events)
    expect(events.map((event) => event.storeError)).toEqual([storeError, storeError, storeError])
    // A second is waited for an answer that does not come, by who has the lock while the others wait.
    for (const { milliseconds } of events)
      expect(milliseconds).toBeLessThan(part === 'set' ? 4_000 : 2_000)
  },
)

it.each([
  ['it throws', fails, 'delete failed with RangeError'],
  ['it hangs', hangs, 'delete did not answer within 1000 ms'],
])('a store that cannot delete, as %s, fails no call', async (_, how, storeError) => {
  const member = new Fleet().process(broken('delete', how))
  await member.token()
  member.drop('token-1')
  expect([await member.token(), member.events[1]?.storeError]).toEqual(['token-2', storeError])
})

it('a store that cannot release a lock fails no call', async () => {
  const member = new Fleet().process(broken('lock', () => fails))
  expect(await member.token()).toBe('token-1')
  expect(member.events[0]).not.toHaveProperty('storeError')
})

it('a store that comes back serves again', async () => {
  const [fleet, store] = [new Fleet(), new LockingStore()]
  const get = vi.spyOn(store, 'get').mockImplementation(hangs)
  const members = fleet.processes(3, store)
  await all(members)
  get.mockRestore()
  await after(80)
  await all(members)
  await meanwhile(8)
  expect(new Set(await all(members))).toEqual(new Set(['token-4']))
})

it('a store that gives a lock late gets it back', async () => {
  const store = new MemoryStore()
  const release = vi.fn()
  let give: (release: () => unknown) => void = () => undefined
  const lock = () => new Promise<() => unknown>((resolve) => (give = resolve))
  await new Fleet().process(Object.assign(store, { lock })).token()
  expect(release).not.toHaveBeenCalled()
  give(release)
  await after(0)
  expect(release).toHaveBeenCalledOnce()
})

it('a store that is of no use fails no call while the token endpoint is away', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  const away = { fetch: () => Promise.resolve(new Response('', { status: 503 })) }
  const member = fleet.process(store, away)
  await expect(settled(member.ask())).rejects.toThrow('answered 503')
  expect(member.events).toMatchObject([{ error: expect.stringContaining('503') as string }])
})

const token = { value: 'token-0', scopes: ['a'], at: 0, until: 9e14 }
const { at, ...timeless } = token
it.each<[string, string]>([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[]'],
  ['no token', JSON.stringify({ ...token, value: undefined })],
  ['a token that breaks a header', JSON.stringify({ ...token, value: 'a\r\nb' })],
  ['scopes that are no list', JSON.stringify({ ...token, scopes: 'a' })],
  ['scopes that are no texts', JSON.stringify({ ...token, scopes: ['a', 1] })],
  ['no time', JSON.stringify(timeless)],
  ['a time that is a text', JSON.stringify({ ...token, at: String(at) })],
  ['a time that is null', JSON.stringify({ ...token, at: null })],
  ['an end that is null', JSON.stringify({ ...token, until: null })],
  ['an end before its beginning', JSON.stringify({ ...token, until: -1 })],
  ['an end that no lifetime reaches', JSON.stringify({ ...token, until: 1e15 })],
  ['a scope that is two', JSON.stringify({ ...token, scopes: ['a b'] })],
  [
    'more than a token endpoint answers',
    JSON.stringify({ ...token, scopes: ['a'.repeat(65_536)] }),
  ],
  ['an end that is none', JSON.stringify({ ...token, until: 'soon' })],
])('garbage in a store that is %s is told, and replaced', async (_, text) => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  store.put(text)
  const [one, other] = [fleet.process(store), fleet.process(store)]
  expect(await one.token()).toBe('token-2')
  expect(one.events).toMatchObject([{ storeError: 'get returned no token', expiresIn: 100 }])
  expect(await other.token()).toBe('token-2')
  expect(other.events[0]).not.toHaveProperty('storeError')
})

it.each([
  ['without scopes', { ...token, scopes: undefined }, ''],
  [
    'as long as a token endpoint may answer',
    token,
    ' '.repeat(65_536 - JSON.stringify(token).length),
  ],
])('a token in a store %s serves', async (_, entry, space) => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  store.put(JSON.stringify(entry) + space)
  const member = fleet.process(store)
  expect(await member.token()).toBe('token-0')
  expect(member.events).toMatchObject([{ from: 'store' }])
})

it('garbage in a store is what is no text', async () => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  vi.spyOn(store, 'get').mockReturnValue(Promise.resolve({ token }))
  const member = fleet.process(store)
  expect(await member.token()).toBe('token-1')
  expect(member.events[0]?.storeError).toBe('get returned no token')
})
