import { randomBytes } from 'node:crypto'
import Keyv from 'keyv'
import { expect, it, vi } from 'vitest'
import { encrypted } from '../../openapi/guides/examples/many-processes/encryption.js'
import { after, useSteadyClock } from '../support/clock.js'
import { all, Fleet, LockingStore } from './token-fleet.js'

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
