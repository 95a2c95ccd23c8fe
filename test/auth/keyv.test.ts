import { randomBytes } from 'node:crypto'
import Keyv from 'keyv'
import { expect, it, vi } from 'vitest'
import { encrypted } from '../../openapi/guides/examples/many-processes/encryption.js'
import { after, useSteadyClock } from '../support/token-cache.js'
import { all, Fleet, LockingStore } from '../support/token-fleet.js'

useSteadyClock()

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

it('a Keyv instance encrypts what it keeps, where it is told how', async () => {
  const [kept, key] = [new Map<string, string>(), randomBytes(32)]
  const fleet = new Fleet()
  const store = encrypted(new Keyv({ store: kept }), key)
  await fleet.process(store).token()
  expect([...kept.values()].join()).not.toContain('token-1')
  expect(await fleet.process(store).token()).toBe('token-1')
  // Who has another key cannot read it, nor put a token of his own there.
  const stranger = encrypted(new Keyv({ store: kept }), randomBytes(32))
  const member = fleet.process(stranger)
  expect(await member.token()).toBe('token-2')
  expect(member.events).toMatchObject([{ storeError: 'get failed with Error' }])
})

it('a Keyv instance does not give an entry under a name that it was copied to', async () => {
  const [fleet, memory] = [new Fleet(), new LockingStore()]
  const store = encrypted(memory, randomBytes(32))
  await fleet.process(store).token()
  await fleet.process(store, { clientId: 'another' }).token()
  const [[, first] = [], [, second] = []] = memory.now()
  expect(first).not.toBe(second)
  memory.put(first ?? '')
  const member = fleet.process(store, { clientId: 'another' })
  expect(await member.token()).toBe('token-3')
  expect(member.events).toMatchObject([{ storeError: 'get failed with Error' }])
  expect(memory.asked).toContain('lock')
})
