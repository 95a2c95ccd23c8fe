import { expect, it, vi } from 'vitest'
import type { ClientOptions } from '../../src/index.js'
import { useFakeClock } from '../support/clock.js'
import { address, conversion, heldQuote, quote, registered } from '../support/examples.js'
import {
  answer,
  broken,
  ended,
  reading,
  scripted,
  silence,
  type Step,
} from '../support/scripted.js'

useFakeClock()

const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const reset = broken({ code: 'ECONNRESET', syscall: 'read' })
const cut: Step = () => reading(200, { bytes: new Uint8Array(), cut: 'broken' })
const quoted = answer(200, heldQuote)
/** An answer that asks to wait for so many seconds. */
const paced = (status: number, seconds: string) => answer(status, {}, { 'Retry-After': seconds })
const asking = paced(429, '1')

it('a 429 without Retry-After is tried once more, whether or not a token was replaced before it', async () => {
  let count = 0
  const auth = () => `token-${count++}-1234567`
  const { client, sent } = scripted([answer(401), answer(429), quoted], { auth })
  expect(await ended(client.createIssuerQuote(quote))).toEqual(heldQuote)
  expect(sent).toHaveLength(3)
})

it.each<[string, Step, put: number, post: number, options?: Partial<ClientOptions>]>([
  ['a refused connection', refused, 3, 3],
  ['a refused connection, where maxRetries is 1', refused, 2, 2, { maxRetries: 1 }],
  ['a refused connection, where maxRetries is 0', refused, 1, 1, { maxRetries: 0 }],
  ['a broken connection', reset, 3, 1],
  ['a body that breaks off', cut, 3, 1],
  ['silence', silence, 3, 1, { timeout: 1_000 }],
  ['408', answer(408), 3, 1],
  ['500', answer(500), 3, 1],
  ['503', answer(503), 3, 1],
  ['503, where maxRetries is 0', answer(503), 1, 1, { maxRetries: 0 }],
  // Waits of 1,000 and a part that grows from 25 to 800 ms.
  ['429 that asks to wait, within totalTimeout', asking, 8, 8, { totalTimeout: 10_000 }],
  ['the same, where maxRetries is 1', asking, 8, 8, { totalTimeout: 10_000, maxRetries: 1 }],
  ['the same, where maxRetries is 0', asking, 1, 1, { maxRetries: 0 }],
  ['429 that asks to wait too long', asking, 1, 1, { totalTimeout: 1_000 }],
  ['429 that does not', answer(429), 2, 2],
  ['429 that does not, where maxRetries is 0', answer(429), 1, 1, { maxRetries: 0 }],
  ['429 that asks for garbage', paced(429, 'soon'), 2, 2],
  ['501', answer(501), 1, 1],
  ['307', answer(307), 1, 1],
  ['401', answer(401), 1, 1],
  ['409', answer(409), 1, 1],
  ['422', answer(422), 1, 1],
  ['a success that is no JSON', answer(200, '<html>'), 1, 1],
  ['a success without the identifier', answer(200, { error: 'maintenance' }), 1, 1],
])('a call is sent again after %s where its operation allows', async (_, step, put, post, more) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const [putting, posting] = [scripted([step], more), scripted([step], more)]
  const ends = [
    await ended(putting.client.putCryptoDestinationAddress(address)),
    await ended(posting.client.createStablecoinConversion(conversion)),
  ]
  expect(ends).toMatchObject([{ attempts: put }, { attempts: post }])
  expect([putting.sent.length, posting.sent.length]).toEqual([put, post])
})

const unknown = { outcome: 'unknown' }
it.each<[string, Step[], sent: number, end: object]>([
  [
    'does not count a wait that a 429 asks for',
    [asking, refused, asking, refused, asking, answer(200, registered)],
    6,
    registered,
  ],
  ['counts a 429 without Retry-After', [refused, answer(429)], 2, { status: 429 }],
  // What may have taken effect once stays unknown.
  ['is unknown with one refused', [reset, answer(422)], 2, { ...unknown, status: 422 }],
  ['is unknown with one refused a token', [reset, answer(401)], 2, { ...unknown, status: 401 }],
  ['is unknown with one not sent', [reset, refused], 3, { ...unknown, code: 'ERR_CONNECTION' }],
])('a call %s among its repeats', async (_, steps, count, end) => {
  const { client, sent } = scripted(steps)
  expect(await ended(client.putCryptoDestinationAddress(address))).toMatchObject(end)
  expect(sent.length).toBe(count)
})

