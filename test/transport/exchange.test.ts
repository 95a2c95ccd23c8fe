import { expect, it } from 'vitest'
import { MayBeSentError, NotSentError } from '../../src/transport/transport.js'
import { answering, control, exchanging, text } from '../support/exchange.js'
import { noStop } from '../support/stop.js'

it.each<[string, number, typeof NotSentError | typeof MayBeSentError]>([
  ['before it began', 0, NotSentError],
  ['after it began', 1, MayBeSentError],
])('an exchange that fails %s says so, whatever the code', (_, starts, kind) => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET']) {
    const { exchange, failed } = exchanging()
    const { given } = control()
    if (starts > 0) exchange.onRequestStart(given)
    const cause = Object.assign(new Error('x'), { code })
    exchange.onResponseError(given, cause)
    const [error] = failed.mock.calls[0] ?? []
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ message: 'the connection failed', cause })
  }
})

it('an exchange that fails after an answer without a beginning may have been sent', () => {
  const { exchange, failed } = exchanging()
  const { given } = control()
  exchange.onResponseStart(given, 200, {})
  exchange.onResponseError(given, new Error('x'))
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(MayBeSentError)
})

it('an exchange that fails gives what came until then as broken', async () => {
  const { exchange, data, controller } = answering()
  data('{"a"')
  const body = exchange.read(1_000)
  data(':1')
  exchange.onResponseError(controller.given, new Error('x'))
  exchange.onResponseEnd()
  expect(text(await body)).toEqual({ bytes: '{"a":1', cut: 'broken' })
  expect(text(await exchange.read(3))).toEqual({ bytes: '{"a', cut: 'too_large' })
})

it('an exchange that is begun a second time is stopped before it is sent again', () => {
  const { exchange, failed } = exchanging()
  const [first, second] = [control(), control()]
  exchange.onRequestStart(first.given)
  expect(first.abort).not.toHaveBeenCalled()
  exchange.onRequestStart(second.given)
  expect(second.abort).toHaveBeenCalledTimes(1)
  expect(second.abort.mock.calls[0]?.[0]).toMatchObject({
    message: 'not to be sent again, nor past its deadline',
  })
  exchange.onResponseError(second.given, new Error('x'))
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(MayBeSentError)
})

it('an exchange that is begun a second time is stopped after an answer too', () => {
  const { exchange } = exchanging()
  const { abort, given } = control()
  exchange.onResponseStart(given, 200, {})
  exchange.onRequestStart(given)
  expect(abort).toHaveBeenCalledTimes(1)
})

it('an exchange whose connection comes too late does not begin, and was not sent', () => {
  const { exchange, failed } = exchanging(noStop({ stopped: true }))
  const { abort, given } = control()
  exchange.onRequestStart(given)
  expect(abort).toHaveBeenCalledTimes(1)
  exchange.onResponseError(given, new Error('x'))
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(NotSentError)
})

it('an exchange that is not known to have begun gives its answer all the same', async () => {
  const { exchange } = exchanging()
  const { given } = control()
  exchange.onResponseStart(given, 200, {})
  const body = exchange.read(1_000)
  exchange.onResponseData(given, Buffer.from('{}'))
  exchange.onResponseEnd()
  expect(text(await body)).toEqual({ bytes: '{}' })
})

it('an exchange that is stopped before it began was not sent, and does not begin', () => {
  const { exchange, failed } = exchanging()
  const { abort, given } = control()
  expect(exchange.stop()).toBe('not_sent')
  exchange.onRequestStart(given)
  expect(abort).toHaveBeenCalledTimes(1)
  exchange.onResponseError(given, new Error('x'))
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(NotSentError)
})

it('an exchange that is stopped after it began may have been sent, and is aborted', () => {
  const { exchange } = exchanging()
  const { abort, given } = control()
  exchange.onRequestStart(given)
  expect(exchange.stop()).toBeUndefined()
  expect(abort.mock.calls).toMatchObject([[{ message: 'stopped' }]])
})

