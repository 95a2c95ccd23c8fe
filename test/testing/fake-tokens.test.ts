import { afterEach, expect, it, vi } from 'vitest'
import { type ClientAuthentication, clientCredentials, createClient } from '../../src/index.js'
import { type FakeIssuer, fakeIssuer, type NextAnswer } from '../../src/testing.js'
import { quote } from '../support/examples.js'

/** A client of the issuer with credentials of its own. */
function clientOf({ tokenUrl, options }: FakeIssuer, credentials: object = {}) {
  const known = { tokenUrl, clientId: 'treasury', clientSecret: 's' }
  const auth = clientCredentials({ ...known, ...credentials })
  return createClient({ ...options, auth, maxRetries: 0 })
}

afterEach(() => vi.useRealTimers())

it.each<[Exclude<NextAnswer, 'drift'>, object, number]>([
  [{ status: 429, headers: { 'Retry-After': '7' } }, { status: 429, outcome: 'not_sent' }, 0],
  [{ status: 400, body: { error: 'invalid_grant' } }, { status: 400, error: 'invalid_grant' }, 0],
  ['refused', { outcome: 'not_sent', cause: { code: 'ECONNREFUSED' } }, 0],
  ['broken', { outcome: 'not_sent', cause: { code: 'ECONNRESET' } }, 1],
  ['cut', { outcome: 'not_sent' }, 1],
  ['false_success', { status: 200, outcome: 'not_sent' }, 0],
])('an issuer in memory answers a request for a token by %j', async (answer, failure, issued) => {
  const issuer = fakeIssuer()
  issuer.tokens.next(answer)
  const call = clientOf(issuer).createIssuerQuote(quote)
  await expect(call).rejects.toMatchObject({ code: 'ERR_AUTHENTICATION', ...failure })
  expect([issuer.tokens.issued.length, issuer.requests.length]).toEqual([issued, 0])
})

it.each(['client_secret_post', 'client_secret_basic'] as const)(
  'an issuer in memory checks the client and the secret that it is given, by %s',
  async (clientAuthentication) => {
    const known = { clientId: 'desk:7', clientSecret: 'a:b c+d%é' }
    const issuer = fakeIssuer(known)
    issuer.tokens.next({ status: 503 })
    const refused = { status: 401, error: 'invalid_client', outcome: 'not_sent' }
    for (const wrong of [{ clientSecret: 'a:b c' }, { clientId: 'desk' }]) {
      const client = clientOf(issuer, { ...known, ...wrong, clientAuthentication })
      await expect(client.createIssuerQuote(quote)).rejects.toMatchObject(refused)
    }
    // A request that is refused takes no answer.
    const right = () => clientOf(issuer, { ...known, clientAuthentication })
    await expect(right().createIssuerQuote(quote)).rejects.toMatchObject({ status: 503 })
    expect(await right().createIssuerQuote(quote)).toMatchObject({ side: quote.side })
    expect(await createClient(issuer.options).createIssuerQuote(quote)).toMatchObject({})
    expect(issuer.tokens.issued.map(({ clientId }) => clientId)).toEqual(['desk:7', 'desk:7'])
  },
)

const known = { clientId: 'desk 7', clientSecret: 'a b+c' }
it.each<[string, ClientAuthentication, boolean]>([
  [
    'reads an id and a secret that are encoded as a form, as RFC 6749 has it,',
    (_server, _client, _form, headers) =>
      headers.set('authorization', `Basic ${btoa('desk+7:a+b%2Bc')}`),
    true,
  ],
  [
    'refuses an id without a secret',
    (_server, _client, form) => form.set('client_id', 'desk 7'),
    false,
  ],
])('an issuer in memory %s where it knows both', async (_, clientAuthentication, isGranted) => {
  const call = clientOf(fakeIssuer(known), { clientAuthentication }).createIssuerQuote(quote)
  if (isGranted) expect(await call).toMatchObject({ side: quote.side })
  else await expect(call).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
})

it('an issuer in memory shows whose token each request had', async () => {
  const issuer = fakeIssuer()
  for (const clientId of ['desk-1', 'desk-2'])
    await clientOf(issuer, { clientId }).createIssuerQuote(quote)
  const direct = createClient({ ...issuer.options, auth: 'direct', maxRetries: 0 })
  await expect(direct.createIssuerQuote(quote)).rejects.toMatchObject({ status: 401 })
  issuer.tokens.revoke()
  await createClient(issuer.options).createIssuerQuote(quote)
  const operation = 'createIssuerQuote'
  expect(issuer.requests).toMatchObject([
    { operation, client: 'desk-1' },
    { operation, client: 'desk-2' },
    { operation, client: undefined },
    { operation, client: 'fake-client' },
  ])
})

it('an issuer in memory refuses at once what no answer of a token endpoint can be', () => {
  const { tokens } = fakeIssuer()
  const next = tokens.next as (...answers: unknown[]) => void
  expect(() => next('drift')).toThrow(/^drift is no fault of a token request, which /)
  expect(() => next(() => 'broken')).toThrow(/^a function is not part of an answer; name a fault/)
  for (const clientSecret of [7, '', () => 's'] as never[])
    expect(() => fakeIssuer({ clientSecret })).toThrow('fakeIssuer: clientSecret must be a string')
  expect(() => fakeIssuer({ clientId: null as never })).toThrow('fakeIssuer: clientId must be')
})
