import * as zlib from 'node:zlib'
import type { Dispatcher } from 'undici'
import { expect, it, vi } from 'vitest'
import { NotSentError, type TransportResponse } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { noStop } from '../support/stop.js'

/** What undici controls an exchange by. */
function control() {
  const controller = { abort: vi.fn() }
  return { ...controller, given: controller as unknown as Dispatcher.DispatchController }
}

/** A request over a dispatcher that only keeps its handler: the test calls it as undici does. */
async function exchanging() {
  type Handler = Required<Dispatcher.DispatchHandler>
  let keep: (handler: Handler) => void = () => undefined
  const kept = new Promise<Handler>((resolve) => (keep = resolve))
  const dispatcher = { dispatch: (_: unknown, handler: Handler) => keep(handler) }
  let end: () => unknown = () => undefined
  const stop = noStop({ onStop: (callback) => (end = callback) })
  const transport = undiciTransport({ dispatcher: dispatcher as unknown as Dispatcher })
  const request = { url: 'https://api.example.com/', method: 'POST', headers: {}, body: '{}' }
  const ended = transport({ ...request, stop }).catch((error: unknown) => error as Error)
  return { handler: await kept, ended, limits: stop, stop: () => end() }
}

/** One whose answer began. */
async function answering(fields: Record<string, string | string[] | undefined> = {}) {
  const { handler, ended } = await exchanging()
  const controller = control()
  handler.onRequestStart(controller.given, {})
  handler.onResponseStart(controller.given, 200, fields, '')
  const data = (piece: string | Buffer): void =>
    handler.onResponseData(controller.given, typeof piece === 'string' ? Buffer.from(piece) : piece)
  const finish = (): void => handler.onResponseEnd(controller.given, {})
  const fail = (): void => handler.onResponseError(controller.given, new Error('x'))
  const response = (await ended) as TransportResponse
  const read = async (limit = 1_000) => {
    const { bytes, ...cut } = await response.read(limit)
    return { ...cut, bytes: Buffer.from(bytes).toString() }
  }
  return { response, controller, data, finish, fail, read }
}

type Exchanging = Awaited<ReturnType<typeof exchanging>>

const start = ({ handler }: Exchanging) => {
  const { abort, given } = control()
  handler.onRequestStart(given, {})
  return abort.mock.calls.length
}

it.each<[string, 'not_sent' | undefined, number, (exchange: Exchanging) => number]>([
  ['before it began was not sent', 'not_sent', 0, () => 0],
  ['after it began may have been sent', undefined, 0, start],
  [
    'after it was begun a second time, which is stopped, may have been sent',
    ...([undefined, 1] as const),
    (exchange) => start(exchange) + start(exchange),
  ],
  [
    'after it was stopped before it began, and does not begin, was not sent',
    ...(['not_sent', 1] as const),
    (exchange) => {
      expect(exchange.stop()).toBe('not_sent')
      return start(exchange)
    },
  ],
  [
    'after its connection came past its deadline, and does not begin, was not sent',
    ...(['not_sent', 1] as const),
    (exchange) => {
      exchange.limits.stopped = true
      return start(exchange)
    },
  ],
])('an exchange that fails %s, whatever the code', async (_, proof, aborted, run) => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET']) {
    const exchange = await exchanging()
    expect(run(exchange)).toBe(aborted)
    expect(exchange.stop()).toBe(proof)
    const cause = Object.assign(new Error('x'), { code })
    exchange.handler.onResponseError(control().given, cause)
    const error = await exchange.ended
    expect(NotSentError.is(error)).toBe(proof === 'not_sent')
    expect(error).toMatchObject({ message: 'the connection failed', cause })
  }
})

it('an exchange that undici never reported as begun gives its answer, and may have been sent', async () => {
  const exchange = await exchanging()
  exchange.handler.onResponseStart(control().given, 200, {}, '')
  expect([start(exchange), exchange.stop()]).toEqual([1, undefined])
  expect(await exchange.ended).toMatchObject({ status: 200 })
})

it.each([100, 199])('an answer is still to come after an interim %i', async (status) => {
  const { handler, ended } = await exchanging()
  const { given } = control()
  handler.onRequestStart(given, {})
  handler.onResponseStart(given, status, { 'x-early': '1' }, '')
  const early = vi.fn()
  void ended.then(early)
  await new Promise(setImmediate)
  expect(early).not.toHaveBeenCalled()
  handler.onResponseStart(given, 200, {}, '')
  expect(await ended).toMatchObject({ status: 200 })
})

it('an answer begins with its status and headers, of which each may come several times', async () => {
  const { response } = await answering({ 'x-a': '1', 'x-b': ['2', '3'], 'x-c': undefined })
  expect(response.status).toBe(200)
  const headers = { 'x-a': '1', 'x-b': '2, 3' }
  expect(Object.fromEntries(response.headers)).toEqual(headers)
  expect(response.headers).toBe(response.headers)
  const names = ['x-a', 'x-b', 'x-none', 'constructor']
  expect(names.map((name) => response.header?.(name))).toEqual(['1', '2, 3', undefined, undefined])
})

