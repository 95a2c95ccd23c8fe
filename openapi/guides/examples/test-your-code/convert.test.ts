import { afterEach, expect, it, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { provider } from '../../../../test/fixtures/acme/index.js'
import { PGlite } from '../../../../test/support/pglite.js'
import { conversion } from './conversion.js'
import { convert } from './convert.js'

afterEach(() => vi.useRealTimers())

// #region fake
it('books a conversion, or that it has to be looked up', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  expect(await convert(client, conversion)).toMatchObject({ state: 'requested' })
  expect(issuer.requests).toMatchObject([{ body: conversion }])
  issuer.next('createStablecoinConversion', 503)
  expect(await convert(client, conversion)).toEqual({ state: 'to be looked up' })
})

it('finds a conversion after a lost answer, and sees it settle', async () => {
  const issuer = fakeIssuer({ provider })
  const client = createClient(issuer.options)
  issuer.next('createStablecoinConversion', 'broken')
  const { id = 'none' } = await convert(client, conversion)
  expect(issuer.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  issuer.update(id, { status: 'SETTLED', settled_at: '2026-03-02T09:16:05Z' })
  expect(await client.readConversion({ id })).toMatchObject({ status: 'SETTLED' })
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
  const database = postgres(new PGlite())
  const start = async () => {
    const journal = await openJournal(database, { partition: 'test' })
    return createClient({ ...issuer.options, maxRetries: 0, journal })
  }
  issuer.next('createStablecoinConversion', 'broken')
  issuer.next('findConversions', 503) // its look-up fails as well
  expect(await convert(await start(), conversion)).toEqual({ state: 'to be looked up' })
  expect(await convert(await start(), conversion)).toMatchObject({ state: 'requested' })
  expect(issuer.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
}, 60_000) // PGlite takes seconds to start
// #endregion

it('knows what is not an error of the client', async () => {
  const client = createClient(fakeIssuer().options)
  vi.spyOn(client, 'createStablecoinConversion').mockImplementation(() => {
    throw new RangeError('mine')
  })
  await expect(convert(client, conversion)).rejects.toThrow(RangeError)
})
