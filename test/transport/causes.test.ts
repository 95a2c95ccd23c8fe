import { expect, it, vi } from 'vitest'
import { codesOf, describe as copyOf } from '../../src/transport/connection-errors.js'
import { useFakeClock } from '../support/clock.js'
import { fault, fetchFailed, refused, reset, several, unreachable } from '../support/fault.js'
import { parcel, scripted } from '../support/parcels/calls.js'
import { ended } from '../support/scripted.js'

it.each<[unknown, string]>([
  [fault(), ''],
  [refused, ' (ECONNREFUSED)'],
  [fault({ code: 'A', cause: fault({ code: 'B', cause: fault({ code: 'C' }) }) }), ' (A, B, C)'],
  [several(unreachable, reset), ' (ECONNREFUSED, ENETUNREACH)'],
  [fault({ code: 'x'.repeat(64) }), ` (${'x'.repeat(64)})`],
  [fault({ code: 'x'.repeat(65) }), ''],
  [fault({ code: 'no code' }), ''],
  [fault({ code: 5 }), ''],
  ['text', ''],
])('a failure that is %o tells the codes %j', (error, codes) => expect(codesOf(error)).toBe(codes))

it('a failure whose causes go round is followed nine times and no more', () => {
  const own: { code: string; cause?: unknown } = { code: 'A' }
  own.cause = own
  expect(codesOf(own)).toBe(' (A)')
  const chain = Array.from({ length: 12 }, (_, at) => fault({ code: `C${at}` }))
  chain.forEach((one, at) => (one.cause = chain[at + 1]))
  expect(codesOf(chain[0])).toBe(' (C0, C1, C2, C3, C4, C5, C6, C7, C8)')
})

it('a failure tells a copy of its innermost cause, without what a library attached', () => {
  const inner = fault({ code: 'ECONNRESET', request: { headers: 'secret' } }, 'read ECONNRESET')
  const copy = copyOf(fetchFailed(inner), [])
  expect(copy).not.toBe(inner)
  expect([copy.message, Object.entries(copy)]).toEqual([
    'read ECONNRESET',
    [['code', 'ECONNRESET']],
  ])
})

it.each<[unknown, string]>([
  [fault({}, ''), 'unknown'],
  [undefined, 'unknown'],
])('a failure that is %o tells the cause %s', (error, message) => {
  const copy = copyOf(error, [])
  expect([copy.message, Object.entries(copy)]).toEqual([message, []])
})

it('a failure shows no secret', () => {
  const copy = copyOf(fault({ code: 'TOKEN_12345' }, 'sent TOKEN_12345 to it'), ['TOKEN_12345'])
  expect([copy.message, Object.entries(copy)]).toEqual([
    'sent [redacted] to it',
    [['code', '[redacted]']],
  ])
})

useFakeClock()
const failing = (): never => {
  throw new RangeError('a secret')
}

it('what breaks within a call before anything was sent was not sent', async () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(failing)
  const { client, sent } = scripted([])
  const { depot_id, weight, from_town, to_town } = parcel
  const body = { depot_id, weight, from_town, to_town }
  const error = await ended(client.createParcel(body))
  expect(error).toMatchObject({
    code: 'ERR_CONNECTION',
    outcome: 'not_sent',
    attempts: 0,
    message: expect.stringContaining(': the call failed with RangeError; outcome') as string,
  })
  expect(sent).toEqual([])
})

it('what breaks within a call after an attempt is unknown', async () => {
  vi.spyOn(Math, 'random').mockImplementation(failing)
  const { client } = scripted([() => Promise.reject(refused)])
  expect(await ended(client.createParcel(parcel))).toMatchObject({
    code: 'ERR_CONNECTION',
    outcome: 'unknown',
    attempts: 1,
    refId: 'r-1',
    message: expect.stringContaining(': the call failed with RangeError after 1') as string,
  })
})
