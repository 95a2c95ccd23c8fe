import { afterEach, expect, it, vi } from 'vitest'
import { clientCredentials, ClientError, createClient, createFetch } from '../../src/index.js'
import { createPathClient } from '../../src/openapi-fetch.js'
import { fakeIssuer, type FakeRequest, type MadeCall } from '../../src/testing.js'
import { readFrom } from '../support/read-from.js'

const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '3' } as const
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const place = { crypto_network: 'BASE', address: '0x1' } as const

afterEach(() => vi.useRealTimers())

it('an issuer in memory serves every face of the client', async () => {
  const issuer = fakeIssuer()
  const held = await createClient(issuer.options).createIssuerQuote(quote)
  expect(held).toMatchObject({ quantity: '3', quote_amount: '12000.30' })
  const fetch = createFetch(issuer.options)
  const answer = await fetch('/v2/issuer-quote', { method: 'POST', body: JSON.stringify(quote) })
  expect([answer.status, await answer.json()]).toMatchObject([200, { quantity: '3' }])
  const paths = createPathClient(issuer.options)
  const { data } = await paths.POST('/v2/conversion/stablecoins', { body: conversion })
  expect(data).toMatchObject(conversion)
  expect(issuer.tokens.issued).toHaveLength(1)
})

it('an issuer in memory shows what reached it, with the reference and the headers that a call had', async () => {
  const issuer = fakeIssuer()
  const client = createClient({ ...issuer.options, headers: { 'X-Desk': '7' } })
  await client.createStablecoinConversion({ ...conversion, ref_id: 'r-1' })
  expect(issuer.requests).toMatchObject([
    {
      operation: 'createStablecoinConversion',
      method: 'POST',
      url: 'https://issuer.invalid/v2/conversion/stablecoins',
      headers: { 'x-desk': '7', 'content-type': 'application/json' },
      body: { ...conversion, ref_id: 'r-1' },
    },
  ])
  await expect(client.createIssuerQuote({ ...quote, side: 'HOLD' as 'BUY' })).rejects.toThrow()
  expect(issuer.requests).toHaveLength(1)
})

it('an issuer in memory answers each request once as it is told to, and then as before', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  issuer.next('putCryptoDestinationAddress', { status: 503 }, 'broken')
  const { attempts, data } = await client.putCryptoDestinationAddress(place).withResponse()
  expect([attempts, data.address.address]).toEqual([3, '0x1'])
  issuer.next('createStablecoinConversion', 'refused', { status: 422 })
  await expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
    ...{ status: 422, outcome: 'rejected', attempts: 2 },
  })
  // A refused connection brings no request.
  expect(issuer.requests.map(({ operation }) => operation)).toEqual([
    ...Array<string>(3).fill('putCryptoDestinationAddress'),
    'createStablecoinConversion',
  ])
})

it('an issuer in memory asks a function how each request is answered for which nothing is queued', async () => {
  const issuer = fakeIssuer()
  const client = createClient({ ...issuer.options, maxRetries: 0 })
  const seen: FakeRequest[] = []
  const answers = [undefined, { status: 422 }, 'broken', 'refused', undefined] as const
  issuer.next('createStablecoinConversion', { status: 503 }, async (request) => {
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
  issuer.next('createStablecoinConversion', () => ({ status: 409 }))
  expect(await outcomeOf('r-6')).toBe('unknown')
  // All but the refused one came.
  expect(issuer.requests.map(({ body }) => (body as { ref_id: string }).ref_id)).toEqual([
    ...['r-1', 'r-2', 'r-3', 'r-4', 'r-6'],
  ])
  expect(seen.slice(0, 3)).toEqual(issuer.requests.slice(1, 4))
  expect(seen[0]).toMatchObject({
    ...{ operation: 'createStablecoinConversion', method: 'POST', client: 'fake-client' },
    ...{ url: 'https://issuer.invalid/v2/conversion/stablecoins', body: { ref_id: 'r-2' } },
  })
  await client.createIssuerQuote(quote)
  expect(seen).toHaveLength(4)
})

it('an issuer in memory lists requests in the order in which they came, whatever a function waits for', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  let go: ((answer: undefined) => void) | undefined
  const gate = new Promise<undefined>((resolve) => (go = resolve))
  issuer.next('createIssuerQuote', () => gate)
  const first = client.createIssuerQuote(quote)
  await vi.waitFor(() => expect(issuer.requests).toHaveLength(1))
  await client.createStablecoinConversion(conversion)
  go?.(undefined)
  await first
  expect(issuer.requests.map(({ operation }) => operation)).toEqual([
    ...['createIssuerQuote', 'createStablecoinConversion'],
  ])
})

it('an issuer in memory fails a call whose function gives no answer, with the reason as its cause', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  issuer.next('createIssuerQuote', () => 'explode' as 'broken')
  await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({
    ...{ outcome: 'unknown', attempts: 1 },
    cause: { message: expect.stringContaining('"explode" is not a fault; name a fault') as string },
  })
  issuer.next('createIssuerQuote', () => null as never)
  await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('a status must be a number') as string },
  })
})

