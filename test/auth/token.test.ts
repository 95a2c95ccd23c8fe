import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientEvent,
  createClient,
} from '../../src/index.js'
import { type Mock, startMock } from '../../src/mock/server.js'

const quoteScope = 'exchange:write_issuer_quote'
const conversionScope = 'conversion:write_conversion_stablecoin'
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }

let mock: Mock
let tokens: string[] = []
let calls = 0
beforeAll(async () => {
  mock = await startMock({
    clients: [
      {
        id: 'all',
        secret: 's3cret',
        scopes: ['transfer:write_crypto_destination_address', conversionScope, quoteScope],
      },
      { id: 'quotes', secret: 's3cret', scopes: [quoteScope] },
      {
        id: 'basic',
        secret: 's3cret-&/%+~',
        scopes: [quoteScope],
      },
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

describe('with a real token server', () => {
  it('one token serves all operations', async () => {
    const { client, events } = connect()
    await Promise.all([
      client.createIssuerQuote(quote),
      client.putCryptoDestinationAddress({ id: 'a' }),
      client.createStablecoinConversion(conversion),
    ])
    await client.createIssuerQuote(quote)
    expect([tokens.length, calls]).toEqual([1, 4])
    const told = events.filter(({ type }) => type === 'token')
    expect(told).toMatchObject([
      { type: 'token', expiresIn: 3600, milliseconds: expect.any(Number) as number },
    ])
  })

  it('a revoked token is replaced once, and the call replayed once', async () => {
    const { client } = connect()
    await client.createIssuerQuote(quote)
    await mock.revoke(tokens[0] ?? '')
    const { attempts } = await client.createIssuerQuote(quote).withResponse()
    expect([attempts, tokens.length, calls]).toEqual([2, 2, 3])
  })

  it('a scope that was not asked for is refused without asking for a token', async () => {
    const { client } = connect({ scopes: [quoteScope] })
    await expect(client.createStablecoinConversion(conversion)).rejects.toMatchObject({
      code: 'ERR_MISSING_SCOPE',
      outcome: 'not_sent',
      scope: conversionScope,
      granted: [quoteScope],
    })
    expect([tokens.length, calls]).toEqual([0, 0])
    await client.createIssuerQuote(quote)
    expect([tokens.length, calls]).toEqual([1, 1])
  })

  it('a scope that was asked for and not granted is refused before the call', async () => {
    const narrower = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const answer = (await (await fetch(url, init)).json()) as object
      return Response.json({ ...answer, scope: quoteScope })
    }
    const { client } = connect({ fetch: narrower })
    const call = client.createStablecoinConversion(conversion)
    await expect(call).rejects.toMatchObject({ code: 'ERR_MISSING_SCOPE', granted: [quoteScope] })
    expect(calls).toBe(0)
  })

  it('a scope that the server refuses is told by its error code', async () => {
    const { client } = connect({ clientId: 'quotes' })
    await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({
      code: 'ERR_AUTHENTICATION',
      outcome: 'not_sent',
      status: 400,
      error: 'invalid_scope',
      message: expect.stringContaining(
        'set scopes to those, and only those, that were granted',
      ) as string,
    })
  })

  it('a wrong secret is told by its error code and never shown', async () => {
    const { client } = connect({ clientSecret: 'wr0ng-secret' })
    const call = client.createIssuerQuote(quote)
    await expect(call).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    await expect(call).rejects.not.toThrow('wr0ng-secret')
  })

  it('a secret function is asked once more after invalid_client', async () => {
    const secrets = ['rotated-away', 's3cret']
    const { client } = connect({ clientSecret: () => secrets.shift() ?? 'none' })
    await client.createIssuerQuote(quote)
    expect([secrets.length, tokens.length]).toEqual([0, 2])
  })

  it('a secret function that fails sends nothing', async () => {
    const { client } = connect({ clientSecret: () => Promise.reject(new Error('vault-detail')) })
    const call = client.createIssuerQuote(quote)
    await expect(call).rejects.toMatchObject({ code: 'ERR_AUTHENTICATION', outcome: 'not_sent' })
    await expect(call).rejects.toThrow('clientSecret gave no secret')
    expect(tokens.length).toBe(0)
  })

  it('client_secret_basic sends any secret as the server reads it', async () => {
    const { client } = connect({
      clientId: 'basic',
      clientSecret: 's3cret-&/%+~',
      scopes: [quoteScope],
      clientAuthentication: 'client_secret_basic',
    })
    await client.createIssuerQuote(quote)
    expect(calls).toBe(1)
  })

  it('a clientAuthentication of the caller is used', async () => {
    const { client } = connect({
      clientSecret: 'unused',
      clientAuthentication: (_server, application, body) => {
        body.set('client_id', application.client_id)
        body.set('client_secret', 's3cret')
      },
    })
    await client.createIssuerQuote(quote)
    expect(calls).toBe(1)
  })
})
