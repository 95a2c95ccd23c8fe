import { Server } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { handlerOf } from '../../../openapi/guides/examples/shutdown-and-serverless/lambda.js'
import { callsOf } from '../../../openapi/guides/examples/shutdown-and-serverless/service.js'
import { clientOf } from '../../../openapi/guides/examples/shutdown-and-serverless/worker.js'
import { conversion, quote } from '../../support/examples.js'
import { listen, serve } from '../../support/listen.js'

it('a process that gets SIGTERM lets its open work end, begins no other and closes its connections', async () => {
  const answers: ((data: object) => void)[] = []
  const issuer = await serve(() => new Promise((resolve) => answers.push(resolve)))
  onTestFinished(issuer.stop)
  // Longer than `limits.poll`: a connection that nobody closes stays open.
  Object.assign(issuer.server, { keepAliveTimeout: 600_000 })
  const server = new Server()
  await listen(server)
  const before = process.listeners('SIGTERM')
  const run = callsOf(server, { baseUrl: issuer.url, auth: 'token' })
  const end = process.listeners('SIGTERM').find((one) => !before.includes(one))
  const open = run(async (client) => {
    const { id } = await client.createStablecoinConversion(conversion)
    await client.createIssuerQuote(quote)
    return id
  })
  await expect.poll(() => answers.length).toBe(1)
  end?.('SIGTERM')
  expect(server.listening).toBe(false)
  await expect(run((client) => client.createIssuerQuote(quote))).rejects.toThrow('not begun')
  answers[0]?.({ ...conversion, id: 'c-1' })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ quote_id: 'q-1' })
  expect(await open).toBe('c-1')
  const connections = () =>
    new Promise((resolve) => issuer.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})

const left = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds })

it('a Lambda function ends its call before it is ended, is not run again for what is unknown, and sends nothing where too little time is left', async () => {
  const issuer = fakeIssuer()
  issuer.next('createStablecoinConversion', 'no_answer', { status: 422 })
  const handler = handlerOf(createClient(issuer.options))
  vi.useFakeTimers()
  const call = handler(conversion, left(9_000))
  await vi.advanceTimersByTimeAsync(6_001) // of the nine seconds, three are left
  expect(await call).toEqual({ next: 'look it up', refId: 'r-1' })
  vi.useRealTimers()
  await expect(handler(conversion, left(9_000))).rejects.toMatchObject({ outcome: 'rejected' })
  expect(await handler(conversion, left(9_000))).toMatchObject({ ref_id: 'r-1' })
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
  const tokens = {
    get: (key: string) => Promise.resolve(kept.get(key) ?? null),
    put: (key: string, value: string, { expirationTtl }: { expirationTtl: number }) => {
      lifetimes.push(expirationTtl)
      return Promise.resolve(void kept.set(key, value))
    },
    delete: (key: string) => Promise.resolve(void kept.delete(key)),
  }
  const tokenUrl = `${issuer.url}/token`
  const credentials = { tokenUrl, clientId: 'treasury', clientSecret: 'secret' }
  for (const ref_id of ['r-1', 'r-2']) {
    const client = clientOf(issuer.url, credentials, tokens)
    await client.createStablecoinConversion({ ...conversion, ref_id })
  }
  const path = '/v2/conversion/stablecoins'
  expect(urls).toEqual(['/token', path, path])
  expect(lifetimes).toHaveLength(1)
  expect(lifetimes[0]).toBeGreaterThan(60)
})
