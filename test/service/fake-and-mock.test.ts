import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClientEvent, createClient } from '../../src/index.js'
import { agreed, ask } from '../agreement/ask.js'
import { type Door, fakeAndMock, type OperationId } from '../agreement/doors.js'
import { callBy } from '../support/client.js'
import { conversion, madeConversion, quote as anyQuote, unreferenced } from '../support/examples.js'
import { limits } from '../support/limits.js'

const json = { 'content-type': 'application/json' }
const quote = { ...anyQuote, side: 'SELL', base_amount: '7.5' } as const

let all: readonly Door[]
beforeAll(async () => {
  all = await Promise.all(fakeAndMock.map((one) => one()))
})
afterAll(() => Promise.all(all.map(({ stop }) => stop())))

it('the fake and the mock agree on what is echoed, new, timed and left out', async () => {
  const sent = { ...conversion, metadata: { invoice: 7, lines: ['a'] } }
  const startedAt = Date.now()
  for (const [, [made, again, bare, held, other]] of await ask(all, async (door) => {
    const client = createClient({ ...door.options(), generateRefId: false })
    return Promise.all([
      ...[client.createStablecoinConversion(sent), client.createStablecoinConversion(sent)],
      ...[client.createStablecoinConversion(unreferenced), client.createIssuerQuote(quote)],
      client.createIssuerQuote(quote),
    ] as const)
  })) {
    const { profile_id, amount, ref_id, metadata } = sent
    const { status } = madeConversion
    expect(made).toMatchObject({ profile_id, amount, ref_id, metadata, status })
    expect([made.settled_at, bare.ref_id, bare.metadata, bare.identity_id]).toEqual(
      Array(4).fill(undefined),
    )
    expect(new Set([made.id, again.id, bare.id]).size).toBe(3)
    expect(made.updated_at).toBe(made.created_at)
    expect(Date.parse(made.created_at)).toBeGreaterThanOrEqual(startedAt - 1)
    expect(held).toMatchObject({ market: 'PAXGUSD', side: 'SELL', quantity: '7.5' })
    // 7.5 × 4000.10, the example's price.
    expect(held.quote_amount).toBe('30000.75')
    expect(held.quote_id).not.toBe(other.quote_id)
    expect(Date.parse(held.expires_at)).toBeGreaterThan(startedAt)
  }
})

it('the fake and the mock agree that an address is found again by its id, and by its network and address', async () => {
  const place = { crypto_network: 'BASE', address: '0xabc' } as const
  for (const [, { first, renamed, found, stranger }] of await ask(all, async (door) => {
    const client = createClient(door.options())
    const { address: first } = await client.putCryptoDestinationAddress({
      ...place,
      nickname: 'One',
    })
    const change = { id: first.id, nickname: 'Two', bookmarked_status: true }
    const { address: renamed } = await client.putCryptoDestinationAddress(change)
    const { address: found } = await client.putCryptoDestinationAddress(place)
    const elsewhere = { ...place, address: '0xdef' }
    const { address: stranger } = await client.putCryptoDestinationAddress(elsewhere)
    return { first, renamed, found, stranger }
  })) {
    expect(first).toMatchObject({ ...place, nickname: 'One', bookmarked: false })
    expect(renamed).toEqual({ ...first, nickname: 'Two', bookmarked: true })
    expect(found).toEqual(renamed)
    expect(stranger).toMatchObject({ address: '0xdef', bookmarked: false })
    expect(stranger.id).not.toBe(first.id)
  }
})

it('the fake and the mock agree on the scope that a token lacks', async () => {
  const raw = { method: 'POST', path: '/v2/issuer-quote', body: JSON.stringify(quote) }
  const answers = await ask(all, async (door) => {
    const { auth, transport } = door.options(['conversion:write_conversion_stablecoin'])
    const { value } = await (
      auth as { getToken: (context: object) => Promise<{ value: string }> }
    ).getToken({ transport })
    const { status, headers } = await door.send({
      ...raw,
      headers: { ...json, authorization: `Bearer ${value}` },
    })
    return [status, headers.get('www-authenticate')]
  })
  agreed(answers, [403, 'Bearer error="insufficient_scope", scope="exchange:write_issuer_quote"'])
})

