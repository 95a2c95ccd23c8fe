import { inspect } from 'node:util'
import { expect, it, vi } from 'vitest'
import { clientCredentials, type ClientOptions, createClient } from '../../src/index.js'
import { heldQuote, quote } from '../support/examples.js'
import { answer, scripted, silence } from '../support/scripted.js'

const client = { baseUrl: 'https://api.example.com', auth: 'token' }
const credentials = {
  tokenUrl: 'https://auth.example.com/token',
  clientId: 'c',
  clientSecret: 'hidden',
}

it.each<[object | null, RegExp]>([
  [null, /^createClient: must be an object of options$/],
  [{ baseUrl: undefined }, /^createClient: baseUrl must be an https URL/],
  [{ auth: undefined }, /^createClient: auth must be a token, a function/],
  [{ auth: { getToken: () => 't' } }, /auth must be/],
  [{ ['z'.repeat(50)]: 1 }, /no option z{40}, only /],
  [{ requestIdHeader: 5 }, /requestIdHeader must be a header's name/],
  [{ auth: '' }, /auth must be/],
  [{ timeut: 1 }, /^createClient: there is no option timeut, only baseUrl, auth, timeout, .*\w$/],
  [{ timeout: -1 }, /^createClient: timeout must be a positive number of milliseconds$/],
  [{ maxRetries: 1.5 }, /maxRetries must be a whole number/],
  [{ maxRetries: -1 }, /maxRetries must be a whole number/],
  [{ fetch: 'fetch' }, /fetch must be a function$/],
  [{ fetch, transport: () => undefined }, /give fetch or transport, not both$/],
])('createClient refuses %j in one sentence', (more, sentence) => {
  const options = more && { ...client, ...more }
  const make = () => createClient(options as ClientOptions)
  expect(make).toThrow(TypeError)
  expect(make).toThrow(sentence)
})

it('an option of another client that is undefined counts as not given', () => {
  expect(() => createClient({ ...client, ...({ proxy: undefined } as object) })).not.toThrow()
})

it.each([
  ...['http://fakelocalhost', 'http://localhost.example.com', 'http://127.0.0.1.example.com'],
  ...['http://api.example.com', 'http://localhost.:1', 'http://issuer.localhost:1'],
  ...['https://user@api.example.com', 'https://:password@api.example.com', 'ftp://localhost'],
  ...['https://api.example.com?x', 'https://api.example.com#x', 'https://api.example.com\\a'],
  ...[' https://api.example.com', 'https://api.example.com/\u0000', 'api.example.com', '', 5],
])('createClient refuses the address %j', (baseUrl) => {
  const make = () => createClient({ ...client, baseUrl: baseUrl as string })
  expect(make).toThrow(/baseUrl must be an https URL/)
})

it.each([
  ...['http://localhost:4010', 'http://127.10.20.30', 'http://[::1]:1/base'],
  'https://api.example.com/v1/',
])('createClient takes %s', (baseUrl) =>
  expect(createClient({ ...client, baseUrl, timeout: 1, maxRetries: 0 })).toHaveProperty(
    'createIssuerQuote',
  ),
)

it('plain http is taken on any host where dangerouslyAllowPlainHttp is set, for calls and for tokens', () => {
  const [baseUrl, tokenUrl] = ['http://sidecar:8080', 'http://sidecar:8080/token']
  const allowed = { dangerouslyAllowPlainHttp: true }
  const auth = clientCredentials({ ...credentials, tokenUrl, ...allowed })
  expect(createClient({ baseUrl, auth, ...allowed })).toHaveProperty('createIssuerQuote')
})

const nothing = (): void => undefined
const signalOfAnotherRealm = {
  aborted: false,
  addEventListener: nothing,
  removeEventListener: nothing,
}

it.each<[unknown, RegExp]>([
  [{ timeout: -1 }, /timeout must be a positive/],
  [
    { signl: 1 },
    /there is no option signl, only timeout, totalTimeout, maxRetries, signal, headers/,
  ],
  [{ signal: 'x' }, /signal must be an AbortSignal/],
  // A signal of another realm is known by its members, each of which is needed.
  ...['aborted', 'addEventListener', 'removeEventListener'].map((name): [object, RegExp] => [
    { signal: { ...signalOfAnotherRealm, [name]: undefined } },
    /signal must be an AbortSignal/,
  ]),
  [5, /the options of a call: must be an object/],
])(
  'createClient rejects a call with the options %j, and sends nothing',
  async (options, sentence) => {
    const unreachable = () => {
      throw new Error('sent')
    }
    const { createIssuerQuote } = createClient({ ...client, fetch: unreachable })
    const call = createIssuerQuote(quote, options as object)
    await expect(call).rejects.toMatchObject({
      code: 'ERR_INVALID_REQUEST',
      outcome: 'not_sent',
      issues: [{ path: [] }],
    })
    await expect(call).rejects.toThrow(sentence)
  },
)

const owned = ['grant_type', 'scope', 'client_id', 'client_secret', 'client_assertion']
const badParameters = [
  ...['audience=a', null, ['a'], { audience: 5 }, { audience: '' }, { resource: ['a', 5] }],
  ...[...owned, 'client_assertion_type'].map((name) => ({ [name]: 'a' })),
]
const badSecret = 'clientSecret must be a string without control characters'
const lineFeed = `${badSecret} (a file may end with a line feed), or a function`
const each = (name: string, values: readonly unknown[], sentence: string): [object, string][] =>
  values.map((value) => [{ [name]: value }, sentence])

it.each<[object, string]>([
  ...each(
    'tokenUrl',
    [
      ...['http://auth.example.com', 'https://u:hidden@a.example'],
      ...['#part', '?a=a#part', '?a b', '?a\nb', '?a\\b'].map(
        (rest) => credentials.tokenUrl + rest,
      ),
    ],
    'tokenUrl must be an https URL (plain http for loopback, or with dangerouslyAllowPlainHttp) without credentials or fragment',
  ),
  [{ clientId: '' }, 'clientId must be a string'],
  [{ privateKey: {} }, 'there is no option privateKey, only '],
  [{ clientSecret: undefined }, lineFeed],
  ...each('clientSecret', ['hidden-1\n', '\r\nhidden-1', 'hidden\t1'], lineFeed),
  [{ scopes: ['a', ''] }, 'scopes must be a list of strings'],
  ...each(
    'clientAuthentication',
    ['none', 'toString'],
    "clientAuthentication must be 'client_secret_post'",
  ),
  ...each(
    'parameters',
    badParameters,
    'parameters must be an object of strings or lists of strings, without the fields that the grant sets',
  ),
  [{ ignoreGrantedScopes: 'yes' }, 'ignoreGrantedScopes must be true or false'],
  [{ transport: () => undefined, fetch }, 'give fetch or transport, not both'],
])('clientCredentials refuses %j in one sentence without the secret', (more, sentence) => {
  const make = () => clientCredentials({ ...credentials, ...more })
  expect(make).toThrow(TypeError)
  expect(make).toThrow(`clientCredentials: ${sentence}`)
  expect(make).not.toThrow(/hidden/)
})

it.each([
  ['a page', { window: {}, document: {} }],
  ['a worker of one', { importScripts: () => undefined }],
])('clientCredentials refuses to keep a secret in %s, unless asked', (_, globals) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  expect(() => clientCredentials(credentials)).toThrow(TypeError)
  expect(() => clientCredentials(credentials)).toThrow(
    /a page shows its secret to everyone: give createClient a function/,
  )
  expect(() => createClient({ ...client, auth: 'token' })).not.toThrow()
  clientCredentials({ ...credentials, dangerouslyAllowBrowser: true })
  vi.unstubAllGlobals()
  clientCredentials(credentials)
})

it('what a log can show of a client and of a source of tokens has no secret', () => {
  for (const made of [createClient({ ...client, auth: 'hidden' }), clientCredentials(credentials)])
    expect(inspect(made, { depth: Infinity, showHidden: true, getters: true })).not.toContain(
      'hidden',
    )
})

it('a client takes a signal that is null, and one of another realm', async () => {
  const { client } = scripted([answer(200, heldQuote)])
  await client.createIssuerQuote(quote, { signal: null })
  const real = new AbortController()
  const foreign = {
    aborted: false,
    addEventListener: (...args: Parameters<AbortSignal['addEventListener']>) =>
      real.signal.addEventListener(...args),
    removeEventListener: (...args: Parameters<AbortSignal['removeEventListener']>) =>
      real.signal.removeEventListener(...args),
  } as AbortSignal
  const silent = scripted([silence])
  const call = silent.client.createIssuerQuote(quote, { signal: foreign })
  queueMicrotask(() => real.abort())
  await expect(call).rejects.toMatchObject({ code: 'ERR_ABORTED' })
})
