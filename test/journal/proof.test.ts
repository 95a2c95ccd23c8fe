import { expect, it } from 'vitest'
import { findAnswer } from '../../src/document/find-answer.js'
import { dataOf } from '../../src/journal/look-up.js'
import { conversion } from '../support/examples.js'

type Made = Readonly<Record<string, unknown>>

const body = { ...conversion, ref_id: 'r-1', amount: '12.50', metadata: { order: '007' } }
const others = 'is a list of others, without this ref_id'

/** What a look-up finds of a call that was made as `made`, and what that proves, or why it proves nothing. */
type Found = readonly [data: (made: Made) => unknown, end: string]
/** The conversion, but for some of its members. */
const but =
  (others: Made): Found[0] =>
  (made) => ({ ...made, ...others })
const inObject = 'is an empty list in an object, which may be a part: give the list'

const found: Readonly<Record<string, Found>> = {
  'the decimal as a number': [but({ amount: 12.5 }), 'made'],
  'the decimal as a library has it': [but({ amount: { toJSON: () => '12.5' } }), 'made'],
  'less than was sent': [({ id, ref_id }) => ({ id, ref_id }), 'made'],
  'an error that repeats the reference': [
    ({ id, ref_id }) => ({ id, ref_id, error: 'NOT_FOUND' }),
    'has error, and none of the values that were sent',
  ],
  'a list that has it': [(made) => [{ ...made, ref_id: 'other' }, made], 'made'],
  'a page that has it': [(made) => ({ items: [made], next: 'c-2', total: 9 }), 'made'],
  'an empty list': [() => [], 'never came'],
  'an empty page': [() => ({ data: [], has_more: false }), inObject],
  'one with null for what was sent': [but({ metadata: null }), 'made'],
  'another with an empty list': [but({ ref_id: 'o', fees: [] }), 'has another ref_id'],
  'one without a reference, but an empty list': [({ id }) => ({ id, fees: [] }), 'has no ref_id'],
  'two empty lists': [() => ({ data: [], more: [] }), 'has no ref_id'],
  'a page of others': [(made) => ({ data: [{ ...made, ref_id: 'other' }] }), others],
  'an object': [() => ({}), 'has no ref_id'],
  'a text': [() => 'never_came', 'is no object'],
  'no identifier': [({ ref_id }) => ({ ref_id }), 'has no id'],
  'an empty identifier': [but({ id: '' }), 'has no id'],
  'another order': [but({ metadata: { order: '7', more: 1 } }), 'has another metadata.order'],
  'an amount of another kind': [but({ amount: [] }), 'has another amount'],
}

/** What is proven, in the words of the table. */
function proofIn(data: unknown): string {
  const proof = { referenceField: 'ref_id' }
  try {
    return findAnswer(proof, body, dataOf({ data })) ? 'made' : 'never came'
  } catch (error) {
    return (error as TypeError).message.replace('what was found ', '')
  }
}

it.each(Object.entries(found))(
  'what a look-up finds is believed where it proves itself: %s',
  (_, [data, end]) => expect(proofIn(data({ ...body, id: 'c-1' }))).toBe(end),
)
