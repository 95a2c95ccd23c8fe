import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { FetchLike, Transport } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { handlerOf } from '../../../openapi/guides/examples/shutdown-and-serverless/lambda.js'
import { callsOf } from '../../../openapi/guides/examples/shutdown-and-serverless/service.js'
import worker, {
  type Environment,
} from '../../../openapi/guides/examples/shutdown-and-serverless/worker.js'
import { conversion, quote } from '../../support/examples.js'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server on loopback, and its address. */
async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, baseUrl: `http://127.0.0.1:${port}` }
}

/** The global fetch of a worker, that leads to the fake. */
function fetchOver(transport: Transport) {
  return async (url: string, { method, headers, body, signal }: Parameters<FetchLike>[1]) => {
    const stop = { signal, deadline: Infinity, stopped: false, onStop: () => undefined }
    const text = await new Response(body).text()
    const answer = await transport({ url, method, headers, body: text, stop })
    const { bytes } = await answer.read(100_000)
    return new Response(bytes as BodyInit, answer)
  }
}

const created = { ...conversion, id: 'c-1', status: 'CREATED' }
const json = { 'content-type': 'application/json' }

it('a process that gets SIGTERM lets its open call end, begins no other and closes its connections', async () => {
  const asked: (() => void)[] = []
  const issuer = await listening((_, response) => {
    asked.push(() => response.writeHead(200, json).end(JSON.stringify(created)))
  })
  const { server } = await listening((_, response) => response.end())
  const before = process.listeners('SIGTERM')
  const { client, work } = callsOf(server, { baseUrl: issuer.baseUrl, auth: 'token' })
  const end = process.listeners('SIGTERM').find((one) => !before.includes(one))
  const open = work.run(() => client.createStablecoinConversion(conversion))
  await expect.poll(() => asked.length).toBe(1)
  end?.('SIGTERM')
  expect(server.listening).toBe(false)
  await expect(work.run(() => client.createIssuerQuote(quote))).rejects.toThrow('not begun')
  asked[0]?.()
  expect(await open).toMatchObject({ id: 'c-1' })
  const connections = () =>
    new Promise((resolve) => issuer.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})

const left = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds })

it('a Lambda function ends its call before it is ended, and is not run again for what is unknown', async () => {
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
})

it('a Lambda function sends nothing where too little time is left', async () => {
  const issuer = fakeIssuer()
  await expect(handlerOf(issuer.options)(conversion, left(3_500))).rejects.toThrow('too little')
  expect(issuer.requests).toEqual([])
})

it('a worker makes a client for each request, and shares the token over KV', async () => {
  const { options, requests, tokenUrl, tokens } = fakeIssuer()
  vi.stubGlobal('fetch', fetchOver(options.transport))
  const kept = new Map<string, string>()
  const lifetimes: number[] = []
  const waiting: Promise<unknown>[] = []
  const env: Environment = {
    ISSUER_URL: options.baseUrl,
    ISSUER_TOKEN_URL: tokenUrl,
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
  expect(requests).toHaveLength(2)
  expect(tokens.issued).toHaveLength(1)
  expect(waiting).toHaveLength(2)
  expect(lifetimes).toHaveLength(1)
  expect(lifetimes[0]).toBeGreaterThan(60)
})