it('an issuer in memory leaves waiting to the clock of the test', async () => {
  vi.useFakeTimers()
  const issuer = fakeIssuer({ lifetime: 600 })
  const client = createClient({ ...issuer.options, timeout: 10_000 })
  issuer.next('createStablecoinConversion', 'no_answer', 'slow')
  const lost = expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
    ...{ code: 'ERR_TIMEOUT', outcome: 'unknown' },
  })
  // After its time, the client lets one turn of the event loop go by.
  await vi.advanceTimersByTimeAsync(10_001)
  await lost
  const late = client.createStablecoinConversion(conversion)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await late).toMatchObject(conversion)
  expect(vi.getTimerCount()).toBe(0)
  vi.setSystemTime('2031-01-02T03:04:05.678Z')
  await vi.advanceTimersByTimeAsync(600_000)
  const { created_at } = await client.createStablecoinConversion(conversion)
  expect([created_at, issuer.tokens.issued.length]).toEqual(['2031-01-02T03:14:05.678000Z', 2])
})

it('an issuer in memory stops waiting with the caller', async () => {
  const issuer = fakeIssuer()
  const stop = new AbortController()
  issuer.next('createIssuerQuote', { fault: 'slow', milliseconds: 600_000 })
  const call = createClient(issuer.options).createIssuerQuote(quote, { signal: stop.signal })
  await vi.waitFor(() => expect(issuer.requests).toHaveLength(1))
  stop.abort()
  await expect(call).rejects.toMatchObject({ code: 'ERR_ABORTED', outcome: 'unknown' })
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
  const issuer = fakeIssuer({ scopes: ['exchange:write_issuer_quote'] })
  const client = createClient(issuer.options)
  expect(await client.createIssuerQuote(quote)).toMatchObject({ side: 'BUY' })
  await expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
    ...{ code: 'ERR_MISSING_SCOPE', granted: ['exchange:write_issuer_quote'] },
  })
})

it.each(['client_secret_post', 'client_secret_basic'] as const)(
  'an issuer in memory grants tokens to the credentials of the program itself, by %s',
  async (clientAuthentication) => {
    const { tokenUrl, options, tokens } = fakeIssuer()
    const own = { clientId: 'treasury-1', clientSecret: 's', clientAuthentication }
    const auth = clientCredentials({ tokenUrl, ...own })
    await createClient({ ...options, auth }).createIssuerQuote(quote)
    expect(tokens.issued).toMatchObject([{ clientId: 'treasury-1' }])
  },
)

it('an issuer in memory says what is wrong with a token request as OAuth does', async () => {
  const { tokenUrl, options } = fakeIssuer({ scopes: ['exchange:write_issuer_quote'] })
  const own = { tokenUrl, clientId: 'a', clientSecret: 'b' }
  const auth = clientCredentials({
    ...own,
    scopes: ['transfer:write_crypto_destination_address'],
  })
  const call = createClient({ ...options, auth }).putCryptoDestinationAddress(place)
  await expect(call).rejects.toMatchObject({ status: 400, error: 'invalid_scope' })
})

