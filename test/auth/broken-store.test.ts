import { expect, it, vi } from 'vitest'
import type { TokenStore } from '../../src/shared-token.js'
import { after, useSteadyClock } from '../support/clock.js'
import { all, Fleet, LockingStore, MemoryStore } from './token-fleet.js'

useSteadyClock()

const hangs = (): Promise<never> => new Promise(() => undefined)
const fails = (): never => {
  throw new RangeError('the token is token-1')
}
const rejects = (): Promise<never> => Promise.reject(new TypeError('the token is token-1'))

type Part = keyof TokenStore
const broken = (part: Part, how: () => unknown): TokenStore =>
  // What cannot be read cannot be written either.
  Object.assign(new LockingStore(), { [part]: how, ...(part === 'get' && { set: how }) })

const ways = [
  { how: fails, words: 'failed with RangeError' },
  { how: rejects, words: 'failed with TypeError' },
  { how: hangs, words: 'did not answer within 1000 ms' },
]
const parts = ['get', 'set', 'lock'] as const

it.each(parts.flatMap((part) => ways.map((way) => ({ part, ...way }))))(
  'a store whose $part $words fails no call and is told',
  async ({ part, how, words }) => {
    const members = new Fleet().processes(3, broken(part, how))
    expect(new Set(await all(members)).size).toBe(3)
    const events = members.flatMap((member) => member.events)
    expect(events.map(({ storeError }) => storeError)).toEqual(Array(3).fill(`${part} ${words}`))
    // A second is waited for an answer that does not come, by who has the lock while the others wait.
    for (const { milliseconds } of events)
      expect(milliseconds).toBeLessThan(part === 'set' ? 4_000 : 2_000)
  },
)

it.each(ways)('a store whose delete $words fails no call and is told', async ({ how, words }) => {
  const member = new Fleet().process(broken('delete', how))
  await member.token()
  member.drop('token-1')
  expect(await member.token()).toBe('token-2')
  expect(member.events[1]).toMatchObject({ storeError: `delete ${words}` })
})

it('a store that cannot release a lock fails no call', async () => {
  const member = new Fleet().process(broken('lock', () => fails))
  expect(await member.token()).toBe('token-1')
  expect(member.events[0]).not.toHaveProperty('storeError')
})

it('a store that gives a lock late gets it back', async () => {
  const release = vi.fn()
  let give: (release: () => unknown) => void = () => undefined
  const lock = () => new Promise((resolve) => (give = resolve))
  await new Fleet().process(broken('lock', lock)).token()
  expect(release).not.toHaveBeenCalled()
  give(release)
  await after(0)
  expect(release).toHaveBeenCalledOnce()
})

const token = { value: 'token-0', scopes: ['a'], at: Date.now(), until: 9e14 }
const text = (change: object): string => JSON.stringify({ ...token, ...change })

it.each<[string, unknown]>([
  ['no text', token],
  ['no JSON', '{'],
  ['no token', text({ value: undefined })],
  ['a token that breaks a header', text({ value: 'a\r\nb' })],
])('garbage in a store that is %s is told, and replaced', async (_, garbage) => {
  const [fleet, store] = [new Fleet(), new MemoryStore()]
  vi.spyOn(store, 'get').mockReturnValueOnce(garbage)
  const [one, other] = [fleet.process(store), fleet.process(store)]
  expect(await all([one])).toEqual(await all([other]))
  expect(one.events).toMatchObject([{ storeError: 'get returned no token', expiresIn: 100 }])
  expect(other.events).toMatchObject([{ from: 'store' }])
})

it('a token in a store without scopes serves', async () => {
  const store = new MemoryStore()
  vi.spyOn(store, 'get').mockReturnValueOnce(text({ scopes: undefined }))
  const member = new Fleet().process(store)
  expect(await member.token()).toBe('token-0')
  expect(member.events).toMatchObject([{ from: 'store' }])
})
