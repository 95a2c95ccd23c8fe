import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { clientCredentials, ClientError, createClient } from '../../src/index.js'
import { provider } from '../fixtures/acme/index.js'
import { quote, unreferenced as conversion } from '../support/examples.js'
import { limits } from '../support/limits.js'
import { root } from '../support/run.js'
import { packagedMock, type RunningMock } from './packaged.js'

const packaged = packagedMock()

function optionsOf({ url, tokenUrl }: RunningMock, more: object = {}) {
  const credentials = { clientId: 'mock-client', clientSecret: 'mock-secret', ...more }
  const auth = clientCredentials({ tokenUrl, ...credentials })
  return { baseUrl: url, auth, maxRetries: 0, timeout: limits.call }
}

function clientOf(mock: RunningMock, more: object = {}) {
  return createClient(optionsOf(mock, more))
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const ended: unknown = await call.catch((error: unknown) => error)
  if (!ClientError.is(ended)) return ended
  const { code, outcome } = ended
  return [code, outcome]
}

function next({ url }: RunningMock, body: unknown): Promise<Response> {
  return fetch(`${url}/mock/next`, { method: 'PUT', body: JSON.stringify(body) })
}

it('npx stablecoin-issuer-mock says in one line what to call, and ends at once when it is told to', async () => {
  const mock = await packaged.start()
  expect(mock.line).toBe(
    `The mock is at ${mock.url}. Tokens for mock-client, whose secret is mock-secret, are at ${mock.tokenUrl}.`,
  )
  const client = clientOf(mock)
  expect(await client.createIssuerQuote(quote)).toMatchObject({ quantity: quote.base_amount })
  await next(mock, { operation: 'createIssuerQuote', answers: ['no_answer'] })
  const waiting = failureOf(client.createIssuerQuote(quote, { timeout: 30_000 }))
  await sleep(300)
  expect(await mock.end('SIGTERM')).toBe(0)
  expect(await waiting).toEqual(['ERR_CONNECTION', 'unknown'])
  expect(mock.stdout() + mock.stderr()).toBe('')
})

it('npx stablecoin-issuer-mock logs a line of JSON for each request, without token or body', async () => {
  const mock = await packaged.start('--json')
  expect(JSON.parse(mock.line)).toMatchObject({ url: mock.url, tokenUrl: mock.tokenUrl })
  const client = clientOf(mock)
  await client.createIssuerQuote(quote)
  await next(mock, { operation: 'createStablecoinConversion', answers: ['broken'] })
  await failureOf(client.createStablecoinConversion({ ...conversion, ref_id: 'mine' }))
  const entries = () =>
    mock
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  await expect.poll(() => entries().length).toBe(4)
  expect(entries()).toMatchObject([
    { method: 'POST', path: '/oauth2/token', status: 200 },
    { method: 'POST', path: '/v2/issuer-quote', operation: 'createIssuerQuote', status: 200 },
    { method: 'PUT', path: '/mock/next', status: 204 },
    { path: '/v2/conversion/stablecoins', fault: 'broken' },
  ])
  expect(entries()[3]).not.toHaveProperty('status')
  expect(mock.stdout()).not.toMatch(/secret|mine|Bearer/)
  await mock.end()
})

it('npx stablecoin-issuer-mock knows the clients that it is given, by both ways of saying who they are', async () => {
  const scope = 'exchange:write_issuer_quote'
  const clients = ['--client', `one:s3:${scope}`, '--client', 'two:s4']
  const mock = await packaged.start(...clients, '--lifetime', '77')
  const one = { clientId: 'one', clientSecret: 's3', scopes: [scope] }
  expect(mock.line).toContain('Tokens for one, whose secret is s3,')
  for (const clientAuthentication of ['client_secret_post', 'client_secret_basic'] as const) {
    const client = clientOf(mock, { ...one, clientAuthentication })
    expect(await client.createIssuerQuote(quote)).toMatchObject({ side: quote.side })
    expect(await failureOf(client.createStablecoinConversion(conversion))).toEqual([
      'ERR_MISSING_SCOPE',
      'not_sent',
    ])
  }
  const two = { client_id: 'two', client_secret: 's4', grant_type: 'client_credentials' }
  const body = new URLSearchParams({ ...two, scope })
  const granted = await fetch(mock.tokenUrl, { method: 'POST', body })
  expect(await granted.json()).toMatchObject({ expires_in: 77, scope })
  const stranger = clientOf(mock)
  expect(await failureOf(stranger.createIssuerQuote(quote))).toEqual([
    'ERR_AUTHENTICATION',
    'not_sent',
  ])
  await mock.end()
})

