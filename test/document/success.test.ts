import { expect, it } from 'vitest'
import { readAnswer } from '../../src/call/answer.js'
import { type Operation, type Rules, type Schema } from '../../src/operation.js'
import { callContext } from '../support/call-context.js'

const text = { type: 'string' }
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const quotes = list(object({ quote_id: text }))
const error = { error: 'maintenance' }

function isSuccess(facts: Partial<Operation>, value: unknown): boolean {
  const { required = [], properties = {} } = facts.response as Rules
  const answer = { repeats: [['amount']], needs: required, names: Object.keys(properties) }
  const call = callContext({ fields: { amount: '1' } }, { answer, ...facts })
  const body = { bytes: new TextEncoder().encode(JSON.stringify(value)) }
  const response = { status: 200, headers: new Headers(), read: () => body }
  return readAnswer({ url: '', status: 200, response, body }, call).failure === undefined
}

/** What an answer is, where its identifier is, and bodies that prove a success and that do not. */
it.each<[string, Schema, string[] | undefined, successes: unknown[], others: unknown[]]>([
  [
    'an answer',
    object({ trade_id: text, fee: text }),
    ['trade_id'],
    [
      { trade_id: 't' },
      { trade_id: 't', fee: '1', ...error },
      { trade_id: 't', ...error, amount: '1' },
    ],
    [{}, error, [], { trade_id: 't', ...error }, { trade_id: 't', success: false }],
  ],
  [
    'an answer without an identifier',
    object({ id: text, status: text }),
    undefined,
    [{ id: 'sent', status: null }],
    [{}, error, { id: 'sent' }],
  ],
  [
    'an answer that may have an error',
    object({ id: text, error: text }),
    ['id'],
    [{ id: 'i', ...error }],
    [],
  ],
  ['a page', object({ quotes }), undefined, [{ quotes: [] }], [{}, error, []]],
  [
    'a list',
    quotes,
    ['quote_id'],
    [[], [{ quote_id: 'q' }]],
    [[error], [{ quote_id: 'q' }, error], [{ quote_id: '' }], ['q'], [null], error],
  ],
  [
    'a list without identifiers',
    list(object({ fee: text })),
    undefined,
    [[], [{ fee: '1' }], [{ fee: 1, more: 2 }]],
    [[{}], [error], [{ fee: '1' }, error], ['1'], error],
  ],
  ['a list of strings', list(text), undefined, [[], ['a'], [error]], [error]],
  ['an answer that requires nothing', { type: 'object' }, undefined, [{}, error], [[]]],
])('%s is a success by what proves it', (_, response, identifier, successes, others) => {
  const is = (value: unknown): boolean => isSuccess({ identifier, response }, value)
  expect(successes.map(is)).toEqual(successes.map(() => true))
  expect(others.map(is)).toEqual(others.map(() => false))
})

it('a read may show an error', () => {
  const facts = { identifier: ['id'], response: object({ id: text }), idempotent: true }
  expect(isSuccess(facts, { id: 'i', ...error })).toBe(true)
})
