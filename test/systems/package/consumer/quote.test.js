const { ClientError, createClient } = require('stablecoin-issuer-api')
const { failureOf, fakeIssuer } = require('stablecoin-issuer-api/testing')

const body = { profile_id: 'treasury', market: 'PAXGUSD', side: 'BUY', base_amount: '2' }

it('holds a quote', async () => {
  const client = createClient(fakeIssuer().options)
  expect(await client.createIssuerQuote(body)).toMatchObject({ quantity: '2' })
})

it('asks once', async () => {
  const client = createClient(fakeIssuer().options)
  const refusal = failureOf('ApiError', { operation: 'createIssuerQuote', status: 503 })
  const method = jest.spyOn(client, 'createIssuerQuote').mockReturnValue(refusal)
  await expect(client.createIssuerQuote(body)).rejects.toBeInstanceOf(ClientError)
  expect(method).toHaveBeenCalledTimes(1)
})
