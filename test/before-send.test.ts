import { describe, expect, it, vi } from 'vitest'
import type { Sending } from '../src/index.js'
import { useFakeClock } from './support/clock.js'
import { address, answer, conversion, ended, quote, scripted } from './support/scripted.js'

useFakeClock()
const ok = answer(200, { id: 'c', ref_id: 'r-1' })

describe('beforeSend', () => {
  it('is told the operation, the reference, the call and the exact body', async () => {
    const told: Sending[] = []
    const { client, sent, events } = scripted([ok], {
      beforeSend: (sending) => void told.push(sending),
    })
    await ended(client.createStablecoinConversion(conversion))
    expect(told).toEqual([
      {
        operation: 'createStablecoinConversion',
        refId: 'r-1',
        call: events[0]?.call,
        body: sent[0]?.body,
      },
    ])
    expect(JSON.parse(told[0]?.body ?? '')).toEqual(conversion)
  })

  it('is told the reference that was generated', async () => {
    const told: Sending[] = []
    const { client, sent } = scripted([ok], { beforeSend: (sending) => void told.push(sending) })
    const without = { ...conversion }
    Reflect.deleteProperty(without, 'ref_id')
    await ended(client.createStablecoinConversion(without))
    expect(told[0]?.refId).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[0]?.body).toContain(told[0]?.refId)
  })

  it('is awaited before the first byte, and after the token', async () => {
    const order: string[] = []
    const { client } = scripted(
      [
        (request) => {
          order.push('sent')
          return ok(request)
        },
      ],
      {
        auth: () => {
          order.push('token')
          return 'tok-1234567'
        },
        beforeSend: async () => {
          await new Promise((resolve) => setTimeout(resolve, 500))
          order.push('recorded')
        },
      },
    )
    await ended(client.createIssuerQuote(quote))
    expect(order).toEqual(['token', 'recorded', 'sent'])
  })

  it('is asked once for a call, however often it is sent', async () => {
    const beforeSend = vi.fn()
    const steps = [answer(503), answer(401), answer(200, { address: {} })]
    let asked = 0
    const auth = (): string => `tok-123456${++asked}`
    const { client, sent } = scripted(steps, { beforeSend, auth })
    await ended(client.putCryptoDestinationAddress(address))
    expect([sent.length, beforeSend.mock.calls.length]).toEqual([3, 1])
  })

  it.each([
    ['throws', () => Promise.reject(new RangeError('the disk is full'))],
    [
      'throws at once',
      () => {
        throw new RangeError('the disk is full')
      },
    ],
  ])('that %s lets nothing be sent', async (_, beforeSend) => {
    const { client, sent, events } = scripted([ok], { beforeSend })
    const error = await ended(client.createStablecoinConversion(conversion))
    expect(error).toMatchObject({
      code: 'ERR_CONNECTION',
      outcome: 'not_sent',
      attempts: 0,
      refId: 'r-1',
      cause: { message: 'the disk is full' },
    })
    expect(String(error)).toContain('beforeSend failed with RangeError, so nothing was sent')
    expect([sent, events.map(({ type }) => type)]).toEqual([[], ['end']])
  })

  it('that hangs lets nothing be sent, and ends with the call', async () => {
    const { client, sent } = scripted([ok], {
      beforeSend: () => new Promise(() => undefined),
      totalTimeout: 3_000,
    })
    const startedAt = Date.now()
    expect(await ended(client.createStablecoinConversion(conversion))).toMatchObject({
      code: 'ERR_TIMEOUT',
      outcome: 'not_sent',
    })
    expect([sent, Math.round((Date.now() - startedAt) / 1_000)]).toEqual([[], 3])
  })

  it('that comes to its end too late lets nothing be sent', async () => {
    const { client, sent } = scripted([ok], {
      beforeSend: () => new Promise((resolve) => setTimeout(resolve, 5_000)),
      totalTimeout: 3_000,
    })
    await ended(client.createStablecoinConversion(conversion))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toEqual([])
  })

  it('is called off by the caller’s signal', async () => {
    const controller = new AbortController()
    const { client, sent } = scripted([ok], {
      beforeSend: () => {
        controller.abort()
        return new Promise(() => undefined)
      },
    })
    const call = client.createStablecoinConversion(conversion, { signal: controller.signal })
    expect(await ended(call)).toMatchObject({ code: 'ERR_ABORTED', outcome: 'not_sent' })
    expect(sent).toEqual([])
  })

  it.each([
    ['a body that breaks a rule', { ...conversion, amount: 'x' }],
    ['an empty body', {}],
  ])('is not asked for %s', async (_, body) => {
    const beforeSend = vi.fn()
    const { client } = scripted([ok], { beforeSend })
    await ended(client.createStablecoinConversion(body as typeof conversion))
    expect(beforeSend).not.toHaveBeenCalled()
  })
})
