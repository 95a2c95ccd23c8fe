import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { createLookUp, openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { provider } from '../../../../test/fixtures/acme/index.js'
import { PGlite } from '../../../../test/support/pglite.js'
import { conversion } from '../orders.js'
import { convert } from './convert.js'

afterEach(() => vi.useRealTimers())

// #region fake
it('books a conversion, or that it has to be looked up', async () => {
  const issuer = fakeIssuer()
  const { createStablecoinConversion } = createClient(issuer.options)
  // In the place of a method, it resolves and rejects as that does.
  const client = { createStablecoinConversion: vi.fn(createStablecoinConversion) }
  expect(await convert(client, conversion)).toMatchObject({ state: 'requested' })
  expect(issuer.requests).toMatchObject([{ body: conversion }])
  issuer.next('createStablecoinConversion', { status: 503 })
  expect(await convert(client, conversion)).toEqual({ state: 'to be looked up' })
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

it('knows what is not an error of the client', async () => {
  const client = createClient(fakeIssuer().options)
  vi.spyOn(client, 'createStablecoinConversion').mockImplementation(() => {
    throw new RangeError('mine')
  })
  await expect(convert(client, conversion)).rejects.toThrow(RangeError)
})
