import { afterEach, expect, it, vi } from 'vitest'
import { ClientError, createClient } from '../../src/index.js'
import { parseJson } from '../../src/shared/json.js'
import { type FakeIssuer, fakeIssuer } from '../../src/testing.js'
import type { FakeRequest } from '../../src/testing/fake-issuer.js'
import { conversion, quote } from '../support/examples.js'
import { noStop } from '../support/stop.js'

const convert = 'createStablecoinConversion'

afterEach(() => vi.useRealTimers())

/** A read that the document may lack, which no client makes, with a token of its own. */
async function readFrom({ options }: FakeIssuer, path: string) {
  const { transport, baseUrl, auth } = options
  const { value } = await auth.getToken({ transport })
  const headers = { authorization: `Bearer ${value}` }
  const request = { url: baseUrl + path, method: 'GET', headers, body: undefined }
  const answer = await transport({ ...request, stop: noStop() })
  const { bytes } = await answer.read(1_000_000)
  const text = new TextDecoder().decode(bytes)
  return { status: answer.status, data: parseJson(text) as object | undefined }
}

it('an issuer in memory asks a function how each request is answered for which nothing is queued', async () => {
  const issuer = fakeIssuer()
  const client = createClient({ ...issuer.options, maxRetries: 0 })
  const seen: FakeRequest[] = []
  const answers = [undefined, 422, 'broken', 'refused', undefined] as const
  issuer.next(convert, { status: 503 }, async (request) => {
    await Promise.resolve()
    return answers[seen.push(request) - 1]
  })
  const outcomeOf = (ref_id: string) =>
    client.createStablecoinConversion({ ...conversion, ref_id }).then(
      () => 'made',
      (error: unknown) => ClientError.is(error) && error.outcome,
    )
  const outcomes: unknown[] = []
  for (const ref_id of ['r-1', 'r-2', 'r-3', 'r-4', 'r-5']) outcomes.push(await outcomeOf(ref_id))
  expect(outcomes).toEqual(['unknown', 'made', 'rejected', 'unknown', 'not_sent'])
  issuer.next(convert, () => ({ status: 409 }))
  expect(await outcomeOf('r-6')).toBe('unknown')
  // All but the refused one came.
  expect(issuer.requests.map(({ body }) => (body as { ref_id: string }).ref_id)).toEqual([
    ...['r-1', 'r-2', 'r-3', 'r-4', 'r-6'],
  ])
  expect(seen.slice(0, 3)).toEqual(issuer.requests.slice(1, 4))
  expect(seen[0]).toMatchObject({
    operation: convert,
    method: 'POST',
    client: 'fake-client',
    url: 'https://issuer.invalid/v2/conversion/stablecoins',
    body: { ref_id: 'r-2' },
  })
  await client.createIssuerQuote(quote)
  expect(seen).toHaveLength(4)
})

it('an issuer in memory fails a call whose function gives no answer, with the reason as its cause', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  issuer.next('createIssuerQuote', () => 'explode' as 'broken')
  await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({
    outcome: 'unknown',
    attempts: 1,
    cause: { message: expect.stringContaining('"explode" is not a fault; name a fault') as string },
  })
})

it('an issuer in memory leaves waiting to the clock of the test', async () => {
  vi.useFakeTimers()
  const issuer = fakeIssuer({ lifetime: 600 })
  const client = createClient({ ...issuer.options, timeout: 10_000 })
  for (const fault of ['no_answer', { fault: 'slow', milliseconds: 60_000 }] as const) {
    issuer.next(convert, fault, 'slow')
    const lost = expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
      outcome: 'unknown',
    })
    // After its time, the client lets one turn of the event loop go by.
    await vi.advanceTimersByTimeAsync(10_001)
    await lost
    const late = client.createStablecoinConversion(conversion)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await late).toMatchObject(conversion)
    expect(vi.getTimerCount()).toBe(0)
  }
  vi.setSystemTime('2031-01-02T03:04:05.678Z')
  await vi.advanceTimersByTimeAsync(600_000)
  const { created_at } = await client.createStablecoinConversion(conversion)
  expect([created_at, issuer.tokens.issued.length]).toEqual(['2031-01-02T03:14:05.678000Z', 2])
})

