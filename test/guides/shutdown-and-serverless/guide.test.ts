import { Server } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { handlerOf } from '../../../openapi/guides/examples/shutdown-and-serverless/lambda.js'
import { callsOf } from '../../../openapi/guides/examples/shutdown-and-serverless/service.js'
import worker, {
  type Environment,
} from '../../../openapi/guides/examples/shutdown-and-serverless/worker.js'
import { conversion, quote } from '../../support/examples.js'
import { listen, serve } from '../../support/listen.js'

it('a process that gets SIGTERM lets its open call end, begins no other and closes its connections', async () => {
  const answers: ((data: object) => void)[] = []
  const issuer = await serve(() => new Promise((resolve) => answers.push(resolve)))
  onTestFinished(issuer.stop)
  const server = new Server()
  await listen(server)
  const before = process.listeners('SIGTERM')
  const { client, work } = callsOf(server, { baseUrl: issuer.url, auth: 'token' })
  const end = process.listeners('SIGTERM').find((one) => !before.includes(one))
  const open = work.run(() => client.createStablecoinConversion(conversion))
  await expect.poll(() => answers.length).toBe(1)
  end?.('SIGTERM')
  expect(server.listening).toBe(false)
  await expect(work.run(() => client.createIssuerQuote(quote))).rejects.toThrow('not begun')
  answers[0]?.({ ...conversion, id: 'c-1' })
  expect(await open).toMatchObject({ id: 'c-1' })
  const connections = () =>
    new Promise((resolve) => issuer.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})

const left = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds })

it('a Lambda function ends its call before it is ended, is not run again for what is unknown, and sends nothing where too little time is left', async () => {
  const issuer = fakeIssuer()
  issuer.next('createStablecoinConversion', 'no_answer', { status: 422 })
  const handler = handlerOf(issuer.options)
  vi.useFakeTimers()
  const call = handler(conversion, left(9_000))
  await vi.advanceTimersByTimeAsync(6_001) // of the nine seconds, three are left
  expect(await call).toEqual({ state: 'to be looked up', refId: 'r-1' })
  vi.useRealTimers()
  await expect(handler(conversion, left(9_000))).rejects.toMatchObject({ outcome: 'rejected' })
  expect(await handler(conversion, left(9_000))).toMatchObject({ state: 'requested' })
  await expect(handler(conversion, left(3_500))).rejects.toThrow('too little')
  expect(issuer.requests).toHaveLength(3)
})

it('a worker makes a client for each request, and shares the token over KV', async () => {
  const urls: (string | undefined)[] = []
  const issuer = await serve(({ url }, body) => {
    urls.push(url)
    if (url === '/token') return { access_token: 'tok-1', token_type: 'Bearer', expires_in: 600 }
    return { ...(JSON.parse(body) as object), id: 'c-1' }
  })
  onTestFinished(issuer.stop)
  const kept = new Map<string, string>()
  const lifetimes: number[] = []
  const waiting: Promise<unknown>[] = []
  const env: Environment = {
    ISSUER_URL: issuer.url,
    ISSUER_TOKEN_URL: `${issuer.url}/token`,
    ISSUER_CLIENT_ID: 'treasury',
    ISSUER_CLIENT_SECRET: 'secret',
    TOKENS: {
      get: (key) => Promise.resolve(kept.get(key) ?? null),
      put: (key, value, { expirationTtl }) => {
        lifetimes.push(expirationTtl)
        return Promise.resolve(void kept.set(key, value))
      },
      delete: (key) => Promise.resolve(void kept.delete(key)),
    },
  }
  const context = { waitUntil: (promise: Promise<unknown>) => void waiting.push(promise) }
  for (const ref_id of ['r-1', 'r-2']) {
    const body = JSON.stringify({ ...conversion, ref_id })
    const request = new Request('https://worker.invalid', { method: 'POST', body })
    const response = await worker.fetch(request, env, context)
    expect(await response.json()).toMatchObject({ ref_id })
  }
  const path = '/v2/conversion/stablecoins'
  expect(urls).toEqual(['/token', path, path])
  expect(waiting).toHaveLength(2)
  expect(lifetimes).toHaveLength(1)
  expect(lifetimes[0]).toBeGreaterThan(60)
})
