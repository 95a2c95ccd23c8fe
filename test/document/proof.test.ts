// An answer proves a call if it has the identifier, and does not contradict the call. One rule for an answer to an attempt, for one
// that a look-up found, for one under a key, and for one that a journal kept.

import { expect, it } from 'vitest'
import { exampleAnswers, operations } from '../../generated/index.js'
import { contradictionIn, findAnswer, proofOf, wordsOf } from '../../src/document/proof.js'
import type { Operation, Values } from '../../src/operation.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { providerOf } from '../support/provider-of.js'
import { answer, scripted } from '../support/scripted.js'

type Id = 'createStablecoinConversion' | 'createIssuerQuote' | 'putCryptoDestinationAddress'

const order = {
  profile_id: 'treasury',
  ref_id: 'order-1',
  amount: '12.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
  metadata: { desk: 'a' },
}
const made = { id: 'c-1', ...order, status: 'CREATED', created_at: '2026-03-02T09:16:05Z' }
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1.5' } as const
const held = { quote_id: 'q-1', market: 'PAXGUSD', side: 'BUY', quantity: '1.5', price: '4000.10' }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const put = { crypto_network: 'ETHEREUM', address } as const
const registered = { id: 'a-1', ...put, nickname: 'x', status: 'PENDING' }

const convert = 'createStablecoinConversion'
const ask = 'createIssuerQuote'
const register = 'putCryptoDestinationAddress'

/** Answers of status 200: undefined for a success, else what makes its outcome unknown. */
const rows: readonly (readonly [Id, sent: Values, answer: object, doubt: string | undefined])[] = [
  [convert, order, made, undefined],
  [convert, order, { ...made, status: 'LATER', fee: '1' }, undefined],
  // Short, as tests of apps give them.
  [convert, order, { id: 'c-1' }, undefined],
  [convert, order, { id: 'c-1', ref_id: 'order-1' }, undefined],
  [ask, quote, { quote_id: 'q' }, undefined],
  // Another form of the same value.
  [convert, order, { ...made, amount: 12.5, source_asset: 'usdc' }, undefined],
  [convert, order, { ...made, amount: '12.500', ref_id: null }, undefined],
  [register, put, { address: { ...registered, address: address.toLowerCase() } }, undefined],
  // Optional fields, and those that the service computes.
  [convert, order, { ...made, metadata: { desk: 'b' }, recipient_profile_id: 'other' }, undefined],
  [register, { ...put, nickname: 'y' }, { address: registered }, undefined],
  // Another call.
  [convert, order, { ...made, amount: '999' }, 'another amount'],
  [convert, order, { ...made, profile_id: 'other' }, 'another profile_id'],
  [convert, order, { ...made, target_asset: 'EURC' }, 'another target_asset'],
  [convert, order, { ...made, ref_id: 'order-2' }, 'another ref_id'],
  [convert, order, { id: 'c-1', amount: ['12.50'] }, 'another amount'],
  [ask, quote, { ...held, side: 'SELL' }, 'another side'],
  [ask, quote, { ...held, market: 'BTCUSD' }, 'another market'],
  [register, put, { address: { ...registered, crypto_network: 'BASE' } }, 'another crypto_network'],
  [register, { id: 'a-2' }, { address: registered }, 'another id'],
  // Another thing: a refusal, a job, an envelope.
  ...[
    { message: 'the balance is too low' },
    { code: 'LIMIT', message: 'limit' },
    { type: 'https://x.invalid/limit', title: 'Limit', status: 422, detail: 'too much' },
    { ok: false, reason: 'limit' },
    { statusCode: 422, message: 'limit' },
    { ref_id: 'order-1', error: 'X' },
    { job: 'j-1' },
  ].map((more) => {
    const [strange] = Object.keys(more).filter((name) => !['ref_id', 'status'].includes(name))
    const doubt = `${strange}, and neither a value that was sent nor profile_id`
    return [convert, order, { id: 'e-1', ...more }, doubt] as const
  }),
]

const methodsOf = (client: unknown) =>
  client as Readonly<Record<Id, (input: Values) => Promise<unknown>>>

