import { expect, it } from 'vitest'
import {
  type ClientAuthentication,
  clientCredentials,
  type ClientCredentialsOptions,
  ClientSecretJwt,
  PrivateKeyJwt,
  TlsClientAuth,
} from '../../src/index.js'
import { userAgent } from '../../src/shared/runtime.js'
import { useFakeClock } from '../support/clock.js'
import { all, endpoint, granted, json, result } from '../support/token-endpoint.js'

useFakeClock()

const tokenUrl = 'https://auth.example.com/token'

/** The first request that is made with these options. */
async function request(options: Partial<ClientCredentialsOptions>) {
  // Signing takes real time, in which the fake clock must not run on.
  const { source, seen } = endpoint([json(granted)], options)
  await source.getToken()
  return seen[0]
}

it.each([
  ['me', 's3cret', 'me:s3cret'],
  // What servers that do not decode have to find as it is.
  ['3f2b8c1e-0d4a-4c7e.x_y~z', 'a-b_c.d~e', '3f2b8c1e-0d4a-4c7e.x_y~z:a-b_c.d~e'],
  ['a b', 'c d', 'a%20b:c%20d'],
  ['a:b', 'a:b%c+d e&é"\\', 'a%3Ab:a%3Ab%25c%2Bd%20e%26%C3%A9%22%5C'],
  ["it's!", '(*)', "it's!:(*)"],
])(
  'client_secret_basic writes what servers read, decoding or not: %s, %s',
  async (clientId, clientSecret, pair) => {
    const sent = await request({
      clientId,
      clientSecret,
      clientAuthentication: 'client_secret_basic',
    })
    expect(sent?.headers.get('authorization')).toBe(`Basic ${btoa(pair)}`)
    expect(sent?.form).toEqual({ grant_type: 'client_credentials', scope: all.join(' ') })
  },
)

it('client_secret_basic can be written otherwise by a function', async () => {
  const raw: ClientAuthentication = (_server, { client_id }, _form, headers) =>
    headers.set('authorization', `Basic ${btoa(`${client_id}:a b`)}`)
  const sent = await request({ clientAuthentication: raw })
  expect(sent?.headers.get('authorization')).toBe(`Basic ${btoa('me:a b')}`)
})

const claimsOf = (form: Readonly<Record<string, string>> = {}) => {
  const [head, claims] = (form['client_assertion'] ?? '').split('.').slice(0, 2)
  return [head, claims].map((part) => JSON.parse(atob(part ?? '')) as object)
}
const keys = () =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])

