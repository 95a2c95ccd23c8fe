import { expect, it } from 'vitest'
import type { ClientOptions } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { address, conversion, registered } from '../support/examples.js'
import { answer, broken, ended, scripted, type Step } from '../support/scripted.js'

type Sending = Parameters<NonNullable<ClientOptions['beforeSend']>>[0]

useFakeClock()
const ok = answer(200, { id: 'c', ref_id: 'r-1' })

it('beforeSend is told the operation, the reference, the call and the exact body', async () => {
  const told: Sending[] = []
  const { client, sent, events } = scripted([ok], {
    beforeSend: (sending) => void told.push(sending),
  })
  await ended(client.createStablecoinConversion(conversion, { totalTimeout: 90_000 }))
  expect(told).toEqual([
    {
      operation: 'createStablecoinConversion',
      refId: 'r-1',
      call: events[0]?.call,
      attempt: 1,
      body: sent[0]?.body,
      totalTimeout: 90_000,
    },
  ])
  expect(JSON.parse(told[0]?.body ?? '')).toEqual(conversion)
})

it('beforeSend is awaited before every attempt, after the token, and told which one', async () => {
  const order: unknown[] = []
  const beforeSend = async ({ attempt, call }: Sending): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    order.push(attempt, call)
  }
  const noted = (step: Step): Step => {
    return (request) => (order.push('sent'), step(request))
  }
  const steps = [answer(503), answer(401), answer(200, registered)].map(noted)
  let asked = 0
  const auth = (): string => (order.push('token'), `tok-123456${++asked}`)
  const { client, events } = scripted(steps, { beforeSend, auth })
  await ended(client.putCryptoDestinationAddress(address))
  const { call } = events[0] ?? {}
  expect(order).toEqual([...['token', 1, call, 'sent', 2, call, 'sent', 'token', 3, call, 'sent']])
})

type BeforeSend = NonNullable<ClientOptions['beforeSend']>
const forever = () => new Promise<undefined>(() => undefined)
it.each<
  [string, (stop: AbortController) => BeforeSend, code: string, text: string, facts?: object]
>([
  [
    'throws',
    () => () => Promise.reject(new RangeError('the disk is full')),
    'ERR_BEFORE_SEND',
    'beforeSend failed with RangeError; nothing was sent',
    { cause: { message: 'the disk is full' } },
  ],
  ['hangs', () => forever, 'ERR_TIMEOUT', 'beforeSend did not end in time'],
  [
    'is called off by the caller’s signal',
    (stop) => () => {
      stop.abort()
      return forever()
    },
    'ERR_ABORTED',
    'aborted by the caller',
  ],
])('beforeSend that %s lets nothing be sent', async (_, of, code, text, facts = {}) => {
  const stop = new AbortController()
  const { client, sent, events } = scripted([ok], { beforeSend: of(stop) })
  const startedAt = Date.now()
  const error = await ended(client.createStablecoinConversion(conversion, { signal: stop.signal }))
  expect(error).toMatchObject({ code, outcome: 'not_sent', attempts: 0, refId: 'r-1', ...facts })
  expect(String(error)).toContain(text)
  expect([sent, events.map(({ type }) => type)]).toEqual([[], ['end']])
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  if (code === 'ERR_TIMEOUT') expect(seconds).toBe(30)
})

const throwing = ({ attempt }: Sending) => {
  if (attempt === 2) throw new Error('taken')
}

it('beforeSend that throws before a repeat ends the call, which says what the attempts before may have done', async () => {
  const provenUnsent = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
  const beforeSend = throwing
  const refused = scripted([provenUnsent, ok], { beforeSend })
  expect(await ended(refused.client.createStablecoinConversion(conversion))).toMatchObject({
    code: 'ERR_BEFORE_SEND',
    outcome: 'not_sent',
    attempts: 1,
    message: expect.stringContaining('nothing more was sent after 1 attempt') as unknown,
  })
  const unknown = scripted([answer(503), answer(200, registered)], { beforeSend })
  expect(await ended(unknown.client.putCryptoDestinationAddress(address))).toMatchObject({
    code: 'ERR_BEFORE_SEND',
    outcome: 'unknown',
    attempts: 1,
  })
  expect([refused.sent.length, unknown.sent.length]).toEqual([1, 1])
})

it('beforeSend that hangs before a repeat has what is left of totalTimeout, and no more', async () => {
  const beforeSend = ({ attempt }: Sending) => (attempt === 1 ? undefined : forever())
  const later: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 9_000))
    return answer(503)(request)
  }
  const { client, events } = scripted([later], { beforeSend, totalTimeout: 15_000 })
  const error = await ended(client.putCryptoDestinationAddress(address))
  expect(error).toMatchObject({ code: 'ERR_TIMEOUT', attempts: 1 })
  const { milliseconds } = events.at(-1) as { milliseconds: number }
  expect(Math.round(milliseconds / 1_000)).toBe(15)
})
