import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { clientCredentials, createClient } from '../../src/index.js'
import { quote, unreferenced as conversion } from '../support/examples.js'
import { limits } from '../support/limits.js'
import { type RunningMock, start } from './packaged.js'

const prism = manifest.devDependencies['@stoplight/prism-http']

function clientOf({ url, tokenUrl }: RunningMock) {
  const credentials = { clientId: 'mock-client', clientSecret: 'mock-secret' }
  const auth = clientCredentials({ tokenUrl, ...credentials })
  return createClient({ baseUrl: url, auth, maxRetries: 0, timeout: limits.call })
}

const next = ({ url }: RunningMock, operation: string, ...answers: unknown[]): Promise<Response> =>
  fetch(`${url}/mock/next`, { method: 'PUT', body: JSON.stringify({ operation, answers }) })

it('npx stablecoin-issuer-mock says in one line what to call, and ends at once when it is told to', async () => {
  const mock = await start()
  expect(mock.line).toBe(
    `The mock is at ${mock.url}. Tokens for mock-client, whose secret is mock-secret, are at ${mock.tokenUrl}. Prism ${prism} checks each request.`,
  )
  const client = clientOf(mock)
  expect(await client.createIssuerQuote(quote)).toMatchObject({ quantity: quote.base_amount })
  await next(mock, 'createIssuerQuote', 'no_answer')
  const call = client.createIssuerQuote(quote, { timeout: 30_000 })
  const waiting = call.catch((error: unknown) => error)
  await sleep(1_000)
  expect(await mock.end('SIGTERM')).toBe(0)
  expect(await waiting).toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown' })
  expect(mock.stdout() + mock.stderr()).toBe('')
})

it('npx stablecoin-issuer-mock logs a line of JSON for each request, without token or body', async () => {
  const mock = await start('--json')
  expect(JSON.parse(mock.line)).toMatchObject({ url: mock.url, tokenUrl: mock.tokenUrl, prism })
  const client = clientOf(mock)
  await client.createIssuerQuote(quote)
  await next(mock, 'createStablecoinConversion', 'broken')
  const lost = client.createStablecoinConversion({ ...conversion, ref_id: 'mine' })
  await expect(lost).rejects.toMatchObject({ outcome: 'unknown' })
  const lines = () => mock.stdout().trim().split('\n')
  await expect.poll(() => lines().length).toBe(4)
  const entries = lines().map((line) => JSON.parse(line) as object)
  expect(entries).toMatchObject([
    { method: 'POST', path: '/oauth2/token', status: 200 },
    { method: 'POST', path: '/v2/issuer-quote', operation: 'createIssuerQuote', status: 200 },
    { method: 'PUT', path: '/mock/next', status: 204 },
    { path: '/v2/conversion/stablecoins', fault: 'broken' },
  ])
  expect(entries[3]).not.toHaveProperty('status')
  expect(mock.stdout()).not.toMatch(/secret|mine|Bearer/)
  await mock.end()
})

it('npx stablecoin-issuer-mock says in a line why it refuses a request', async () => {
  const mock = await start()
  await fetch(`${mock.url}/v2/issuer-quote?a=b`, { method: 'POST' })
  const client = clientOf(mock)
  const refused = client.createIssuerQuote({ ...quote, base_amount: 'x' })
  await expect(refused).rejects.toMatchObject({ status: 422 })
  await next(mock, 'createIssuerQuote', { status: 422 })
  await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({ status: 422 })
  await expect
    .poll(() => mock.stderr())
    .toBe(
      'POST /v2/issuer-quote was refused with 401: the request has no bearer token\n' +
        'POST /v2/issuer-quote was refused with 422: base_amount must be a decimal string such as 2.5, of at most 1,000 characters: quote_amount is computed from it\n',
    )
  await mock.end()
})

it('npx stablecoin-issuer-mock warns of each second copy once, in a line that no terminal obeys', async () => {
  const mock = await start()
  const { createStablecoinConversion } = clientOf(mock)
  const says = 'createStablecoinConversion was carried out 2 times for the ref_id'
  const look = 'Look a call up before you send it again.\n'
  for (let copy = 0; copy < 2; copy++)
    await createStablecoinConversion({ ...conversion, ref_id: 'a\u001b[2J\n\u202e"' })
  await expect.poll(() => mock.stderr()).toBe(`${says} "a\\u001b[2J\\n\\u202e\\"". ${look}`)
  await mock.end()
})
