import { expect, it } from 'vitest'
import { createClient, type CreateStablecoinConversionRequest } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { filledIn, problemsOf } from '../../../openapi/guides/examples/forms/problems.js'
import { conversion } from '../../support/examples.js'

it('a form has a sentence for each field that is wrong or missing, and none for an optional one that is empty', () => {
  const form = new FormData()
  const given = { ...conversion, amount: '1,5', profile_id: '', ref_id: '' }
  for (const [name, value] of Object.entries<unknown>(given)) form.set(name, String(value))
  const values = filledIn(form)
  expect([...problemsOf('createStablecoinConversion', values)].toSorted()).toEqual([
    ['amount', 'amount must be a decimal string such as 12.50, got "1,5"'],
    ['profile_id', expect.stringContaining('profile_id')],
  ])
})

it('an object of a class is sent as it is', async () => {
  class Conversion implements CreateStablecoinConversionRequest {
    profile_id!: string
    amount!: string
    source_asset!: string
    target_asset!: string
    ref_id!: string
  }
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  await client.createStablecoinConversion(Object.assign(new Conversion(), conversion))
  expect(issuer.requests).toMatchObject([{ body: conversion }])
})
