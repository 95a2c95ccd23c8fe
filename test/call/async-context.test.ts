import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { postage } from '../support/parcels/calls.js'
import { clientCredentials, createClient, fakeIssuer } from '../support/parcels/client.js'

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
  issuer.next('quotePostage', { status: 429, headers: { 'Retry-After': '0' } })
  const call = (name: string) => caller.run(name, () => client.quotePostage(postage))
  await Promise.all([call('a'), call('b')])
  for (const name of ['a', 'b'])
    for (const hook of ['beforeSend', 'attempt', 'response', 'end'])
      expect(seen).toContain(`${hook} ${name}`)
  expect(seen.filter((one) => !/ [ab]$/.test(one))).toEqual([])
  expect(seen.filter((one) => one.startsWith('end '))).toHaveLength(2)
})
