import { expect, it } from 'vitest'
import { BoundedMap } from '../../src/testing/memory.js'

const mebibyte = 1_024 * 1_024

it('an issuer forgets the oldest beyond 16 MiB, and what was replaced counts no more', () => {
  const map = new BoundedMap<string | number, number>()
  map.set('first', 1, 1)
  for (let at = 0; at < 30; at++) map.set('replaced', at, mebibyte)
  for (let at = 0; at < 14; at++) map.set(at, at, mebibyte)
  expect([map.get('first'), map.get('replaced')]).toEqual([1, 29])
  map.set('last', 1, mebibyte)
  expect([map.get('first'), map.get('replaced')]).toEqual([undefined, 29])
})

it('an issuer forgets the oldest beyond 10,000', () => {
  const map = new BoundedMap<number, number>()
  for (let at = 0; at <= 10_000; at++) map.set(at, at, 1)
  expect([map.get(0), map.values().length]).toEqual([undefined, 10_000])
})
