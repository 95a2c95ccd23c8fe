import { expect, it } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { AddressDto, ConversionDto } from '../../../openapi/guides/examples/forms/dto.js'
import { filledIn, problemsOf } from '../../../openapi/guides/examples/forms/problems.js'
import { conversion } from '../../support/examples.js'

function formOf(values: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, String(value))
  return form
}

it('a form has a sentence for each field that is wrong or missing', () => {
  const values = filledIn(formOf({ ...conversion, amount: '1,5', profile_id: '' }))
  expect([...problemsOf('createStablecoinConversion', values)].toSorted()).toEqual([
    ['amount', 'amount must be a decimal string such as 12.50, got "1,5"'],
    ['profile_id', expect.stringContaining('profile_id')],
  ])
})

it('a class of a request is sent as it is', async () => {
  const issuer = fakeIssuer()
  const client = createClient(issuer.options)
  await client.createStablecoinConversion(Object.assign(new ConversionDto(), conversion))
  const place = { crypto_network: 'BASE', address: '0x1' } as const
  await client.putCryptoDestinationAddress(Object.assign(new AddressDto(), place))
  expect(issuer.requests.map(({ body }) => body)).toEqual([conversion, place])
})

it('a form can be sent where an optional field was left empty', () => {
  const form = formOf({ ...conversion, ref_id: '' })
  expect(problemsOf('createStablecoinConversion', Object.fromEntries(form)).size).toBe(1)
  expect(problemsOf('createStablecoinConversion', filledIn(form)).size).toBe(0)
})
