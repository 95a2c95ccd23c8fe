import { expect, it, vi } from 'vitest'
import type { TransportBody } from '../../src/index.js'
import { MayBeSentError, NotSentError } from '../../src/transport/transport.js'
import { useFakeClock } from '../support/clock.js'
import { address, heldQuote, quote } from '../support/examples.js'
import { answer, broken, ended, scripted, silence, type Step } from '../support/scripted.js'

useFakeClock()

const fine = answer(200, heldQuote)
const says = (text: string): string => expect.stringContaining(text) as string

it.each([
  ['10 s where nothing is said', {}, 10_000],
  ['timeout', { timeout: 700 }, 700],
  ['what is left of totalTimeout', { timeout: 700, totalTimeout: 300 }, 300],
  ['totalTimeout of 30 s', { timeout: 100_000 }, 30_000],
])('an attempt may take %s', async (_, limits, milliseconds) => {
  const stops: number[] = []
  const step: Step = (request) => {
    request.stop.onStop(() => stops.push(performance.now()))
    return silence(request)
  }
  const { client, sent } = scripted([step], limits)
  const startedAt = performance.now()
  expect(await ended(client.createIssuerQuote(quote))).toMatchObject({
    code: 'ERR_TIMEOUT',
    outcome: 'unknown',
    attempts: 1,
    message: says('no complete response in time after 1 attempt'),
  })
  const [{ stop } = {}] = sent
  expect([stop?.stopped, stop?.signal.aborted, stops.length]).toEqual([true, true, 1])
  expect(Math.abs((stops[0] ?? 0) - startedAt - milliseconds - 0.5)).toBeLessThanOrEqual(1)
})

it('an attempt is not made where no time is left', async () => {
  const auth = () => {
    // The clock jumps ahead and no timer ran, as after the machine slept.
    vi.spyOn(performance, 'now').mockReturnValue(30_000)
    return 'tok-1234567'
  }
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const { client, sent, events } = scripted([fine], { auth })
  expect(await ended(client.createIssuerQuote(quote))).toMatchObject({
    code: 'ERR_TIMEOUT',
    outcome: 'not_sent',
    attempts: 0,
    message: says('no time was left; outcome not_sent'),
  })
  expect([sent, events.map(({ type }) => type)]).toEqual([[], ['end']])
})

it('an attempt is over before it is sent where a handler of its event took the time', async () => {
  const stops: boolean[] = []
  const step: Step = ({ stop }) => {
    stops.push(stop.stopped)
    return Promise.reject(new NotSentError('late'))
  }
  // The clock jumps ahead and no timer ran, as in a handler that blocks the event loop.
  const onEvent = ({ type }: { type: string }) => {
    if (type === 'attempt') vi.setSystemTime(Date.now() + 60_000)
  }
  const { client } = scripted([step], { onEvent })
  const failure = await ended(client.createIssuerQuote(quote))
  expect(failure).toMatchObject({ code: 'ERR_TIMEOUT', outcome: 'not_sent', attempts: 1 })
  expect(stops).toEqual([true])
})

const refuse = (): never => {
  throw new Error('a secret')
}
it.each<[() => unknown, string, number]>([
  [() => 'not_sent', 'not_sent', 3],
  [() => 'sent', 'unknown', 1],
  [() => undefined, 'unknown', 1],
  [refuse, 'unknown', 1],
])(
  'an attempt that is ended is as sent as the transport says: %o',
  async (said, outcome, attempts) => {
    const step: Step = (request) => {
      request.stop.onStop(said)
      return silence(request)
    }
    const { client } = scripted([step], { timeout: 500, maxRetries: 2 })
    expect(await ended(client.createIssuerQuote(quote))).toMatchObject({
      code: 'ERR_TIMEOUT',
      outcome,
      attempts,
    })
    const controller = new AbortController()
    const cause = new Error('the customer left')
    const aborting = scripted([
      (request) => {
        const answer = step(request)
        controller.abort(cause)
        return answer
      },
    ])
    const call = aborting.client.createIssuerQuote(quote, { signal: controller.signal })
    expect(await ended(call)).toMatchObject({ code: 'ERR_ABORTED', outcome, cause })
  },
)

const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' })
const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const failing = (error: Error): Step => {
  return () => Promise.reject(error)
}
const unread: Step = () =>
  Promise.resolve({ status: 200, headers: new Headers(), read: () => Promise.reject(refused) })
const asleep: Step = ({ stop }) => {
  vi.setSystemTime(Date.now() + 60_000)
  expect(stop.stopped).toBe(true)
  return Promise.reject(new NotSentError('the pool is full'))
}

it.each<[string, Step, outcome: string, text: string | RegExp, code?: string]>([
  [
    'was answered, and whose answer cannot be read,',
    unread,
    'unknown',
    'the response could not be read (ECONNREFUSED) after 1 attempt',
  ],
  // Of what a transport says, the token is left out, and no more than 2,000 characters are told.
  ['may be sent', failing(new MayBeSentError('began tok-1234567')), 'unknown', 'began [redacted]'],
  ['is long', failing(new MayBeSentError('x'.repeat(5_000))), 'unknown', /: x{1999}… after 1 att/],
  ['is not sent', failing(new NotSentError('no tok-1234567')), 'not_sent', 'no [redacted]'],
  ['broke', broken({ cause: reset }), 'unknown', 'the connection failed (ECONNRESET) after 1'],
  [
    'did not begin before its time was over',
    asleep,
    'not_sent',
    'time ran out before the first byte was sent',
    'ERR_TIMEOUT',
  ],
])(
  'an attempt that %s is told by its words',
  async (_, step, outcome, text, code = 'ERR_CONNECTION') => {
    const end = await ended(scripted([step], { maxRetries: 0 }).client.createIssuerQuote(quote))
    expect(end).toMatchObject({ code, outcome, attempts: 1 })
    expect((end as Error).message).toMatch(text)
  },
)

it('an attempt that timed out changes nothing of the next one, whose answer comes before its own', async () => {
  const after = (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const giving =
    (id: string, status: number, head: number, body: number): Step =>
    async () => {
      await after(head)
      const headers = new Headers({ 'x-request-id': id })
      const bytes = new TextEncoder().encode(JSON.stringify({ address: { id: 'a', nickname: id } }))
      return { status, headers, read: () => after(body).then(() => ({ bytes })) }
    }
  const first = giving('first', 202, 1_500, 100)
  const { client } = scripted([first, giving('second', 200, 0, 900)], { timeout: 1_000 })
  const end = await ended(client.putCryptoDestinationAddress(address).withResponse())
  const data = { address: { id: 'a', nickname: 'second' } }
  const facts = { status: 200, requestId: 'second', attempts: 2, data }
  expect(end).toMatchObject(facts)
  expect((end as { headers: Headers }).headers.get('x-request-id')).toBe('second')
})

it('a body that comes after its attempt ended is not read in the place of the next one', async () => {
  const late: Step = () => {
    const body = { bytes: new TextEncoder().encode('{"address":{"id":"a","more":1}}') }
    const read = () => new Promise<TransportBody>((resolve) => setTimeout(resolve, 700, body))
    return Promise.resolve({ status: 200, headers: new Headers(), read })
  }
  const { client, events } = scripted([late, silence], { timeout: 500, maxRetries: 1 })
  const end = await ended(client.putCryptoDestinationAddress(address))
  expect(end).toMatchObject({ code: 'ERR_TIMEOUT', attempts: 2 })
  expect(events.map(({ type }) => type)).not.toContain('drift')
})