it('npx stablecoin-issuer-mock lets go wrong what it is told to, each time or the next times', async () => {
  const always = ['createIssuerQuote=429,Retry-After: 7', 'createStablecoinConversion=slow:5000']
  const mock = await packaged.start(...always.flatMap((fault) => ['--fault', fault]))
  const client = clientOf(mock)
  for (let times = 0; times < 2; times++) {
    const refused = await client.createIssuerQuote(quote).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 429, retryAfter: 7, outcome: 'rejected' })
  }
  const order = { operation: 'createIssuerQuote', answers: [{ status: 503, body: { a: 1 } }] }
  expect((await next(mock, order)).status).toBe(204)
  const failed = await client.createIssuerQuote(quote).catch((error: unknown) => error)
  expect(failed).toMatchObject({ status: 503, body: { a: 1 }, outcome: 'unknown' })
  const late = client.createStablecoinConversion(conversion, { timeout: 300 })
  expect(await failureOf(late)).toEqual(['ERR_TIMEOUT', 'unknown'])
  await mock.end()
})

it('npx stablecoin-issuer-mock warns of each second copy once, also where the answer of the first was lost', async () => {
  const mock = await packaged.start('--json')
  const client = clientOf(mock)
  const ref_id = 'a\u001b[2J\n\u202e"'
  await next(mock, { operation: 'createStablecoinConversion', answers: ['broken'] })
  const lost = client.createStablecoinConversion({ ...conversion, ref_id })
  expect(await failureOf(lost)).toEqual(['ERR_CONNECTION', 'unknown'])
  expect(mock.stderr()).toBe('')
  const line = (times: number) =>
    `createStablecoinConversion was carried out ${times} times for the ref_id "a\\u001b[2J\\n\\u202e\\"". Look a call up before you send it again.\n`
  await client.createStablecoinConversion({ ...conversion, ref_id })
  await expect.poll(() => mock.stderr()).toBe(line(2))
  await client.createStablecoinConversion({ ...conversion, ref_id: 'x'.repeat(10_000) })
  await client.createStablecoinConversion({ ...conversion, ref_id })
  await expect.poll(() => mock.stderr()).toBe(line(2) + line(3))
  await client.createStablecoinConversion({ ...conversion, ref_id: 'x'.repeat(10_000) })
  const lines = () => mock.stderr().trim().split('\n')
  await expect.poll(() => lines().length).toBe(3)
  expect(lines()[2]).toMatch(/ 2 times for the ref_id "x{98}…\. Look /)
  await mock.end()
})

it("npx stablecoin-issuer-mock --provider serves a provider's document: operations, scopes and faults", async () => {
  const folder = ['--provider', join(root, 'test/fixtures/acme')]
  const { stdout } = await packaged.run(...folder, '--help')
  expect(stdout).toContain(`Serves the ${Object.keys(provider.operations).length} operations`)
  expect(stdout).toContain('stopConversion')
  const wrong = await packaged.run(...folder, '--client', 'a:b:all')
  expect(wrong.stderr).toContain('there are transfer:write_crypto_destination_address, ')
  expect(wrong.stderr).toContain('acme:read')
  const fault = ['--fault', 'stopConversion=409']
  const mock = await packaged.start(...folder, ...fault, '--client', 'a:b')
  const own = { clientId: 'a', clientSecret: 'b', scopes: provider.scopes }
  const client = createClient({ ...optionsOf(mock, own), provider })
  const made = await client.createStablecoinConversion(conversion)
  const { id } = made
  expect(await client.readConversion({ id })).toEqual(made)
  const [never, stopped] = await Promise.all(
    [client.readConversion({ id: 'c-1' }), client.stopConversion({ id })].map((call) =>
      call.catch((error: unknown) => error),
    ),
  )
  expect([never, stopped]).toMatchObject([{ status: 404 }, { status: 409 }])
  await mock.end()
})

it('npx stablecoin-issuer-mock closes its port for a while, and opens it again', async () => {
  const mock = await packaged.start()
  const client = clientOf(mock)
  await client.createIssuerQuote(quote)
  const refused = { fault: 'refused', milliseconds: 1_500 }
  await next(mock, { operation: 'createIssuerQuote', answers: [refused, { status: 418 }] })
  expect(await failureOf(client.createIssuerQuote(quote))).toEqual(['ERR_CONNECTION', 'not_sent'])
  const health = () => fetch(`${mock.url}/healthz`).catch(() => ({ status: 0 }))
  await expect.poll(async () => (await health()).status).toBe(200)
  const answered = await client.createIssuerQuote(quote).catch((error: unknown) => error)
  expect(answered).toMatchObject({ status: 418 })
  await mock.end()
})

it('npx stablecoin-issuer-mock lists operations and faults', async () => {
  const { code, stdout } = await packaged.run('--help')
  expect(code).toBe(0)
  const faults = [
    'refused',
    'broken',
    'cut',
    'no_answer',
    'slow',
    'drift',
    'false_success',
    '429,Retry-After',
  ]
  const references = Object.values(operations).flatMap(({ referenceField }) =>
    referenceField === undefined ? [] : [`with one ${referenceField} is reported`],
  )
  for (const word of [...Object.keys(operations), ...faults, ...references])
    expect(stdout).toContain(word)
})
