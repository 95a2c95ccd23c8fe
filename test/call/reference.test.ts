import { expect, it, vi } from 'vitest'
import { prepare } from '../../src/document/prepare.js'
import { conversion, convert, put, refusal } from '../support/refusal.js'
import { answer, quote, scripted } from '../support/scripted.js'

it('a reference is made where there is none, unless told otherwise', () => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('0-0-0-0-1')
  const made = prepare(convert, conversion, true)
  expect(made.refId).toBe('0-0-0-0-1')
  expect(JSON.parse(made.body ?? '')).toEqual({ ...conversion, ref_id: '0-0-0-0-1' })
  expect(prepare(convert, conversion, false)).toMatchObject({
    refId: undefined,
    body: JSON.stringify(conversion),
  })
  expect(prepare(convert, { ...conversion, ref_id: 'mine' }, true).refId).toBe('mine')
  expect(prepare(convert, { ...conversion, ref_id: 'mine' }, false).refId).toBe('mine')
  vi.restoreAllMocks()
})

it('a reference is made for operations that have one, and no other', () => {
  const { refId, body } = prepare(put, { id: 'a' }, true)
  expect([refId, body]).toEqual([undefined, '{"id":"a"}'])
})

it.each(['', ' ', '\t\n', '\u00a0'])('a reference %j is none, and is refused', (ref_id) => {
  for (const generate of [true, false])
    expect(prepare(convert, { ...conversion, ref_id }, generate).issues).toEqual([
      {
        path: '$.ref_id',
        message: 'ref_id is blank, and could not be looked up; give it a value or leave it out',
      },
    ])
})

it.each<[unknown, string | undefined]>([
  [{ ...conversion, amount: 5, ref_id: 'mine' }, 'mine'],
  [{ ...conversion, amount: 5, ref_id: 7 }, undefined],
  [{ ...conversion, amount: 5 }, undefined],
  [null, undefined],
  ['text', undefined],
  [undefined, undefined],
])('a reference of a refused body %j is kept by the error: %s', (body, refId) => {
  const error = refusal(body)
  expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 })
  expect(error?.refId).toBe(refId)
})

it('a reference of a refused body is not looked for where the operation has none', () =>
  expect(refusal({ id: 5, ref_id: 'mine' }, put)?.refId).toBeUndefined())

it.each<[string, unknown]>([
  ['undocumented', '/../../else?where'],
  ['parameters', { list: [], findUnusable: () => [], write: () => ({ path: '/else' }) }],
  ['referenceField', 'profile_id'],
])('an operation has no %s of a polluted Object.prototype', async (name, value) => {
  const { client, sent } = scripted([answer(200, { quote_id: 'q' })])
  Object.defineProperty(Object.prototype, name, { value, configurable: true })
  try {
    const { refId } = await client.createIssuerQuote(quote).withResponse()
    expect([sent[0]?.url, refId]).toEqual(['https://api.example.com/v2/issuer-quote', undefined])
  } finally {
    Reflect.deleteProperty(Object.prototype, name)
  }
})
