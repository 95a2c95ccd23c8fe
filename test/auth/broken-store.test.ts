import { expect, it, vi } from 'vitest'
import { defaultScopes } from '../../generated/index.js'
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

const three = ['throws', 'rejects', 'hangs'] as const
const ways = { throws: fails, rejects, hangs }
const words = {
  throws: 'failed with RangeError',
  rejects: 'failed with TypeError',
  hangs: 'did not answer within 1000 ms',
}

it.each<[Part, string, () => unknown, string]>([
  ...(['get', 'set', 'lock'] as const).flatMap((part) =>
    three.map((way): [Part, string, () => unknown, string] => [
      ...([part, way, ways[way], `${part} ${words[way]}`] as const),
    ]),
  ),
  ['set', 'says that it failed', () => Promise.resolve(false), 'set returned false'],
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

it.each(three)('a store that cannot delete, as it %s, fails no call', async (way) => {
  const member = new Fleet().process(broken('delete', ways[way]))
  await member.token()
  member.drop('token-1')
  expect([await member.token(), member.events[1]?.storeError]).toEqual([
    ...['token-2', `delete ${words[way]}`],
  ])
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

const token = { value: 'token-0', scopes: ['a'], at: Date.now(), until: 9e14 }
it.each<[string, object | string | null | number]>([
  ['no JSON', '{'],
  ['null', null],
  ['a number', 7],
  ['a list', []],
  ['no token', { value: undefined }],
  ['a token that breaks a header', { value: 'a\r\nb' }],
  ['scopes that are no list', { scopes: 'a' }],
  ['scopes that are no texts', { scopes: ['a', 1] }],
  ['a scope that is two', { scopes: ['a b'] }],
  ['more than a token endpoint answers', { scopes: ['a'.repeat(65_536)] }],
  ['no time', { at: undefined }],
  ['a time that is a text', { at: '0' }],
  ['a time that is null', { at: null }],
  ['an end that is null', { until: null }],
  ['an end that is none', { until: 'soon' }],
  ['an end before its beginning', { until: -1 }],
])('garbage in a store that is %s is told, and replaced', async (_, what) => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  const isChange = typeof what === 'object' && what !== null && !Array.isArray(what)
  store.put(what === '{' ? what : JSON.stringify(isChange ? { ...token, ...what } : what))
  const [one, other] = [fleet.process(store), fleet.process(store)]
  expect(await one.token()).toBe('token-2')
  expect(one.events).toMatchObject([{ storeError: 'get returned no token', expiresIn: 100 }])
  expect(await other.token()).toBe('token-2')
  expect(other.events[0]).not.toHaveProperty('storeError')
})

it.each([
  ['without scopes', { ...token, scopes: undefined }, 0],
  ['as long as a token endpoint may answer', { ...token, scopes: defaultScopes }, 65_536],
])('a token in a store %s serves', async (_, entry, length) => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  await fleet.process(store).token()
  store.put(JSON.stringify(entry).padEnd(length))
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
