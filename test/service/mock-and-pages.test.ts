import { request } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { isOwnHost } from '../../scripts/mock/pages.js'
import { type Mock, startMock } from '../../scripts/mock/server.js'

const mock = await startMock({ allowedHosts: ['mock.test.svc'] })
const open = await startMock({ controlCors: true })
afterAll(() => Promise.all([mock.stop(), open.stop()]))

const page = { Origin: 'https://pages.example.com' }
const originIn = ({ headers }: Response) => headers.get('access-control-allow-origin')

/** What a page asks before it sends what a form could not. */
const preflight = (url: string, method: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      ...page,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  })

it('a page of another origin may call the mock, and read why it was refused', async () => {
  for (const url of [`${mock.url}/v2/issuer-quote`, mock.tokenUrl]) {
    const allowed = await preflight(url, 'POST')
    expect([allowed.status, originIn(allowed)]).toEqual([204, '*'])
    const { headers } = allowed
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type')
    const methods = headers.get('access-control-allow-methods')?.split(', ')
    for (const { method } of Object.values(operations)) expect(methods).toContain(method)
    const refused = await fetch(url, { method: 'POST', headers: page })
    expect([400, 401]).toContain(refused.status)
    expect(['*', page.Origin]).toContain(originIn(refused))
  }
  const refused = await fetch(`${mock.url}/v2/issuer-quote`, { method: 'POST', headers: page })
  expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
})

it.each<[string, Mock, string | null, number]>([
  ['may not say how the mock answers', mock, null, 403],
  ['may where the mock was started so', open, '*', 204],
])('a page of another origin %s', async (_, { url }, origin, status) => {
  const next = `${url}/mock/next`
  expect(originIn(await preflight(next, 'PUT'))).toBe(origin)
  const html = { status: 200, headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'a=1' } }
  const body = JSON.stringify({ operation: 'createIssuerQuote', answers: [html] })
  const put = await fetch(next, { method: 'PUT', headers: page, body })
  expect([put.status, originIn(put)]).toEqual([status, origin])
})

/** The status of a request for a name, which fetch would not let a test write. */
const statusFor = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(`${mock.url}/healthz`, { headers: { host } }, (answer) =>
      resolve(answer.resume().statusCode),
    )
    asked.on('error', reject).end()
  })

it('a page gets nothing by its own name that leads here (DNS rebinding)', async () => {
  const hosts = ['attacker.example', 'mock.test.svc:80', 'localhost']
  expect(await Promise.all(hosts.map(statusFor))).toEqual([421, 200, 200])
  const others = ['attacker.example:4010', 'localhost.attacker.example', 'a b']
  expect(others.filter((host) => isOwnHost(host, []))).toEqual([])
  const own = ['localhost', '127.0.0.1:1', '[::1]:4010', '10.1.2.3', 'issuer:4010', 'a.localhost']
  expect(own.filter((host) => !isOwnHost(host, []))).toEqual([])
})