it('a signed assertion names the token URL as its audience, and is signed by the key', async () => {
  const { privateKey, publicKey } = await keys()
  const sent = await request({
    clientAuthentication: PrivateKeyJwt({ key: privateKey, kid: 'k-1' }),
  })
  const [head, claims] = claimsOf(sent?.form)
  expect(head).toEqual({ alg: 'ES256', kid: 'k-1' })
  expect(claims).toMatchObject({ iss: 'me', sub: 'me', aud: tokenUrl })
  expect(sent?.form).toMatchObject({
    client_id: 'me',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
  expect(sent?.form).not.toHaveProperty('client_secret')
  const [signed = '', signature = ''] =
    /^(.*)\.(.*)$/.exec(sent?.form['client_assertion'] ?? '')?.slice(1) ?? []
  const good = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    publicKey,
    Buffer.from(signature, 'base64url'),
    Buffer.from(signed),
  )
  expect(good).toBe(true)
})

it('a signed assertion names the issuer, where that is given', async () => {
  const issuer = 'https://auth.example.com/realms/a'
  const { privateKey } = await keys()
  const sent = await request({ issuer, clientAuthentication: PrivateKeyJwt(privateKey) })
  expect(claimsOf(sent?.form)[1]).toMatchObject({ aud: issuer })
})

it('a signed assertion may be signed by the secret', async () => {
  const sent = await request({ clientAuthentication: ClientSecretJwt('x'.repeat(32)) })
  expect(claimsOf(sent?.form)).toMatchObject([{ alg: 'HS256' }, { aud: tokenUrl }])
})

it('a signed assertion is made anew for each request', async () => {
  const { privateKey } = await keys()
  const clientAuthentication = PrivateKeyJwt(privateKey)
  const [one, two] = [
    await request({ clientAuthentication }),
    await request({ clientAuthentication }),
  ]
  expect(one?.form['client_assertion']).not.toBe(two?.form['client_assertion'])
})

it('a certificate needs the id alone', async () => {
  const sent = await request({ clientAuthentication: TlsClientAuth() })
  expect(sent?.form).toEqual({
    grant_type: 'client_credentials',
    client_id: 'me',
    scope: all.join(' '),
  })
})

it('a function is told the server, the client, and what is sent', async () => {
  const told: unknown[] = []
  await request({
    parameters: { audience: 'a' },
    clientAuthentication: (server, client, form, headers) => {
      told.push(server, client, Object.fromEntries(form), headers.get('accept'))
    },
  })
  expect(told).toEqual([
    { issuer: tokenUrl, token_endpoint: tokenUrl },
    { client_id: 'me' },
    { grant_type: 'client_credentials', audience: 'a', scope: all.join(' ') },
    'application/json',
  ])
})

it.each<[string, ClientAuthentication]>([
  [
    'throws',
    () => {
      throw new RangeError('a-secret')
    },
  ],
  ['rejects', () => Promise.reject(new RangeError('a-secret'))],
])(
  'a function that %s sends nothing, and its words are not shown',
  async (_, clientAuthentication) => {
    const { end, seen } = await result([json(granted)], { clientAuthentication })
    expect((end as Error).message).toBe('clientAuthentication failed with RangeError')
    expect(seen).toEqual([])
  },
)

it('parameters go along beside the secret, a list as often as it has members', async () => {
  const bodies: string[] = []
  const source = clientCredentials({
    tokenUrl,
    clientId: 'me',
    clientSecret: () => 's3cret-1',
    parameters: { audience: 'api', resource: ['https://a.example/x?y=1', 'https://b.example'] },
    fetch: (_url, init) => {
      bodies.push(String(init.body as unknown))
      return Promise.resolve(Response.json(granted))
    },
  })
  await source.getToken()
  const form = new URLSearchParams(bodies[0])
  expect(form.getAll('resource')).toEqual(['https://a.example/x?y=1', 'https://b.example'])
  expect([form.get('audience'), form.get('client_secret')]).toEqual(['api', 's3cret-1'])
})

it('parameters of the time when it was made are sent', async () => {
  const parameters = { audience: 'a' }
  const options = { parameters }
  const pending = request(options)
  parameters.audience = 'b'
  expect((await pending)?.form['audience']).toBe('a')
})

it.each<[unknown]>([
  ['audience=a'],
  [{ audience: 5 }],
  [{ audience: '' }],
  [{ resource: ['a', 5] }],
  [{ resource: ['a', ['b']] }],
  [{ grant_type: 'password' }],
  [{ scope: 'a' }],
  [{ client_id: 'a' }],
  [{ client_secret: 'a' }],
  [{ client_assertion: 'a' }],
  [{ client_assertion_type: 'a' }],
  [null],
])(
  'parameters are refused where they are no texts, or what the grant itself says: %j',
  (parameters) => {
    const options = { tokenUrl, clientId: 'me', clientSecret: 's', parameters: parameters as never }
    expect(() => clientCredentials(options)).toThrow(
      'clientCredentials: parameters must be an object of strings or lists of strings, without the fields that the grant sets',
    )
  },
)

it('the headers of a token request name what is sent, what is taken, and who sends', async () => {
  const sent = await request({})
  expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    'user-agent': userAgent,
  })
})

it('without scopes none is asked for', async () => {
  expect((await request({ scopes: [] }))?.form).not.toHaveProperty('scope')
})

it.each<[Partial<ClientCredentialsOptions>, string]>([
  [{ issuer: '' }, 'issuer must be a string'],
  [{ ignoreGrantedScopes: 'yes' as never }, 'ignoreGrantedScopes must be true or false'],
  [
    { clientAuthentication: 'toString' as never },
    "clientAuthentication must be 'client_secret_post'",
  ],
])('clientCredentials refuses %j', (options, sentence) =>
  expect(() =>
    clientCredentials({ tokenUrl, clientId: 'me', clientSecret: 's', ...options }),
  ).toThrow(`clientCredentials: ${sentence}`),
)
