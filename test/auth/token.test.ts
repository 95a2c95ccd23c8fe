import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClientCredentialsOptions, type ClientEvent } from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { parcel, postage } from '../support/parcels/calls.js'
import { clientCredentials, createClient, provider } from '../support/parcels/client.js'
import { document } from '../support/parcels/document.js'

const postageScope = 'postage:write'
const parcelScope = 'parcels:write'

let mock: Mock
let tokens: string[] = []
let calls = 0
beforeAll(async () => {
  mock = await startMock({
    provider,
    document,
    clients: [
      { id: 'all', secret: 's3cret', scopes: ['warehouse:write', parcelScope, postageScope] },
      { id: 'postage', secret: 's3cret', scopes: [postageScope] },
      { id: 'basic', secret: 's3cret-&/%+~', scopes: [postageScope] },
    ],
    onRequest: () => calls++,
  })
})
afterAll(() => mock.stop())

function connect(options: Partial<ClientCredentialsOptions> = {}) {
  tokens = []
  calls = 0
  const events: ClientEvent[] = []
  const auth = clientCredentials({
    tokenUrl: mock.tokenUrl,
    clientId: 'all',
    clientSecret: 's3cret',
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      tokens.push(((await answer.clone().json()) as { access_token: string }).access_token)
      return answer
    },
    ...options,
  })
  return {
    client: createClient({ baseUrl: mock.url, auth, onEvent: (event) => events.push(event) }),
    events,
  }
}

it('with a real token server one token serves all operations', async () => {
  const { client, events } = connect()
  await Promise.all([
    client.quotePostage(postage),
    client.putShelf({ id: 'a' }),
    client.createParcel(parcel),
  ])
  await client.quotePostage(postage)
  expect([tokens.length, calls]).toEqual([1, 4])
  const told = events.filter(({ type }) => type === 'token')
  expect(told).toMatchObject([
    { type: 'token', expiresIn: 3600, milliseconds: expect.any(Number) as number },
  ])
})

it('with a real token server a revoked token is replaced once, and the call replayed once', async () => {
  const { client } = connect()
  await client.quotePostage(postage)
  await mock.revoke(tokens[0] ?? '')
  const { attempts } = await client.quotePostage(postage).withResponse()
  expect([attempts, tokens.length, calls]).toEqual([2, 2, 3])
})

it('with a real token server a scope that the server refuses is told by its error code', async () => {
  const { client } = connect({ clientId: 'postage' })
  await expect(client.quotePostage(postage)).rejects.toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'not_sent',
    status: 400,
    error: 'invalid_scope',
    message: expect.stringContaining(
      'set scopes to those, and only those, that were granted',
    ) as string,
  })
})

it('with a real token server client_secret_basic sends any secret as the server reads it', async () => {
  const { client } = connect({
    clientId: 'basic',
    clientSecret: 's3cret-&/%+~',
    scopes: [postageScope],
    clientAuthentication: 'client_secret_basic',
  })
  await client.quotePostage(postage)
  expect(calls).toBe(1)
})
