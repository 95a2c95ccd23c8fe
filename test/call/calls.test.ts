import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError, createClient } from '../../src/index.js'
import { listen } from '../support/listen.js'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const seen: Seen[] = []
let answer: { status: number; type?: string; body: string }
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.writeHead(answer.status, { 'Content-Type': answer.type ?? 'application/json' })
    response.end(answer.body)
  })
})
let baseUrl: string
beforeAll(async () => {
  baseUrl = (await listen(server)).url
})
afterAll(() => server.close())

const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
const data = { quote_id: 'q', price: '4000.10' }

it('a call sends the documented request and gives the data', async () => {
  answer = { status: 200, body: JSON.stringify(data) }
  seen.length = 0
  const client = createClient({
    baseUrl: `${baseUrl}/gateway/`,
    auth: () => Promise.resolve('tok-1'),
  })
  expect(await client.createIssuerQuote(quote)).toEqual(data)
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/gateway/v2/issuer-quote',
    headers: {
      authorization: 'Bearer tok-1',
      'content-type': 'application/json',
      accept: 'application/json',
    },
  })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual(quote)
})

it('a call works when the methods are taken out of the client', async () => {
  answer = { status: 200, body: JSON.stringify(data) }
  const { createIssuerQuote } = createClient({ baseUrl, auth: 'tok' })
  expect(await createIssuerQuote(quote)).toEqual(data)
})

it('a call gives status, headers, attempts and refId beside the data', async () => {
  answer = { status: 200, body: JSON.stringify(data) }
  const client = createClient({ baseUrl, auth: 'tok' })
  const body = {
    profile_id: 'p',
    amount: '1',
    source_asset: 'A',
    target_asset: 'B',
    ref_id: 'r-1',
  }
  const whole = await client.createStablecoinConversion(body).withResponse()
  expect(whole).toMatchObject({ data, status: 200, attempts: 1, refId: 'r-1' })
  expect(whole.headers.get('content-type')).toBe('application/json')
})

it('a call leaves no unhandled rejection when only the whole result is awaited', async () => {
  answer = { status: 403, body: '{}' }
  const unhandled: unknown[] = []
  const listen = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', listen)
  const client = createClient({ baseUrl, auth: 'tok' })
  await expect(client.createIssuerQuote(quote).withResponse()).rejects.toBeInstanceOf(ApiError)
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', listen)
  expect(unhandled).toEqual([])
})