it('an issuer in memory answers a read that the document lacks from what was made, also where that was lost', async () => {
  const issuer = fakeIssuer({
    read: async ({ operation, method, url, body }, made) => {
      await Promise.resolve()
      expect([operation, method, body]).toEqual([undefined, 'GET', ''])
      const refId = new URL(url).searchParams.get('ref_id')
      const call = made.find(
        (one) => one.operation === 'createStablecoinConversion' && one.body.ref_id === refId,
      )
      return call && { conversions: [call.answer], calls: made.map((one) => one.operation) }
    },
  })
  const client = createClient({ ...issuer.options, maxRetries: 0 })
  const lookUp = (refId: string) => readFrom(issuer, `/v2/conversion/stablecoins?ref_id=${refId}`)
  expect((await lookUp('r-1')).status).toBe(404)
  await client.putCryptoDestinationAddress(place)
  issuer.next('createStablecoinConversion', 'broken', 'refused', { status: 503 })
  for (const ref_id of ['r-1', 'r-2', 'r-3'])
    await client.createStablecoinConversion({ ...conversion, ref_id }).catch(() => undefined)
  expect((await lookUp('r-1')).data).toMatchObject({
    conversions: [{ ...conversion, ref_id: 'r-1' }],
    calls: ['putCryptoDestinationAddress', 'createStablecoinConversion'],
  })
  expect((await lookUp('r-2')).status).toBe(404)
  expect((await lookUp('r-3')).status).toBe(404)
  expect(issuer.requests.at(-1)).toMatchObject({ operation: undefined, method: 'GET' })
})

it('an issuer in memory that has no read answers what the document lacks as before', async () => {
  const issuer = fakeIssuer()
  const statusOf = async (path: string) => (await readFrom(issuer, path)).status
  expect(await statusOf('/v2/conversions/1')).toBe(404)
  expect(await statusOf('/v2/conversion/stablecoins')).toBe(405)
})

it('an issuer in memory forgets the oldest of what was made, so that a long run of tests ends', async () => {
  let kept: readonly MadeCall[] = []
  const issuer = fakeIssuer({ read: (_, made) => (kept = made).length })
  const client = createClient(issuer.options)
  const metadata = { text: 'x'.repeat(900_000) }
  for (let at = 0; at < 12; at++)
    await client.createStablecoinConversion({ ...conversion, ref_id: `r-${at}`, metadata })
  // Each has its body and its answer: 1.8 of 16.8 million characters.
  expect((await readFrom(issuer, '/v2/conversions')).data).toBe(9)
  expect([kept[0]?.body, kept.at(-1)?.body]).toMatchObject([{ ref_id: 'r-3' }, { ref_id: 'r-11' }])
})

it('an issuer in memory refuses what it cannot be told, in a sentence', () => {
  const issuer = fakeIssuer()
  const next = issuer.next as (...order: unknown[]) => void
  const told = (...order: unknown[]) => expect(() => next(...order))
  told('quote', 'cut').toThrow('"quote" is not an operation; there are putCrypto')
  told('createIssuerQuote', 'explode').toThrow(/^"explode" is not a fault; name a fault \(refused/)
  told('createIssuerQuote', { statu: 503 }).toThrow('statu is not part of an answer')
  told('createIssuerQuote', { status: 99 }).toThrow('a status must be a number from 200 to 599')
  told('createIssuerQuote', { fault: 'slow', milliseconds: -1 }).toThrow('milliseconds must be')
})

it('an issuer in memory tells the answers of two issuers apart', async () => {
  const [one, other] = [fakeIssuer(), fakeIssuer()]
  one.next('createIssuerQuote', { status: 500 })
  await createClient(other.options).createIssuerQuote(quote)
  await expect(createClient(one.options).createIssuerQuote(quote)).rejects.toThrow('500')
  expect([one.requests.length, other.requests.length]).toEqual([1, 1])
})