it('a token that was refused is dropped, where maxRetries is 0 as well', async () => {
  const tokens = ['first', 'second']
  const dropToken = vi.fn(() => tokens.shift())
  const auth = { getToken: () => Promise.resolve({ value: tokens[0] ?? '' }), dropToken }
  const { client, sent } = scripted([answer(503), answer(401), quoted], { maxRetries: 0, auth })
  for (let call = 0; call < 3; call++) await ended(client.createIssuerQuote(quote))
  expect(dropToken.mock.calls).toEqual([['first']])
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
    ...['Bearer first', 'Bearer first', 'Bearer second'],
  ])
})

/** Each twice as long as the one before, up to 8 s. */
const windows = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]
const share = (part: number) => windows.map((window) => Math.round(window * part))
const repeats = { maxRetries: 7 }
it.each<[string, chance: number, waits: number[], Step, options?: Partial<ClientOptions>]>([
  ['a refused connection', 0, share(0.1), refused, repeats],
  ['a refused connection', 0.5, share(0.55), refused, repeats],
  ['a refused connection', 1, share(1), refused, repeats],
  ['429 without Retry-After, of at least half of its window,', 0, [125], answer(429)],
  ['429 without Retry-After', 1, [250], answer(429)],
  // What Retry-After asks for, with a part on top.
  ['429', 1, [20_250, 20_500, 21_000], paced(429, '20'), { totalTimeout: 65_000 }],
  ['429 as time is left', 1, [20_150], paced(429, '20'), { totalTimeout: 20_300 }],
  ['503', 1, [20_000, 20_000], paced(503, '20'), { totalTimeout: 65_000 }],
  ['503 that asks for less', 1, [250, 500], paced(503, '0.1')],
  // It says how long, so a tenth is enough; never near zero, however little time is left.
  ['429 that asks for none', 0, [25, 50, 100, 200], paced(429, '0'), { totalTimeout: 400 }],
  ['503 that asks for none', 0, [25, 50], answer(503)],
  ['429 that asks for all the time', 1, [], paced(429, '30')],
  ['429 that asks for nearly all of it', 1, [29_950], paced(429, '29.9')],
])(
  'the wait before a repeat after %s, by chance %d, is %j',
  async (_, chance, waits, step, more) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const { client, events, sent } = scripted([step], more)
    const startedAt = performance.now()
    await ended(client.putCryptoDestinationAddress(address))
    const told = events.flatMap((event) => (event.type === 'retry' ? event.delay : []))
    expect(told.map(Math.round)).toEqual(waits)
    expect(sent.length).toBe(waits.length + 1)
    // The `retry` event names the time that was really waited.
    const waited = told.reduce((sum, delay) => sum + delay, 0)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(Math.floor(waited))
    expect(performance.now() - startedAt).toBeLessThan(waited + 20)
  },
)

it('the wait before a repeat ends with the call when the caller aborts', async () => {
  const controller = new AbortController()
  const { client, sent } = scripted([refused])
  const call = client.createIssuerQuote(quote, { signal: controller.signal })
  setTimeout(() => controller.abort(), 1)
  expect(await ended(call)).toMatchObject({
    code: 'ERR_ABORTED',
    outcome: 'not_sent',
    attempts: 1,
    message: expect.stringContaining('aborted by the caller while it waited') as string,
  })
  expect([sent.length, vi.getTimerCount()]).toEqual([1, 0])
})

it('the wait before a repeat is told with its reason: a status, or the code of the error', async () => {
  const steps = [refused, asking, reset, silence]
  const { client, events } = scripted(steps, { maxRetries: 3, timeout: 1_000 })
  await ended(client.putCryptoDestinationAddress(address))
  const told = events.filter(({ type }) => type === 'retry')
  expect(told).toMatchObject([
    { operation: 'putCryptoDestinationAddress', attempt: 1, reason: 'ERR_CONNECTION' },
    { attempt: 2, reason: '429' },
    { attempt: 3, reason: 'ERR_CONNECTION' },
    { attempt: 4, reason: 'ERR_TIMEOUT' },
  ])
})