it('an answer begins with its status and headers, of which each may come several times', () => {
  const { exchange, answered } = answering({ 'x-a': '1', 'x-b': ['2', '3'], 'x-c': undefined })
  expect(answered.mock.calls).toEqual([[exchange]])
  expect(exchange.status).toBe(200)
  expect([...exchange.headers]).toEqual([
    ['x-a', '1'],
    ['x-b', '2, 3'],
  ])
  expect(exchange.headers).toBe(exchange.headers)
})

it.each([100, 103, 199])('an answer is still to come after an interim %i', (status) => {
  const { exchange, answered } = exchanging()
  const { given } = control()
  exchange.onRequestStart(given)
  exchange.onResponseStart(given, status, { 'x-early': '1' })
  expect([answered.mock.calls, exchange.status, [...exchange.headers]]).toEqual([[], 0, []])
})

it('an answer has its body in one piece or several', async () => {
  for (const pieces of [[], ['{}'], ['{', '"a"', ':1}']]) {
    const { exchange, data } = answering()
    pieces.forEach(data)
    exchange.onResponseEnd()
    expect(text(await exchange.read(1_000))).toEqual({ bytes: pieces.join('') })
  }
})

it('an answer has its body when it comes after it was asked for', async () => {
  const { exchange, data, controller } = answering()
  const body = exchange.read(1_000)
  expect(controller.resume).toHaveBeenCalledTimes(1)
  data('{"a"')
  data(':1}')
  exchange.onResponseEnd()
  expect(text(await body)).toEqual({ bytes: '{"a":1}' })
})

it('an answer has its body when the rest comes at once with the question', async () => {
  const { exchange, data } = answering({}, () => {
    data('b')
    exchange.onResponseEnd()
  })
  data('a')
  expect(text(await exchange.read(1_000))).toEqual({ bytes: 'ab' })
})

it('an answer is not let in further while nobody asks for it: 64 KiB', async () => {
  const { exchange, data, controller } = answering()
  data('x'.repeat(65_536))
  expect(controller.pause).not.toHaveBeenCalled()
  data('x')
  expect([controller.pause.mock.calls.length, controller.abort.mock.calls.length]).toEqual([1, 0])
  const body = exchange.read(100_000)
  data('y')
  expect(controller.pause).toHaveBeenCalledTimes(1)
  exchange.onResponseEnd()
  expect(text(await body)).toEqual({ bytes: `${'x'.repeat(65_537)}y` })
})

it.each<[string, string[]]>([
  ['at once', ['abcdef']],
  ['in pieces', ['abc', 'def']],
  ['with an end', ['abcdef', '']],
])('an answer is cut at the limit, and stopped: %s', async (_, pieces) => {
  const late = answering()
  const asked = late.exchange.read(5)
  pieces.forEach(late.data)
  expect(late.controller.abort).toHaveBeenCalledTimes(1)
  const early = answering()
  pieces.forEach(early.data)
  if (pieces.includes('')) early.exchange.onResponseEnd()
  const there = early.exchange.read(5)
  expect(early.controller.abort).toHaveBeenCalledTimes(1)
  for (const body of [asked, there])
    expect(text(await body)).toEqual({ bytes: 'abcde', cut: 'too_large' })
})

it('an answer is whole where it is as long as the limit', async () => {
  const { exchange, data, controller } = answering()
  const body = exchange.read(3)
  data('abc')
  exchange.onResponseEnd()
  expect(text(await body)).toEqual({ bytes: 'abc' })
  expect(text(await exchange.read(3))).toEqual({ bytes: 'abc' })
  expect(controller.abort).not.toHaveBeenCalled()
})

it('one header of an answer is read by its name, and none that someone added to Object.prototype', () => {
  const { exchange } = exchanging()
  const { given } = control()
  exchange.onRequestStart(given)
  exchange.onResponseStart(given, 200, { 'x-several': ['1', '2'], 'x-one': '3' })
  const names = ['x-several', 'x-one', 'x-none', 'constructor']
  expect(names.map((name) => exchange.header(name))).toEqual(['1, 2', '3', undefined, undefined])
})
