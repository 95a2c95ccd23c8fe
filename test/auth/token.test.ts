import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClientCredentialsOptions } from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { parcel, postage } from '../support/parcels/calls.js'
import { clientCredentials, createClient, provider, scopes } from '../support/parcels/client.js'
import { document } from '../support/parcels/document.js'

const odd = 's3cret-&/%+~'
const clients = [
  { id: 'all', secret: 's3cret', scopes },
  { id: 'postage', secret: odd, scopes: ['postage:write'] },
]

let mock: Mock
let calls = 0
beforeAll(async () => {
  mock = await startMock({ provider, document, clients, onRequest: () => calls++ })
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
  const { quotePostage, putShelf, createParcel } = client
  await Promise.all([quotePostage(postage), putShelf({ id: 'a' }), createParcel(parcel)])
  expect([tokens.length, calls]).toEqual([1, 3])
  await mock.revoke(tokens[0] ?? '')
  const { attempts } = await quotePostage(postage).withResponse()
  expect([attempts, tokens.length, calls]).toEqual([2, 2, 5])
})

it('with a real token server client_secret_basic sends any secret as it reads it, and a scope that it refuses is told', async () => {
  const postageAlone = { clientId: 'postage', clientSecret: odd, scopes: ['postage:write'] }
  const clientAuthentication = 'client_secret_basic' as const
  await connect({ ...postageAlone, clientAuthentication }).client.quotePostage(postage)
  const { client } = connect({ ...postageAlone, scopes })
  const told = { outcome: 'not_sent', status: 400, error: 'invalid_scope' }
  await expect(client.quotePostage(postage)).rejects.toMatchObject(told)
})
