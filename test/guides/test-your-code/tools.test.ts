import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import nock from 'nock'
import { type ClientOptions, createClient, type Transport } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startMock } from '../../../src/mock/server.js'
import { listen, type Listening } from '../../support/listen.js'
import { root } from '../../support/run.js'
import { byMsw, byNock, overAgent } from './tools.js'

const body = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const
const fromTool = { quote_id: 'from the tool' }

/** The network that a test must not reach. */
let network: Listening
let baseUrl: string
let reached = 0
beforeAll(async () => {
  const server = createServer((request, response) => {
    reached++
    request.resume()
    response.setHeader('content-type', 'application/json').end('{"quote_id":"from the network"}')
  })
  network = await listen(server)
  baseUrl = network.url
})
afterAll(() => {
  network.stop()
})

/** What a tool needs for a client, and how it is put away. */
type Tool = () => Promise<{ options?: Partial<ClientOptions>; stop: () => unknown }>

const tools: Readonly<Record<string, Tool>> = {
  'fakeIssuer()': () => Promise.resolve({ options: fakeIssuer().options, stop: () => undefined }),
  'the mock': async () => {
    const { url, tokenUrl, stop } = await startMock()
    const form = 'grant_type=client_credentials&client_id=mock-client&client_secret=mock-secret'
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${form}&scope=exchange:write_issuer_quote`,
    }
    const { access_token: auth } = (await (await fetch(tokenUrl, init)).json()) as {
      access_token: string
    }
    return { options: { baseUrl: url, auth }, stop }
  },
  MSW: () => {
    const server = byMsw(baseUrl, fromTool)
    server.listen()
    return Promise.resolve({
      stop: () => {
        server.close()
      },
    })
  },
  nock: () => {
    byNock(baseUrl, fromTool)
    return Promise.resolve({
      stop: () => {
        nock.cleanAll()
        nock.restore()
      },
    })
  },
  'setGlobalDispatcher(mockAgent)': () => {
    const before = getGlobalDispatcher()
    const agent = new MockAgent()
    agent.get(baseUrl).intercept({ path: '/v2/issuer-quote', method: 'POST' }).reply(200, fromTool)
    setGlobalDispatcher(agent)
    return Promise.resolve({
      stop: () => {
        setGlobalDispatcher(before)
      },
    })
  },
  "spyOn(globalThis, 'fetch')": () => {
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(Response.json(fromTool)))
    return Promise.resolve({
      stop: () => {
        spy.mockRestore()
      },
    })
  },
}

async function seenBy(name: string, transport?: Transport): Promise<string> {
  const { options = {}, stop } = (await tools[name]?.()) ?? { stop: () => undefined }
  const before = reached
  try {
    const common = { baseUrl, auth: 'token', maxRetries: 0, ...options }
    const client = createClient({ ...common, ...(transport && { transport, ...options }) })
    const { quote_id } = await client.createIssuerQuote(body)
    return reached > before || quote_id === 'from the network' ? 'no' : 'yes'
  } finally {
    stop()
  }
}

/** The table of the guide, as a tool's name and what it says of each transport. */
const guide = readFileSync(join(root, 'openapi/guides/test-your-code.md'), 'utf8')
const table = guide.slice(guide.indexOf('| Over fetch |')).split('\n\n')[0] ?? ''
const rows = table
  .split('\n')
  .slice(2)
  .map((row) =>
    row
      .split('|')
      .map((cell) => cell.replaceAll(/[`*]/g, '').trim())
      .slice(1, 4),
  )

it('the table of tools says of each what was seen', async () => {
  const transport = undiciTransport()
  const seen: string[][] = []
  for (const name of Object.keys(tools))
    seen.push([name, await seenBy(name), await seenBy(name, transport)])
  await transport.close()
  // What is given a dispatcher is no tool for fetch.
  expect(await overAgent(baseUrl, fromTool).createIssuerQuote(body)).toEqual(fromTool)
  expect(rows).toEqual([...seen, ['undiciTransport({ dispatcher })', '', 'yes']])
})

it('the table of tools is right that an address which leads nowhere keeps what gets past from being sent', async () => {
  const transport = undiciTransport()
  const client = createClient({
    baseUrl: 'https://issuer.invalid',
    auth: 'token',
    transport,
    maxRetries: 0,
  })
  const msw = byMsw('https://issuer.invalid', fromTool)
  msw.listen()
  await expect(client.createIssuerQuote(body)).rejects.toMatchObject({ outcome: 'not_sent' })
  msw.close()
  await transport.close()
})
