import { afterAll, beforeAll, expect, it } from 'vitest'
import { scopes } from '../../generated/index.js'
import { clientCredentials, type ClientCredentialsOptions, createClient } from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { address, conversion, quote } from '../support/examples.js'

const odd = 's3cret-&/%+~'
const quoting = ['exchange:write_issuer_quote']
const clients = [
  { id: 'all', secret: 's3cret', scopes },
  { id: 'quotes', secret: odd, scopes: quoting },
]

let mock: Mock
let calls = 0
beforeAll(async () => {
  mock = await startMock({ clients, onRequest: () => calls++ })
})
afterAll(() => mock.stop())

/** A client of the mock, and the tokens that it was given. */
function connect(options: Omit<ClientCredentialsOptions, 'tokenUrl'>) {
  const tokens: string[] = []
  const auth = clientCredentials({
    tokenUrl: mock.tokenUrl,
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      tokens.push(((await answer.clone().json()) as { access_token: string }).access_token)
      return answer
    },
    ...options,
  })
  return { client: createClient({ baseUrl: mock.url, auth }), tokens }
}

it('with a real token server one token serves all operations, and a revoked one is replaced once', async () => {
  const { client, tokens } = connect({ clientId: 'all', clientSecret: 's3cret' })
  await Promise.all([
    client.createIssuerQuote(quote),
    client.putCryptoDestinationAddress(address),
    client.createStablecoinConversion(conversion),
  ])
  expect([tokens.length, calls]).toEqual([1, 3])
  await mock.revoke(tokens[0] ?? '')
  const { attempts } = await client.createIssuerQuote(quote).withResponse()
  expect([attempts, tokens.length, calls]).toEqual([2, 2, 5])
})

it('with a real token server client_secret_basic sends any secret as it reads it, and a scope that it refuses is told', async () => {
  const known = { clientId: 'quotes', clientSecret: odd, scopes: quoting }
  const clientAuthentication = 'client_secret_basic' as const
  await connect({ ...known, clientAuthentication }).client.createIssuerQuote(quote)
  const { client } = connect({ ...known, scopes })
  const told = { outcome: 'not_sent', status: 400, error: 'invalid_scope' }
  await expect(client.createIssuerQuote(quote)).rejects.toMatchObject(told)
})
