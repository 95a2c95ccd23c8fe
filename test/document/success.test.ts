import { expect, it } from 'vitest'
import { readAnswer } from '../../src/call/answer.js'
import type { CallState } from '../../src/call-context.js'
import { type Schema, unknownOperation } from '../../src/operation.js'

const text = { type: 'string' }
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const trade = object({ trade_id: text, fee: text })
const put = object({ id: text, status: text })
const quotes = list(object({ quote_id: text }))
const [quote, sent, error] = [{ quote_id: 'q' }, { id: 'sent' }, { error: 'maintenance' }]
const noQuotes = [[error], [quote, error], [{ quote_id: '' }], ['q'], [null], error]
const fees = list(object({ fee: text }))
const noFees = [[{}], [error], [{ fee: '1' }, error], ['1'], error]

/** What an answer is, where its identifier is, and bodies that prove a success and that do not. */
it.each<[string, Schema, string[] | undefined, successes: unknown[], others: unknown[]]>([
  ['an answer', trade, ['trade_id'], [{ trade_id: 't' }], [{}, error, []]],
  ['one without an identifier', put, undefined, [{ ...sent, status: null }], [{}, error, sent]],
  ['a page', object({ quotes }), undefined, [{ quotes: [] }], [{}, error, []]],
  ['a list', quotes, ['quote_id'], [[], [quote]], noQuotes],
  ['a list without identifiers', fees, undefined, [[], [{ fee: 1, more: 2 }]], noFees],
  ['a list of strings', list(text), undefined, [[], ['a'], [error]], [error]],
  ['an answer that requires nothing', { type: 'object' }, undefined, [{}, error], [[]]],
])('%s is a success by what proves it', (_, response, identifier, successes, others) => {
  const call = { call: 'c', refId: undefined, attempts: 1, unknown: false, requestIdHeader: '' }
  const operation = { ...unknownOperation, identifier, response }
  const isSuccess = (value: unknown): boolean => {
    const body = { bytes: new TextEncoder().encode(JSON.stringify(value)) }
    const head = { status: 200, headers: new Headers(), read: () => body }
    return readAnswer(200, head, body, { ...call, operation } as CallState).failure === undefined
  }
  expect(successes.map(isSuccess)).toEqual(successes.map(() => true))
  expect(others.map(isSuccess)).toEqual(others.map(() => false))
})
