import { afterAll, describe, expect, it } from 'vitest'
import { type ClientEvent, createClient } from '../../src/index.js'
import type { NextAnswer } from '../../src/testing.js'
import {
  conversion,
  madeAddress,
  madeConversion,
  quote as anyQuote,
  unreferenced,
} from '../support/examples.js'
import { limits } from '../support/limits.js'
import { bearerOf, openFakeAndMock } from './stand-ins.js'

const quote = { ...anyQuote, side: 'SELL', base_amount: '7.5' } as const
const convert = 'createStablecoinConversion'

const both = await openFakeAndMock()
afterAll(() => Promise.all(both.map(({ stop }) => stop())))

describe.each(both)('$title', ({ options, send, next, ready }) => {
  it('says what is echoed, new, timed and left out', async () => {
    const sent = { ...conversion, metadata: { invoice: 7, lines: ['a'] } }
    const startedAt = Date.now()
    const client = createClient(options())
    const made = await client.createStablecoinConversion(sent)
    const again = await client.createStablecoinConversion(sent)
    const { data: bare } = await send('POST', '/v2/conversion/stablecoins', unreferenced)
    const held = await client.createIssuerQuote(quote)
    const other = await client.createIssuerQuote(quote)
    const { profile_id, amount, ref_id, metadata } = sent
    const { status } = madeConversion
    expect(made).toMatchObject({ profile_id, amount, ref_id, metadata, status })
    const leftOut = ['ref_id', 'metadata', 'identity_id'].map((name) => bare[name])
    expect([made.settled_at, ...leftOut]).toEqual(Array(4).fill(undefined))
    expect(new Set([made.id, again.id, bare['id'], undefined]).size).toBe(4)
    expect(made.updated_at).toBe(made.created_at)
    expect(Date.parse(made.created_at)).toBeGreaterThanOrEqual(startedAt - 1)
    expect(held).toMatchObject({ market: 'PAXGUSD', side: 'SELL', quantity: '7.5' })
    // 7.5 × 4000.10, the example's price.
    expect(held.quote_amount).toBe('30000.75')
    expect(held.quote_id).not.toBe(other.quote_id)
    expect(Date.parse(held.expires_at)).toBeGreaterThan(startedAt)
  })

  it('gives each address that is made without a nickname one of its own, and keeps it', async () => {
    const { putCryptoDestinationAddress: put } = createClient(options())
    const place = { crypto_network: 'BASE', address: '0x1' } as const
    const { address: one } = await put(place)
    const { address: other } = await put({ ...place, address: '0x2' })
    expect(new Set([one.nickname, other.nickname, madeAddress.nickname]).size).toBe(3)
    expect(await put(place)).toEqual({ address: one })
    const update = { id: one.id, nickname: 'Vault' }
    expect(await put(update)).toEqual({ address: { ...one, nickname: 'Vault' } })
  })

  it('refuses to update an address that was never put, unless a test says otherwise', async () => {
    const { putCryptoDestinationAddress: put } = createClient(options())
    const update = { id: 'a', nickname: 'Vault' }
    const detail = 'what the request names was never made, or is gone'
    const refusal = { outcome: 'rejected', status: 404, body: { detail } }
    await expect(put(update)).rejects.toMatchObject(refusal)
    const body = { address: { ...madeAddress, ...update } }
    await next('putCryptoDestinationAddress', { status: 200, body })
    expect(await put(update)).toEqual(body)
  })

  it.each<[string, string]>([
    ...['1e5', '-1', '2.', 'two'].map((text): [string, string] => [text, text]),
    ['nothing', ''],
    ['too many digits', '1'.repeat(1_001)],
  ])('shows by method and by path why it refuses a quote for %s', async (_, base_amount) => {
    const client = createClient(options())
    const message =
      'base_amount must be a decimal string such as 2.5, of at most 1,000 characters: quote_amount is computed from it'
    const violation = { location: ['body', 'base_amount'], severity: 'Error', message }
    const body = { ...quote, base_amount }
    const { error, response } = await client.POST('/v2/issuer-quote', { body })
    expect([response.status, error]).toMatchObject([422, { validation: [violation] }])
    const refusal = { outcome: 'rejected', status: 422, body: error }
    await expect(client.createIssuerQuote(body)).rejects.toMatchObject(refusal)
  })

  it.each([
    ['.5', '2000.05'],
    ['0', '0.00'],
    [`1${'0'.repeat(30)}`, `400010${'0'.repeat(28)}.00`],
  ])('computes the sum of a quote for %s', async (base_amount, sum) => {
    const held = await createClient(options()).createIssuerQuote({ ...quote, base_amount })
    expect(held).toMatchObject({ quantity: base_amount, price: '4000.10', quote_amount: sum })
  })

  it('names the scope that a token lacks', async () => {
    const authorization = await bearerOf(options(['conversion:write_conversion_stablecoin']))
    const refused = await send('POST', '/v2/issuer-quote', quote, { authorization })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="exchange:write_issuer_quote"',
    ])
    const detail = 'the token lacks the scope exchange:write_issuer_quote'
    expect(refused.data).toEqual({ type: 'about:blank', title: 'Forbidden', status: 403, detail })
  })

  it('refuses a scope that the document lacks, beside others too', async () => {
    const client = createClient(options(['exchange:write_issuer_quote', 'read:balances']))
    const refusal = { code: 'ERR_AUTHENTICATION', status: 400, error: 'invalid_scope' }
    await expect(client.createIssuerQuote(quote)).rejects.toMatchObject(refusal)
  })

  it.each<[NextAnswer, string, string, number?]>([
    [{ fault: 'refused', milliseconds: 1_000 }, 'ERR_CONNECTION', 'not_sent'],
    ['broken', 'ERR_CONNECTION', 'unknown'],
    ['cut', 'ERR_CONNECTION', 'unknown', 200],
    ['no_answer', 'ERR_TIMEOUT', 'unknown'],
    [{ fault: 'slow', milliseconds: 5_000 }, 'ERR_TIMEOUT', 'unknown'],
    [{ status: 503, headers: { 'Retry-After': '2' } }, 'ERR_API', 'unknown', 503],
    [{ status: 200, body: '<html>' }, 'ERR_INVALID_RESPONSE', 'unknown', 200],
    ['false_success', 'ERR_INVALID_RESPONSE', 'unknown', 200],
  ])('lets a client meet %j, which it calls %s, %s', async (answer, code, outcome, status) => {
    const events: ClientEvent[] = []
    // Only what does not come by itself may run out of time.
    const ends = code === 'ERR_TIMEOUT' ? { timeout: 500 } : {}
    const client = createClient({
      ...options(),
      maxRetries: 0,
      timeout: limits.call,
      totalTimeout: limits.call,
      onEvent: (event) => events.push(event),
    })
    // With a token and a connection at hand, the fault befalls the call alone.
    await client.createIssuerQuote(quote)
    await next(convert, answer)
    const call = client.createStablecoinConversion({ ...conversion, ref_id: 'r-2' }, ends)
    await expect(call).rejects.toMatchObject({ code, outcome, refId: 'r-2', attempts: 1 })
    await ready()
    const statuses = events.map((event) => event.type === 'response' && event.status)
    expect(statuses.findLast((one) => one !== false)).toBe(status)
  })

  it('lets an answer drift, which is reported and passed on', async () => {
    const drifted: string[] = []
    const onEvent = (event: ClientEvent): void => {
      if (event.type === 'drift') drifted.push(...event.issues.map(({ path }) => path.join('.')))
    }
    await next('createIssuerQuote', 'drift')
    const { quantity } = await createClient({ ...options(), onEvent }).createIssuerQuote(quote)
    expect([quantity, drifted]).toEqual(['7.5', ['expires_at']])
  })
})
