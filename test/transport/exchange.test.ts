import { expect, it, vi } from 'vitest'
import { NotSentError } from '../../src/index.js'
import { answering, control, exchanging } from '../support/exchange.js'

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

it('an exchange whose connection comes after its deadline does not begin, and was not sent', async () => {
  const state = { stopped: false }
  const exchange = await exchanging(state)
  state.stopped = true
  expect(start(exchange)).toBe(1)
  exchange.handler.onResponseError(control().given, new Error('x'))
  expect(NotSentError.is(await exchange.ended)).toBe(true)
})

it('an exchange that undici never reported as begun gives its answer, and may have been sent', async () => {
  const exchange = await exchanging()
  const { given } = control()
  exchange.handler.onResponseStart(given, 200, {}, '')
  expect([start(exchange), exchange.stop()]).toEqual([1, undefined])
  expect(await exchange.ended).toMatchObject({ status: 200 })
})

it.each([100, 103, 199])('an answer is still to come after an interim %i', async (status) => {
  const exchange = await exchanging()
  const { given } = control()
  exchange.handler.onRequestStart(given, {})
  exchange.handler.onResponseStart(given, status, { 'x-early': '1' }, '')
  const early = vi.fn()
  void exchange.ended.then(early)
  await new Promise(setImmediate)
  expect(early).not.toHaveBeenCalled()
  exchange.handler.onResponseStart(given, 200, {}, '')
  expect(await exchange.ended).toMatchObject({ status: 200 })
})

it('an answer begins with its status and headers, of which each may come several times', async () => {
  const { response } = await answering({ 'x-a': '1', 'x-b': ['2', '3'], 'x-c': undefined })
  expect(response.status).toBe(200)
  const headers = [
    ['x-a', '1'],
    ['x-b', '2, 3'],
  ]
  expect([[...response.headers], response.headers === response.headers]).toEqual([headers, true])
  const names = ['x-a', 'x-b', 'x-none', 'constructor']
  expect(names.map((name) => response.header?.(name))).toEqual(['1', '2, 3', undefined, undefined])
})

type Answering = Awaited<ReturnType<typeof answering>>

/** Lets each piece come, and then the end. */
const send = ({ data, finish }: Answering, ...pieces: string[]): void => {
  pieces.forEach(data)
  finish()
}

it.each([[[]], [['{}']], [['{', '"a"', ':1}']]])(
  'an answer has its body in pieces, come before it is read or later: %j',
  async (pieces) => {
    const [early, late] = [await answering(), await answering()]
    send(early, ...pieces)
    const body = late.read()
    send(late, ...pieces)
    expect([await early.read(), await body]).toEqual(Array(2).fill({ bytes: pieces.join('') }))
  },
)

it.each([[['abcdef']], [['abc', 'def']], [['abcde', 'f']]])(
  'an answer is cut at the limit, and stopped: %j',
  async (pieces) => {
    const [early, late] = [await answering(), await answering()]
    const body = late.read(5)
    for (const answer of [early, late]) send(answer, ...pieces)
    expect([await early.read(5), await body]).toEqual(
      Array(2).fill({ bytes: 'abcde', cut: 'too_large' }),
    )
    for (const { controller } of [early, late]) expect(controller.abort).toHaveBeenCalledTimes(1)
  },
)

it('an answer is whole where it is as long as the limit', async () => {
  const answer = await answering()
  send(answer, 'abc')
  expect(await answer.read(3)).toEqual({ bytes: 'abc' })
  expect(answer.controller.abort).not.toHaveBeenCalled()
})

it('an answer that breaks off gives what came until then', async () => {
  const answer = await answering()
  answer.data('{"a"')
  const body = answer.read()
  answer.data(':1')
  answer.fail()
  answer.finish()
  expect(await body).toEqual({ bytes: '{"a":1', cut: 'broken' })
  expect(answer.stop()).toBeUndefined()
})
