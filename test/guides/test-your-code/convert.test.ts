import { createClient } from 'stablecoin-issuer-api'
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
  const issuer = fakeIssuer()
  issuer.next('createStablecoinConversion', 'broken')
  const booked = await convert(createClient(issuer.options), '12.50', 'r-1')
  expect(booked).toEqual({ state: 'to be looked up' })
  expect(issuer.requests).toHaveLength(1)
})

it('does not wait for ever', async () => {
  vi.useFakeTimers()
  const issuer = fakeIssuer()
  issuer.next('createStablecoinConversion', 'no_answer')
  const booked = convert(createClient(issuer.options), '12.50', 'r-1')
  await vi.advanceTimersByTimeAsync(10_001) // timeout, and one turn more for a late answer
  expect(await booked).toEqual({ state: 'to be looked up' })
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
