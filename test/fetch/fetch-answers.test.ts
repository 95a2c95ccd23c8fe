import { expect, it } from 'vitest'
import {
  AbortError,
  ApiError,
  AuthenticationError,
  ConnectionError,
  InvalidResponseError,
  TimeoutError,
} from '../../src/index.js'
import {
  answering,
  failureOf,
  fetchOf,
  post,
  postageUrl,
  serviceOf,
  token,
} from '../support/fake-service.js'
import { clientCredentials } from '../support/parcels/client.js'

it('a success is a Response with status, headers and the body as it came', async () => {
  const text = '{ "postage_id": "q",\n "n": 12345678901234567890 }'
  const service = answering(201, text, {
    'X-Request-Id': 'r-1',
    'Content-Encoding': 'identity',
    'Content-Length': String(text.length),
    'Set-Cookie': 'sid=0123456789abcdef',
  })
  const response = await fetchOf(service)(postageUrl, post)
  expect(response).toBeInstanceOf(Response)
  expect([response.status, response.ok, response.redirected]).toEqual([201, true, false])
  expect(response.headers.get('x-request-id')).toBe('r-1')
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(response.headers.has('content-length')).toBe(false)
  expect(response.headers.has('set-cookie')).toBe(false)
  expect(await response.clone().json()).toHaveProperty('postage_id', 'q')
  expect(await response.text()).toBe(text)
})

it.each(['', '[]'])('a success is none with the body %j', async (body) => {
  const error = await failureOf(
    fetchOf(answering(200, body))(postageUrl, post),
    InvalidResponseError,
  )
  expect([error.outcome, error.status, error.body]).toEqual(['unknown', 200, body])
})

it('a success makes its ref_id as a method does', async () => {
  const service = serviceOf()
  const body = '{"depot_id":"p","weight":"1","from_town":"A","to_town":"B"}'
  await fetchOf(service)('/v1/parcels', { method: 'POST', body })
  expect(JSON.parse(service.sent[0]?.body ?? '')).toHaveProperty('ref_id')
})

it.each([404, 422])('an answer that is none is a Response where it is %i', async (status) => {
  const service = answering(status, '{ "why": "no" }', { 'X-Request-Id': 'r-2' })
  const response = await fetchOf(service)(postageUrl, post)
  expect([response.status, response.ok, service.sent.length]).toEqual([status, false, 1])
  expect(response.headers.get('x-request-id')).toBe('r-2')
  expect(await response.clone().json()).toEqual({ why: 'no' })
  expect(await response.text()).toBe('{ "why": "no" }')
})

it('an answer that is none is the service’s own 401, also where no other token can be had', async () => {
  const challenge = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }
  const fixed = await fetchOf(answering(401, 'no', challenge))(postageUrl, post)
  expect([fixed.status, await fixed.text()]).toEqual([401, 'no'])
  expect(fixed.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  let granted = 0
  const auth = clientCredentials({
    tokenUrl: 'https://auth.example.com/',
    clientId: 'c',
    clientSecret: 'hidden',
    fetch: () => {
      granted++
      return Promise.resolve(
        granted > 1
          ? Response.json({ error: 'invalid_client' }, { status: 400 })
          : Response.json({ access_token: token, token_type: 'Bearer' }),
      )
    },
  })
  const renewed = await fetchOf(answering(401, 'no'), { auth })(postageUrl, post)
  expect([renewed.status, await renewed.text()]).toEqual([401, 'no'])
})

it('an answer that is none shows no token, in its body or its headers', async () => {
  const echo = JSON.stringify({ got: `Bearer ${token}`, escaped: encodeURIComponent(token) })
  const response = await fetchOf(answering(422, echo, { 'X-Echo': token }))(postageUrl, post)
  const shown = `${JSON.stringify([...response.headers])}${await response.text()}`
  expect(shown).not.toContain(token)
  expect(JSON.parse(shown.slice(shown.indexOf('{')))).toMatchObject({ got: 'Bearer [redacted]' })
})

it.each([302, 405, 408, 503])('an answer that is none throws where it is %i', async (status) => {
  const service = answering(status, '{}', { Location: 'https://evil.example/' })
  const call = fetchOf(service)(postageUrl, { ...post, redirect: 'follow' })
  const error = await failureOf(call, ApiError)
  expect([error.outcome, error.status, service.sent.length]).toEqual(['unknown', status, 1])
})

it('an answer that is none throws where the connection broke, once it may have been sent', async () => {
  const service = serviceOf(() => Promise.reject(new TypeError('fetch failed')))
  const error = await failureOf(fetchOf(service)(postageUrl, post), ConnectionError)
  expect([error.outcome, service.sent.length]).toEqual(['unknown', 1])
  const auth = (): never => {
    throw new Error('no')
  }
  const unsent = await failureOf(fetchOf(service, { auth })(postageUrl, post), AuthenticationError)
  expect([unsent.outcome, service.sent.length]).toEqual(['not_sent', 1])
})

const never = (): Promise<Response> => new Promise(() => undefined)
const silent = (): ReadableStream => new ReadableStream({ pull: never as () => Promise<never> })

it.each<[string, (init: RequestInit) => Parameters<typeof fetch>]>([
  ['init', (init) => [postageUrl, init]],
  ['a Request', (init) => [new Request(postageUrl, init)]],
  [
    'an overriding init',
    ({ signal, ...init }) => [new Request(postageUrl, init), { signal: signal ?? null }],
  ],
])('the end of a call comes by the signal of %s', async (_, of) => {
  const service = serviceOf(never)
  const stop = new AbortController()
  const call = fetchOf(service)(...of({ ...post, signal: stop.signal }))
  setTimeout(() => stop.abort(), 20)
  const error = await failureOf(call, AbortError)
  expect([error.name, error.outcome, service.sent.length]).toEqual(['AbortError', 'unknown', 1])
  const late = fetchOf(service)(...of({ ...post, signal: stop.signal }))
  expect((await failureOf(late, AbortError)).outcome).toBe('not_sent')
  expect(service.sent).toHaveLength(1)
})

it('the end of a call comes in time, where the service or the caller’s own stream is silent', async () => {
  const service = serviceOf(never)
  const hung = await failureOf(fetchOf(service, { timeout: 30 })(postageUrl, post), TimeoutError)
  expect([hung.outcome, service.sent.length]).toEqual(['unknown', 1])
  const body = { method: 'POST', body: silent(), duplex: 'half' } as RequestInit
  const late = await failureOf(
    fetchOf(service, { totalTimeout: 30 })(postageUrl, body),
    TimeoutError,
  )
  const stop = AbortSignal.timeout(30)
  const given = { ...body, body: silent(), signal: stop }
  const ended = await failureOf(fetchOf(service)(postageUrl, given), AbortError)
  expect([late.outcome, ended.outcome, service.sent.length]).toEqual(['not_sent', 'not_sent', 1])
})