it('an issuer in memory ends tokens, which the client then replaces once', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  await client.createIssuerQuote(quote)
  issuer.tokens.revoke()
  await client.createIssuerQuote(quote)
  const [first, second] = issuer.tokens.issued.map(({ value }) => `Bearer ${value}`)
  const sent = issuer.requests.map(({ headers }) => headers['authorization'])
  expect(sent).toEqual([first, first, second])
  issuer.tokens.revoke(issuer.tokens.issued[0]?.value)
  await client.createIssuerQuote(quote)
  expect(issuer.tokens.issued).toHaveLength(2)
})

it('an issuer in memory grants the scopes that it is given', async () => {
  const { options } = fakeIssuer({ scopes: ['exchange:write_issuer_quote'] })
  const client = createClient(options)
  expect(await client.createIssuerQuote(quote)).toMatchObject({ side: quote.side })
  await expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
    code: 'ERR_MISSING_SCOPE',
    granted: ['exchange:write_issuer_quote'],
  })
})

it('an issuer in memory answers a read that the document lacks from what was made, also where that was lost', async () => {
  const issuer = fakeIssuer({
    read: async ({ operation, method, url, body }, made) => {
      await Promise.resolve()
      expect([operation, method, body]).toEqual([undefined, 'GET', ''])
      const refId = new URL(url).searchParams.get('ref_id')
      const calls = made.map((one) => one.operation)
      const call = made.find((one) => one.operation === convert && one.body.ref_id === refId)
      return call && { conversions: [call.answer], calls }
    },
  })
  const client = createClient({ ...issuer.options, maxRetries: 0 })
  const lookUp = (refId: string) => readFrom(issuer, `/v2/lost?ref_id=${refId}`)
  expect((await lookUp('r-1')).status).toBe(404)
  await client.putCryptoDestinationAddress({ crypto_network: 'BASE', address: '0x1' })
  issuer.next(convert, 'broken', 'refused', { status: 503 })
  for (const ref_id of ['r-1', 'r-2', 'r-3'])
    await client.createStablecoinConversion({ ...conversion, ref_id }).catch(() => undefined)
  expect((await lookUp('r-1')).data).toMatchObject({
    conversions: [{ ...conversion, ref_id: 'r-1' }],
    calls: ['putCryptoDestinationAddress', convert],
  })
  issuer.update('r-1', { status: 'SETTLED' })
  expect((await lookUp('r-1')).data).toMatchObject({ conversions: [{ status: 'SETTLED' }] })
  await client.createStablecoinConversion({ ...conversion, ref_id: 'r-1' })
  expect(() => issuer.update('r-1', {})).toThrow('"r-1" is the id or reference of 2 resources')
  for (const refId of ['r-2', 'r-3']) expect((await lookUp(refId)).status).toBe(404)
  expect(issuer.requests.at(-1)).toMatchObject({ operation: undefined, method: 'GET' })
})

it('an issuer in memory refuses what it cannot be told, in a sentence', () => {
  const issuer = fakeIssuer()
  const next = issuer.next as (...order: unknown[]) => void
  const told = (...order: unknown[]) => expect(() => next(...order))
  told('createIssuerQuote', { statu: 503 }).toThrow('statu is not part of an answer')
  for (const status of [99, 422.5, { status: 99 }])
    told('createIssuerQuote', status).toThrow('a status must be a number from 200 to 599')
  for (const provider of [{}, { operations: {} }, 'acme'])
    expect(() => fakeIssuer({ provider: provider as never })).toThrow(
      'fakeIssuer: provider must be what stablecoin-issuer-overlay writes',
    )
})
