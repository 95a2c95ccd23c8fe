import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { ApiError, clientCredentials, createClient } from '../../src/index.js'
import { fakeIssuer } from '../../src/testing.js'
import { conversion, madeConversion, quote } from '../support/examples.js'
import { answer, scripted } from '../support/scripted.js'

it('a call sends the documented request once, and gives the data, with all that is beside it', async () => {
  const data = { ...madeConversion, rate: '1.0000' }
  const auth = () => Promise.resolve('tok-1')
  const baseUrl = 'https://api.example.com/gateway/'
  const steps = [answer(200, data, { 'content-type': 'application/json' })]
  const { client, sent } = scripted(steps, { baseUrl, auth })
  const call = client.createStablecoinConversion(conversion)
  const whole = await call.withResponse()
  expect(await call).toEqual(data)
  expect(whole).toMatchObject({ data, status: 200, attempts: 1, refId: 'r-1' })
  expect(whole.headers.get('content-type')).toBe('application/json')
  expect(sent.map((request) => ({ ...request }))).toMatchObject([
    {
      method: 'POST',
      url: 'https://api.example.com/gateway/v2/conversion/stablecoins',
      headers: {
        authorization: 'Bearer tok-1',
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(conversion),
    },
  ])
})

it('a call leaves no unhandled rejection when only the whole result is awaited', async () => {
  const unhandled: unknown[] = []
  const listen = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', listen)
  const { client } = scripted([answer(403)])
  await expect(client.createIssuerQuote(quote).withResponse()).rejects.toBeInstanceOf(ApiError)
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', listen)
  expect(unhandled).toEqual([])
})

it('the hooks of a call run in the async context of its caller, though calls share one token request', async () => {
  const caller = new AsyncLocalStorage<string>()
  const issuer = fakeIssuer()
  const { baseUrl, transport } = issuer.options
  const seen: string[] = []
  const credentials = { clientId: 'fake-client', clientSecret: 'fake-secret' }
  const client = createClient({
    baseUrl,
    transport,
    auth: clientCredentials({ tokenUrl: issuer.tokenUrl, ...credentials }),
    beforeSend: () => {
      seen.push(`beforeSend ${caller.getStore()}`)
    },
    onEvent: ({ type }) => {
      if (type !== 'token') seen.push(`${type} ${caller.getStore()}`)
    },
  })
  issuer.next('createIssuerQuote', { status: 429, headers: { 'Retry-After': '0' } })
  const call = (name: string) => caller.run(name, () => client.createIssuerQuote(quote))
  await Promise.all([call('a'), call('b')])
  for (const name of ['a', 'b'])
    for (const hook of ['beforeSend', 'attempt', 'response', 'end'])
      expect(seen).toContain(`${hook} ${name}`)
  expect(seen.filter((one) => !/ [ab]$/.test(one))).toEqual([])
  expect(seen.filter((one) => one.startsWith('end '))).toHaveLength(2)
})
