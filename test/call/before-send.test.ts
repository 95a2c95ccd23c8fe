import { expect, it, vi } from 'vitest'
import { type Sending, SentBeforeError } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { madeShelf, parcel, postage, scripted, shelf } from '../support/parcels/calls.js'
import { answer, broken, ended, type Step } from '../support/scripted.js'

useFakeClock()
const ok = answer(200, { id: 'c', ref_id: 'r-1' })

it('beforeSend is told the operation, the reference, the call and the exact body', async () => {
  const told: Sending[] = []
  const { client, sent, events } = scripted([ok], {
    beforeSend: (sending) => void told.push(sending),
  })
  await ended(client.createParcel(parcel, { totalTimeout: 90_000 }))
  expect(told).toEqual([
    {
      operation: 'createParcel',
      refId: 'r-1',
      call: events[0]?.call,
      attempt: 1,
      body: sent[0]?.body,
      totalTimeout: 90_000,
    },
  ])
  expect(JSON.parse(told[0]?.body ?? '')).toEqual(parcel)
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
  const steps = [answer(503), answer(401), answer(200, madeShelf)].map(noted)
  let asked = 0
  const auth = (): string => (order.push('token'), `tok-123456${++asked}`)
  const { client, events } = scripted(steps, { beforeSend, auth })
  await ended(client.putShelf(shelf))
  const { call } = events[0] ?? {}
  expect(order).toEqual([...['token', 1, call, 'sent', 2, call, 'sent', 'token', 3, call, 'sent']])
})

it('beforeSend that throws lets nothing be sent', async () => {
  const beforeSend = () => Promise.reject(new RangeError('the disk is full'))
  const { client, sent, events } = scripted([ok], { beforeSend })
  const error = await ended(client.createParcel(parcel))
  expect(error).toMatchObject({
    code: 'ERR_BEFORE_SEND',
    outcome: 'not_sent',
    attempts: 0,
    refId: 'r-1',
    cause: { message: 'the disk is full' },
  })
  expect(String(error)).toContain('beforeSend failed with RangeError, so nothing was sent')
  expect([sent, events.map(({ type }) => type)]).toEqual([[], ['end']])
})

const throwing = ({ attempt }: Sending) => {
  if (attempt === 2) throw new Error('taken')
}

it('beforeSend that throws before a repeat ends the call, which says what the attempts before may have done', async () => {
  const provenUnsent = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
  const beforeSend = throwing
  const refused = scripted([provenUnsent, ok], { beforeSend })
  expect(await ended(refused.client.createParcel(parcel))).toMatchObject({
    code: 'ERR_BEFORE_SEND',
    outcome: 'not_sent',
    attempts: 1,
    message: expect.stringContaining('so nothing more was sent after 1 attempt') as unknown,
  })
  const unknown = scripted([answer(503), answer(200, madeShelf)], { beforeSend })
  expect(await ended(unknown.client.putShelf(shelf))).toMatchObject({
    code: 'ERR_BEFORE_SEND',
    outcome: 'unknown',
    attempts: 1,
  })
  expect([refused.sent.length, unknown.sent.length]).toEqual([1, 1])
})

it('beforeSend may say that it was sent before: nothing is sent, and the outcome is unknown', async () => {
  const { client, sent, events } = scripted([ok], {
    beforeSend: () => Promise.resolve('sent_before'),
  })
  const error = await ended(client.createParcel(parcel))
  expect(error).toBeInstanceOf(SentBeforeError)
  expect(error).toMatchObject({
    code: 'ERR_SENT_BEFORE',
    outcome: 'unknown',
    attempts: 0,
    refId: 'r-1',
    message: expect.stringContaining(
      'another call with this ref_id may have taken effect, as beforeSend says, so nothing was sent;',
    ) as unknown,
  })
  expect([sent, events.map(({ type }) => type)]).toEqual([[], ['end']])
  const without = scripted([ok], { beforeSend: () => 'sent_before' })
  expect(String(await ended(without.client.quotePostage(postage)))).toContain(
    'another call may have taken effect',
  )
})

it.each([[true], ['sent'], [['sent_before']]])(
  'beforeSend may give anything else, which is ignored: %j',
  async (given) => {
    const { client, sent } = scripted([ok], { beforeSend: () => given as unknown as undefined })
    await client.createParcel(parcel)
    expect(sent.length).toBe(1)
  },
)

it('beforeSend that hangs lets nothing be sent, and ends with the call', async () => {
  const { client, sent } = scripted([ok], {
    beforeSend: () => new Promise(() => undefined),
    totalTimeout: 3_000,
  })
  const startedAt = Date.now()
  expect(await ended(client.createParcel(parcel))).toMatchObject({
    code: 'ERR_TIMEOUT',
    outcome: 'not_sent',
  })
  expect([sent, Math.round((Date.now() - startedAt) / 1_000)]).toEqual([[], 3])
})

it('beforeSend is called off by the caller’s signal', async () => {
  const controller = new AbortController()
  const { client, sent } = scripted([ok], {
    beforeSend: () => {
      controller.abort()
      return new Promise(() => undefined)
    },
  })
  const call = client.createParcel(parcel, { signal: controller.signal })
  expect(await ended(call)).toMatchObject({ code: 'ERR_ABORTED', outcome: 'not_sent' })
  expect(sent).toEqual([])
})

it('beforeSend is not asked for a body that breaks a rule', async () => {
  const beforeSend = vi.fn()
  const { client } = scripted([ok], { beforeSend })
  await ended(client.createParcel({ ...parcel, weight: 'x' }))
  expect(beforeSend).not.toHaveBeenCalled()
})