const plain = '{"quote_id":"q"}'
const bytes = Buffer.from(plain)
const gzip = zlib.gzipSync(bytes)
const large = zlib.gzipSync(Buffer.alloc(100_000, 'x'))
const cutAt5 = { bytes: 'abcde', cut: 'too_large' }
const broken = { bytes: '', cut: 'broken' }
const tooLarge = { bytes: '', cut: 'too_large' }
const long = 'x'.repeat(1_048_576)

interface Body {
  readonly pieces: readonly (string | Buffer)[]
  readonly coding?: string
  readonly limit?: number
  /** Whether it breaks off after these pieces. */
  readonly breaks?: boolean
  readonly read: object
}

it.each<[string, Body]>([
  ['empty', { pieces: [], read: { bytes: '' } }],
  ['in one piece', { pieces: ['{}'], read: { bytes: '{}' } }],
  ['in pieces', { pieces: ['{', '"a"', ':1}'], read: { bytes: '{"a":1}' } }],
  ['as long as the limit', { pieces: ['abc'], limit: 3, read: { bytes: 'abc' } }],
  ['cut at the limit', { pieces: ['abcdef'], limit: 5, read: cutAt5 }],
  ['cut at the limit in a piece', { pieces: ['abc', 'def'], limit: 5, read: cutAt5 }],
  ['cut at the limit after pieces', { pieces: ['abcde', 'f'], limit: 5, read: cutAt5 }],
  [
    'what came until it broke off',
    { pieces: ['{"a"', ':1'], breaks: true, read: { bytes: '{"a":1', cut: 'broken' } },
  ],
  ['as long as is kept for who asks late', { pieces: [long], limit: 2e6, read: { bytes: long } }],
  // One coding at a time: others are taken as they are.
  ...['', 'constructor', 'gzip, br'].map((coding): [string, Body] => [
    `as it is by the coding ${coding}`,
    { pieces: [bytes], coding, read: { bytes: plain } },
  ]),
  ...(
    [
      ['gzip', gzip],
      ['GZip', gzip],
      ['x-gzip', gzip],
      ['br', zlib.brotliCompressSync(bytes)],
      ['deflate', zlib.deflateSync(bytes)],
    ] as const
  ).map(([coding, sent]): [string, Body] => [
    `decoded by the coding ${coding}`,
    { pieces: [sent.subarray(0, 5), sent.subarray(5)], coding, read: { bytes: plain } },
  ]),
  ['nothing of what is not of its coding', { pieces: [bytes], coding: 'gzip', read: broken }],
  [
    'empty where it is so, whatever its coding',
    { pieces: [], coding: 'gzip', read: { bytes: '' } },
  ],
  ['nothing of half of a coding', { pieces: [gzip.subarray(0, 20)], coding: 'gzip', read: broken }],
  [
    'nothing of a coding that broke off',
    { pieces: [gzip], coding: 'gzip', breaks: true, read: broken },
  ],
  [
    'bounded by what goes into a coding',
    { pieces: [gzip], coding: 'gzip', limit: 10, read: tooLarge },
  ],
  [
    'bounded by what comes out of a coding',
    { pieces: [large], coding: 'gzip', limit: 99_999, read: tooLarge },
  ],
  [
    'whole where as much comes out of a coding as the limit',
    { pieces: [large], coding: 'gzip', limit: 1e5, read: { bytes: 'x'.repeat(1e5) } },
  ],
])(
  'the body of an answer, come before it is read or later, is %s',
  async (_, { pieces, coding, limit = 1_000, breaks = false, read }) => {
    const fields = coding === undefined ? {} : { 'content-encoding': coding }
    const [early, late] = [await answering(fields), await answering(fields)]
    const body = late.read(limit)
    for (const { data, finish, fail } of [early, late]) {
      pieces.forEach(data)
      if (breaks) fail()
      finish()
    }
    expect([await early.read(limit), await body]).toEqual([read, read])
    const isStopped = pieces.reduce((sum, { length }) => sum + length, 0) > limit
    for (const { controller } of [early, late])
      expect(controller.abort).toHaveBeenCalledTimes(isStopped ? 1 : 0)
  },
)

it.each([undefined, 'gzip'])(
  'the body of an answer that nobody reads is stopped once more of it came than is kept: %s',
  async (coding) => {
    const { data, controller, read } = await answering({ 'content-encoding': coding })
    data(long)
    expect(controller.abort).not.toHaveBeenCalled()
    data('x')
    expect(controller.abort).toHaveBeenCalledTimes(1)
    expect(await read()).toMatchObject({ cut: 'too_large' })
  },
)