it.each(rows)('%s of %j is answered with %j: %s', async (id, sent, body, doubt) => {
  const { client } = scripted([answer(200, body)], { maxRetries: 0 })
  const end = await methodsOf(client)
    [id](sent)
    .catch((error: unknown) => error)
  if (doubt === undefined) expect(end).toEqual(body)
  else {
    const identifier = body as { quote_id?: string; id?: string; address?: { id: string } }
    const own = identifier.quote_id ?? identifier.id ?? identifier.address?.id
    expect(end).toMatchObject({ code: 'ERR_INVALID_RESPONSE', outcome: 'unknown' })
    expect((end as Error).message).toContain(`200 with ${doubt}`)
    // A person can look it up.
    expect((end as Error).message).toContain(`${own}`)
  }
  // The same for what a look-up finds, and for the first answer under a key.
  const operation = operations[id] as Operation
  const found = contradictionIn(proofOf(operation, sent), sent, body)
  expect(found && wordsOf(found)).toBe(doubt)
  if (id !== convert) return
  const keyed = methodsOf(scripted([answer(200, body)], { provider: keyedProvider }).client)
  const again = await keyed[id](sent).catch((error: unknown) => error)
  expect(again instanceof Error).toBe(doubt !== undefined)
  const list = () => findAnswer(proofOf(operation, sent), sent, [{ ref_id: 'order-1', ...body }])
  if (doubt === undefined && !('ref_id' in body && body.ref_id === null))
    expect(list()).toEqual({ ref_id: 'order-1', ...body })
  else expect(list).toThrow(/^what was found /)
})

it('every example of the document proves its call', () => {
  for (const [id, { examples }] of Object.entries(exampleAnswers))
    for (const { request, response } of examples) {
      const proof = proofOf(operations[id] as Operation, request)
      expect([id, contradictionIn(proof, request, response)]).toEqual([id, undefined])
    }
})

const text = { type: 'string' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** An order below a path, whose answer is described by these members. */
async function payoutOf(members: object): Promise<Operation> {
  const request = {
    type: 'object',
    required: ['amount', 'payee'],
    properties: { amount: text, payee: { type: 'object' } },
  }
  const response = {
    type: 'object',
    required: ['id'],
    properties: { id: text, amount: text, payee: { type: 'object' }, ...members },
  }
  const post = {
    operationId: 'createPayout',
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    requestBody: { required: true, ...json(request) },
    responses: { '200': { description: 'Made.', ...json(response) } },
  }
  const update = { '/v2/accounts/{id}/payouts': { post } }
  const { operations: all } = await providerOf({ target: '$.paths', update: update as never })
  return all['createPayout'] as Operation
}
const sent = { id: 'account-1', amount: '5', payee: { iban: 'DE02', name: null } }

it.each<[string, members: object, answer: object, doubt: string | undefined]>([
  ['an identifier of its own below a path', {}, { id: 'p-1', amount: '5.0' }, undefined],
  [
    'an amount after fees',
    { amount: { ...text, 'x-computed': true } },
    { id: 'p-1', amount: '4.9' },
    undefined,
  ],
  ['an amount after fees, unsaid', {}, { id: 'p-1', amount: '4.9' }, 'another amount'],
  ['more of an object', {}, { id: 'p-1', payee: { iban: 'de02', name: 'A', bic: 'C' } }, undefined],
  ['another member of it', {}, { id: 'p-1', payee: { iban: 'DE03' } }, 'another payee.iban'],
  ['an object for a text', {}, { id: 'p-1', amount: { value: '5' } }, undefined],
  ['a const', { success: { const: true } }, { id: 'p-1', amount: '5', success: true }, undefined],
  ['no const', { success: { const: true } }, { id: 'p-1', success: false }, 'another success'],
])('an answer with %s is judged by what the provider says', async (_, members, given, doubt) => {
  const found = contradictionIn(proofOf(await payoutOf(members), sent), sent, given)
  expect(found && wordsOf(found)).toBe(doubt)
})

it('a row of an earlier version compares all that was sent', () => {
  const proof = { referenceField: 'ref_id', identifier: ['id'] }
  expect(contradictionIn(proof, order, { ...made, metadata: { desk: 'b' } })).toEqual({
    other: 'metadata.desk',
  })
})
