import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mockClient } from '../../src/mock/token-server.js'
import { conversion } from '../support/examples.js'
import { packagedMock, type RunningMock } from './packaged.js'

const packaged = packagedMock()
let mock: RunningMock
beforeAll(async () => {
  mock = await packaged.start()
})
afterAll(() => mock.end())

const page = { Origin: 'https://attacker.example' }
const order = (answer: unknown) =>
  JSON.stringify({ operation: 'createIssuerQuote', answers: [answer] })

/** The status of a request for a name, which fetch would not let a test write. */
function statusFor(host: string, { url } = mock): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/healthz`, { headers: { host } }, (answer) =>
      resolve(answer.resume().statusCode),
    )
    asked.on('error', reject).end()
  })
}

it('a page of another origin cannot steer the mock', async () => {
  const preflight = { ...page, 'Access-Control-Request-Method': 'PUT' }
  const url = `${mock.url}/mock/next`
  const asked = await fetch(url, { method: 'OPTIONS', headers: preflight })
  expect(asked.headers.get('access-control-allow-origin')).toBe(null)
  const html = { status: 200, headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'a=1' } }
  const put = await fetch(url, { method: 'PUT', headers: page, body: order(html) })
  expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([403, null])
  expect(await put.text()).toContain('--control-cors')
})

it('a page of another origin can where the mock was started so', async () => {
  const open = await packaged.start('--control-cors')
  const url = `${open.url}/mock/next`
  const preflight = { ...page, 'Access-Control-Request-Method': 'PUT' }
  const asked = await fetch(url, { method: 'OPTIONS', headers: preflight })
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  const put = await fetch(url, { method: 'PUT', headers: page, body: order('broken') })
  expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  await open.end()
})

it.each(['attacker.example', 'attacker.example:4010', 'localhost.attacker.example', 'a b'])(
  'a page of another origin gets nothing by its own name that leads here (DNS rebinding): %s',
  async (host) => {
    expect(await statusFor(host)).toBe(421)
  },
)

it.each(['localhost', '127.0.0.1:1', '[::1]:4010', '10.1.2.3', 'issuer:4010', 'a.localhost'])(
  'a page of another origin gets an answer by the names of one machine and its containers: %s',
  async (host) => {
    expect(await statusFor(host)).toBe(200)
  },
)

it('a page of another origin gets an answer by a name that the mock was given', async () => {
  const named = await packaged.start('--allow-host', 'Mock.test.svc')
  expect(await statusFor('mock.test.svc:80', named)).toBe(200)
  await named.end()
})

it.each([600_001, 2 ** 31 - 1, -1])(
  'no port is closed and no answer is late for %d milliseconds',
  async (milliseconds) => {
    for (const fault of ['refused', 'slow']) {
      const body = order({ fault, milliseconds })
      const answer = await fetch(`${mock.url}/mock/next`, { method: 'PUT', body })
      expect([answer.status, await answer.text()]).toEqual([
        400,
        'milliseconds must be a number from 0 to 600000\n',
      ])
    }
  },
)

it('a body that is nested 5,000 deep is refused with 422', async () => {
  const { id, secret } = mockClient
  const scope = 'conversion:write_conversion_stablecoin'
  const grant = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope }
  const granted = await fetch(mock.tokenUrl, { method: 'POST', body: new URLSearchParams(grant) })
  const { access_token } = (await granted.json()) as { access_token: string }
  const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' }
  const url = `${mock.url}/v2/conversion/stablecoins`
  const statusOf = async (levels: number): Promise<number> => {
    const metadata = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const body = JSON.stringify(conversion).replace(/}$/, `,"metadata":${metadata}}`)
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  expect([await statusOf(50), await statusOf(5_000)]).toEqual([200, 422])
})
