import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { logging, signing } from '../../../openapi/guides/examples/options/own-fetch.js'
import { heldQuote, quote } from '../../support/examples.js'

/** A service that takes signed quotes. */
async function service() {
  const bodies: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    bodies.push(body)
    const signature = createHmac('sha256', 'key').update(body).digest('hex')
    const status = request.headers['x-signature'] === signature ? 200 : 401
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(heldQuote))
  }
  const server = createServer((...exchange) => void answer(...exchange)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { bodies, options: { baseUrl: `http://127.0.0.1:${port}`, auth: 'token' } }
}

it('a fetch signs a body, and beforeSend logs it', async () => {
  const { bodies, options } = await service()
  expect(await signing(options, 'key').createIssuerQuote(quote)).toEqual(heldQuote)
  const logged: unknown[] = []
  const client = logging(options, (_, body) => logged.push(body))
  await expect(client.createIssuerQuote(quote)).rejects.toMatchObject({ status: 401 })
  expect(logged).toEqual(bodies.slice(1))
})

it('a fetch that refuses a request is quoted, and is not tried again', async () => {
  const { bodies, options } = await service()
  let count = 0
  const stripped: typeof fetch = (url, { method, headers, body } = {}) => {
    count++
    return fetch(url, { method, headers, body } as RequestInit)
  }
  await expect(
    createClient({ ...options, fetch: stripped }).createIssuerQuote(quote),
  ).rejects.toMatchObject({
    code: 'ERR_INVALID_REQUEST',
    outcome: 'not_sent',
    message: expect.stringContaining('fetch refused it: RequestInit: duplex option') as string,
  })
  expect([count, bodies]).toEqual([1, []])
})
