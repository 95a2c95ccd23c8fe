import { expect, it, vi } from 'vitest'
import type { TransportRequest } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import {
  answer,
  broken,
  conversion,
  ended,
  quote,
  reading,
  scripted,
  type Step,
} from '../support/scripted.js'

useFakeClock()

const unless = { requestId: undefined, call: expect.any(String) as string }
const subject = { operation: 'createStablecoinConversion', refId: 'r-1' }
const later =
  (milliseconds: number, step: Step) =>
  async (request: TransportRequest): ReturnType<Step> => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    return step(request)
  }

it.each<[string, Step, object]>([
  ['a success', answer(200), { status: 200 }],
  ['a refusal', answer(422), { status: 422, error: 'ERR_API' }],
  ['a failure', broken({}), { error: 'ERR_CONNECTION' }],
  [
    'a body that broke off',
    () => reading(200, { bytes: new Uint8Array(), cut: 'broken' }),
    { status: 200, error: 'ERR_CONNECTION' },
  ],
])('the events of an attempt tell of %s, and how long it took', async (_, step, facts) => {
  const { client, events } = scripted([later(250, step)], { maxRetries: 0 })
  await vi.advanceTimersByTimeAsync(1_000)
  await ended(client.createStablecoinConversion(conversion))
  expect(events.filter(({ type }) => type !== 'drift')).toEqual([
    { type: 'attempt', ...subject, call: unless.call, attempt: 1 },
    { type: 'response', ...subject, ...unless, attempt: 1, ...facts, milliseconds: 250 },
    expect.objectContaining({ type: 'end', milliseconds: 250 }),
  ])
})

it('the events of an attempt are not needed', async () => {
  const { client } = scripted([answer(200, { quote_id: 'q' })], { onEvent: undefined as never })
  expect(await ended(client.createIssuerQuote(quote))).toEqual({ quote_id: 'q' })
})
