import { expect, it } from 'vitest'
import {
  type ClientAuthentication,
  clientCredentials,
  type ClientCredentialsOptions,
} from '../../src/index.js'

const secret = 'p%ss-w0rd+1 2'
const jwt = 'eyJhbGciOi.eyJzdWIiOiJh.c2lnbmF0dXJl'
const adds =
  (name: string, value: string): ClientAuthentication =>
  (_server, { client_id }, form) => {
    form.set('client_id', client_id)
    form.set(name, value)
  }
const sends =
  (name: string, value: string): ClientAuthentication =>
  (_server, _client, _form, headers) =>
    headers.set(name, value)
const rawBasic = sends('authorization', `Basic ${btoa(`client-1:${secret}`)}`)

/** The message of a token request whose server answers with an echo of what was sent. */
async function told(echo: string, options: Partial<ClientCredentialsOptions>): Promise<string> {
  const source = clientCredentials({
    tokenUrl: 'https://auth.example.com/token?tenant=tenant-4711&key=query-key-1',
    clientId: 'client-1',
    clientSecret: secret,
    fetch: () =>
      Promise.resolve(
        Response.json({ error: 'invalid_client', error_description: echo }, { status: 401 }),
      ),
    ...options,
  })
  const thrown = await source.getToken().catch((reason: unknown) => reason)
  return `${(thrown as Error).message} ${String((thrown as { errorDescription?: string }).errorDescription)}`
}

it.each<[string, string, Partial<ClientCredentialsOptions>]>([
  ['the secret', secret, {}],
  ['the secret in a form', new URLSearchParams({ a: secret }).toString().slice(2), {}],
  ['id and secret in base64, though sent by the form', btoa(`client-1:${secret}`), {}],
  [
    'the header of Basic',
    btoa(`client-1:${encodeURIComponent(secret)}`),
    {
      clientAuthentication: 'client_secret_basic',
    },
  ],
  ['the secret of Basic', secret, { clientAuthentication: 'client_secret_basic' }],
  ['the secret that a function sends raw', secret, { clientAuthentication: rawBasic }],
  [
    'id and secret that a function sends raw',
    `client-1:${secret}`,
    { clientAuthentication: rawBasic },
  ],
  [
    'a field that a function adds',
    'field-1234',
    { clientAuthentication: adds('passcode', 'field-1234') },
  ],
  [
    'a header that a function adds',
    'header-1234',
    { clientAuthentication: sends('x-mine', 'header-1234') },
  ],
  [
    'what is after its scheme',
    'header-1234',
    { clientAuthentication: sends('authorization', 'Mine header-1234') },
  ],
  ['an assertion', jwt, { clientAuthentication: adds('client_assertion', jwt) }],
  ['its signature', 'c2lnbmF0dXJl', { clientAuthentication: adds('client_assertion', jwt) }],
  ['a parameter', 'resource-key-1', { parameters: { subject: 'resource-key-1' } }],
  ['one of several', 'resource-key-2', { parameters: { subject: ['a', 'resource-key-2'] } }],
  ['the query of its URL', 'tenant=tenant-4711&key=query-key-1', {}],
  ['a value of that', 'query-key-1', {}],
])(
  'what a token endpoint sends back of the request shows in no error: %s',
  async (_, echo, options) => {
    const message = await told(`you sent <${echo}>`, options)
    expect(message).not.toContain(echo)
    expect(message).toContain('you sent <[redacted]>')
  },
)

it('what a token endpoint sends back of the request is told where it is no secret', async () => {
  const message = await told('client-1 may not use client_credentials', {})
  expect(message).toContain('client-1 may not use client_credentials')
})
