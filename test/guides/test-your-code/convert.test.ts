import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { createClient, createFetch } from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { callOf, failureOf, fakeIssuer } from 'stablecoin-issuer-api/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { convert } from './convert.js'

// #region fake
afterEach(() => vi.useRealTimers())

it('books a conversion under its reference', async () => {
  const issuer = fakeIssuer()
  const { state } = await convert(createClient(issuer.options), '12.50', 'r-1')
  expect(state).toBe('requested')
  expect(issuer.requests).toMatchObject([{ body: { amount: '12.50', ref_id: 'r-1' } }])
})

it('looks a conversion up after a lost answer, and does not send it again', async () => {
  const issuer = fakeIssuer({
    read: ({ url }, made) => {
      const refId = new URL(url).searchParams.get('ref_id')
      const found = made.find((call) => 'ref_id' in call.body && call.body.ref_id === refId)
      return found?.answer // undefined is a 404
    },
  })
  issuer.next('createStablecoinConversion', 'broken')
  const booked = await convert(createClient(issuer.options), '12.50', 'r-1')
  expect(booked).toEqual({ state: 'to be looked up' })
  const read = createFetch(issuer.options, { undocumentedReads: true })
  const found = await read('/v2/conversion/stablecoins?ref_id=r-1')
  expect(await found.json()).toMatchObject({ amount: '12.50', ref_id: 'r-1' })
  expect(issuer.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
})

it('keeps within a limit of 10 a second', async () => {
  vi.useFakeTimers()
  const issuer = fakeIssuer()
  const tooMany = { status: 429, headers: { 'retry-after': '1' } }
  let left = 10
  setInterval(() => (left = 10), 1_000)
  issuer.next('createStablecoinConversion', () => (left-- > 0 ? undefined : tooMany))
  const client = createClient(issuer.options)
  const booked = Array.from({ length: 15 }, (_, at) => convert(client, '12.50', `r-${at}`))
  await vi.advanceTimersByTimeAsync(30_000)
  for (const { state } of await Promise.all(booked)) expect(state).toBe('requested')
  expect(issuer.requests.length).toBeGreaterThan(15)
})
// #endregion

it('does not wait for ever', async () => {
  vi.useFakeTimers()
  const issuer = fakeIssuer()
  issuer.next('createStablecoinConversion', 'no_answer')
  const booked = convert(createClient(issuer.options), '12.50', 'r-1')
  await vi.advanceTimersByTimeAsync(10_001) // timeout, and one turn more for a late answer
  expect(await booked).toEqual({ state: 'to be looked up' })
})

// #region journal
it('makes a conversion once, by a worker that starts again after a lost answer', async () => {
  const issuer = fakeIssuer({ read: (_request, made) => made[0]?.answer })
  const database = postgres(new PGlite())
  const start = async () => {
    const read = createFetch(issuer.options, { undocumentedReads: true })
    const lookUp = async (refId: string) => {
      const found = await read(`/conversions/${refId}`)
      return { data: (await found.json()) as object }
    }
    const journal = await openJournal(database, { partition: 'test', window: 1_500, lookUp })
    return createClient({ ...issuer.options, totalTimeout: 700, journal })
  }
  issuer.next('createStablecoinConversion', 'broken')
  expect(await convert(await start(), '12.50', 'r-1')).toEqual({ state: 'to be looked up' })
  await sleep(1_600) // the lease runs by the database's clock: no fake timer ends it
  expect(await convert(await start(), '12.50', 'r-1')).toMatchObject({ state: 'requested' })
  expect(issuer.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
})
// #endregion

// #region spy
it('books what was not sent as not made', async () => {
  const client = createClient({ baseUrl: 'https://issuer.invalid', auth: 'token' })
  const operation = 'createStablecoinConversion'
  const method = vi.spyOn(client, operation)
  method.mockReturnValueOnce(failureOf('TimeoutError', { operation, outcome: 'not_sent' }))
  expect(await convert(client, '12.50', 'r-1')).toEqual({ state: 'not made' })
  method.mockReturnValueOnce(callOf(operation, { id: 'c-1' }))
  expect(await convert(client, '12.50', 'r-1')).toEqual({ state: 'requested', id: 'c-1' })
})
// #endregion

it('knows what is not an error of the client', async () => {
  const client = createClient(fakeIssuer().options)
  vi.spyOn(client, 'createStablecoinConversion').mockImplementation(() => {
    throw new RangeError('mine')
  })
  await expect(convert(client, '12.50', 'r-1')).rejects.toThrow(RangeError)
})