it('the fake and the mock agree that a scope which the document lacks is refused, beside others too', async () => {
  const scopes = ['exchange:write_issuer_quote', 'read:balances']
  const answers = await ask(all, async (door) => {
    const client = createClient(door.options(scopes))
    const failure: unknown = await client.createIssuerQuote(quote).catch((error: unknown) => error)
    const { code, status, error } = failure as Record<string, unknown>
    return [code, status, error]
  })
  agreed(answers, ['ERR_AUTHENTICATION', 400, 'invalid_scope'])
})

const conversionId: OperationId = 'createStablecoinConversion'
it.each([
  [{ fault: 'refused', milliseconds: 1_000 }, 'ERR_CONNECTION', 'not_sent', undefined],
  ['broken', 'ERR_CONNECTION', 'unknown', undefined],
  ['cut', 'ERR_CONNECTION', 'unknown', 200],
  ['no_answer', 'ERR_TIMEOUT', 'unknown', undefined],
  [{ fault: 'slow', milliseconds: 5_000 }, 'ERR_TIMEOUT', 'unknown', undefined],
  [{ status: 503, headers: { 'Retry-After': '2' } }, 'ERR_API', 'unknown', 503],
  [{ status: 422, body: { why: 'x' } }, 'ERR_API', 'rejected', 422],
  [{ status: 200, body: '<html>' }, 'ERR_INVALID_RESPONSE', 'unknown', 200],
  [{ status: 302, headers: { Location: '/' } }, 'ERR_API', 'unknown', 302],
  ['false_success', 'ERR_INVALID_RESPONSE', 'unknown', 200],
] as const)(
  'the fake and the mock agree on what a client makes of %j',
  async (answer, code, outcome, status) => {
    const answers = await ask(all, async (door) => {
      const events: ClientEvent[] = []
      // Only what does not come by itself may run out of time.
      const ends = code === 'ERR_TIMEOUT' ? { timeout: 500 } : {}
      const client = createClient({
        ...door.options(),
        maxRetries: 0,
        timeout: limits.call,
        totalTimeout: limits.call,
        onEvent: (event) => events.push(event),
      })
      // With a token and a connection at hand, the fault befalls the call alone.
      await client.createIssuerQuote(quote)
      await door.next?.(conversionId, answer)
      const failure: unknown = await client
        .createStablecoinConversion({ ...conversion, ref_id: 'r-2' }, ends)
        .catch((error: unknown) => error)
      await door.ready()
      const { refId, code: told, outcome: ended, attempts } = failure as Record<string, unknown>
      const response = events.filter(({ type }) => type === 'response').at(-1) as {
        status?: number
      }
      return [told, ended, refId, attempts, response.status]
    })
    agreed(answers, [code, outcome, 'r-2', 1, status])
  },
)

it('the fake and the mock agree that an answer that drifts is reported and passed on', async () => {
  const answers = await ask(all, async (door) => {
    const issues: string[] = []
    const client = createClient({
      ...door.options(),
      onEvent: (event) => {
        if (event.type === 'drift') issues.push(...event.issues.map(({ jsonPath }) => jsonPath))
      },
    })
    await door.next?.('createIssuerQuote', 'drift')
    const { quantity } = await client.createIssuerQuote(quote)
    return [quantity, issues]
  })
  agreed(answers, ['7.5', ['$.expires_at']])
})

it('the fake and the mock agree that an answer which never came was carried out, and one with a status was not', async () => {
  const place = { crypto_network: 'INK', address: '0x1' } as const
  for (const [, { kept, early, found }] of await ask(all, async (door) => {
    const client = createClient({ ...door.options(), maxRetries: 0 })
    const put = (more: object) =>
      callBy(client, 'putCryptoDestinationAddress', { ...place, ...more })
    await door.next?.('putCryptoDestinationAddress', { status: 500 }, 'broken')
    const early = await put({ nickname: 'Early' }).catch((error: unknown) => error)
    const kept = await put({ nickname: 'Kept' }).catch((error: unknown) => error)
    return { early, kept, found: await put({}) }
  })) {
    expect([early, kept]).toMatchObject([{ status: 500 }, { code: 'ERR_CONNECTION' }])
    expect(found).toMatchObject({ address: { ...place, nickname: 'Kept' } })
  }
})
