import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { createLookUp, openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { failWith, fakeIssuer, succeedWith } from 'stablecoin-issuer-api/testing'
import { provider } from '../../../../test/fixtures/acme/index.js'
import { conversion } from '../orders.js'
import { convert } from './convert.js'

// #region fake
afterEach(() => vi.useRealTimers())

it('books a conversion under its reference', async () => {
  const issuer = fakeIssuer()
  const { state } = await convert(createClient(issuer.options), conversion)
  expect(state).toBe('requested')
  expect(issuer.requests).toMatchObject([{ body: conversion }])
})

it('looks a conversion up after a lost answer, and does not send it again', async () => {
  const issuer = fakeIssuer({ provider })
  issuer.next('createStablecoinConversion', 'broken')
  // This provider's overlay says what a repeat gets: without retries, the answer stays lost.
  const client = createClient({ ...issuer.options, maxRetries: 0 })
  expect(await convert(client, conversion)).toEqual({ state: 'to be looked up' })
  const { amount, ref_id } = conversion
  const { conversions } = await client.searchConversions({ ref_id })
  expect(conversions).toMatchObject([{ amount, ref_id }])
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
  const orders = Array.from({ length: 15 }, (_, at) => ({ ...conversion, ref_id: `r-${at}` }))
  const booked = orders.map((order) => convert(client, order))
  await vi.advanceTimersByTimeAsync(30_000)
  for (const { state } of await Promise.all(booked)) expect(state).toBe('requested')
  expect(issuer.requests.length).toBeGreaterThan(15)
})
// #endregion

it('does not wait for ever', async () => {
  vi.useFakeTimers()
  const issuer = fakeIssuer()
  issuer.next('createStablecoinConversion', 'no_answer')
  const booked = convert(createClient(issuer.options), conversion)
  await vi.advanceTimersByTimeAsync(10_001) // timeout, and one turn more for a late answer
  expect(await booked).toEqual({ state: 'to be looked up' })
})

// #region journal
it('makes a conversion once, by a worker that starts again after a lost answer', async () => {
  const issuer = fakeIssuer({ provider })
  const options = { ...issuer.options, provider, totalTimeout: 700, maxRetries: 0 }
  const database = postgres(new PGlite())
  const start = async () => {
    const lookUp = createLookUp(options)
    const journal = await openJournal(database, { partition: 'test', window: 1_500, lookUp })
    return createClient({ ...options, journal })
  }
  issuer.next('createStablecoinConversion', 'broken')
  expect(await convert(await start(), conversion)).toEqual({ state: 'to be looked up' })
  await sleep(1_600) // the lease runs by the database's clock: no fake timer ends it
  expect(await convert(await start(), conversion)).toMatchObject({ state: 'requested' })
  expect(issuer.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
})
// #endregion

// #region spy
it('books what was not sent as not made', async () => {
  const client = createClient({ baseUrl: 'https://issuer.invalid', auth: 'token' })
  const operation = 'createStablecoinConversion'
  const method = vi.spyOn(client, operation)
  method.mockReturnValueOnce(failWith('TimeoutError', { operation, outcome: 'not_sent' }))
  expect(await convert(client, conversion)).toEqual({ state: 'not made' })
  method.mockReturnValueOnce(succeedWith(operation, { id: 'c-1' }))
  expect(await convert(client, conversion)).toEqual({ state: 'requested', id: 'c-1' })
})
// #endregion

it('knows what is not an error of the client', async () => {
  const client = createClient(fakeIssuer().options)
  vi.spyOn(client, 'createStablecoinConversion').mockImplementation(() => {
    throw new RangeError('mine')
  })
  await expect(convert(client, conversion)).rejects.toThrow(RangeError)
})
