import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import nock from 'nock'
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  ClientError,
  type ClientOptions,
  createClient,
  type FetchLike,
  type Transport,
} from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import {
  breakConnection,
  brokenFetch,
  byMsw,
  byNock,
  overAgent,
} from '../../../openapi/guides/examples/test-your-code/tools.js'
import { type Mock, startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { listen, type Listening } from '../../support/listen.js'
import { root } from '../../support/run.js'

const body = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const
const fromTool = { quote_id: 'from the tool' }
const path = '/v2/issuer-quote'

/** The network that a test must not reach. */
let network: Listening
let baseUrl: string
let reached = 0
let mock: Mock
let mockToken: string
beforeAll(async () => {
  const server = createServer((request, response) => {
    reached++
    request.resume()
    response.setHeader('content-type', 'application/json').end('{"quote_id":"from the network"}')
  })
  network = await listen(server)
  baseUrl = network.url
  mock = await startMock()
  const form = {
    grant_type: 'client_credentials',
    client_id: mockClient.id,
    client_secret: mockClient.secret,
    scope: 'exchange:write_issuer_quote',
  }
  const init = { method: 'POST', body: new URLSearchParams(form) }
  const granted = (await (await fetch(mock.tokenUrl, init)).json()) as { access_token: string }
  mockToken = granted.access_token
})
afterAll(async () => {
  network.stop()
  await mock.stop()
})
afterEach(() => vi.useRealTimers())

const failures = ['refused', 'broken', 'no_answer'] as const
type Failure = (typeof failures)[number]

/** A client's options, and how a tool is put away. */
interface InUse {
  readonly options?: Partial<ClientOptions>
  readonly stop?: () => unknown
}

/** Makes the tool answer, or fail; undefined where it has no such failure. */
type Tool = (failure?: Failure) => InUse | undefined | Promise<InUse>

const systemErrors = {
  refused: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  broken: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
}
const never = () => new Promise<never>(() => undefined)

function useMsw(server: ReturnType<typeof setupServer>): InUse {
  server.listen()
  return { stop: () => server.close() }
}

function useFetch(stub: FetchLike): InUse {
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(stub as typeof fetch)
  return { stop: () => spy.mockRestore() }
}

function agentOf(failure?: Failure): MockAgent {
  const agent = new MockAgent()
  agent.disableNetConnect()
  const intercepted = agent.get(baseUrl).intercept({ path, method: 'POST' })
  if (failure === undefined) intercepted.reply(200, fromTool)
  else if (failure === 'no_answer') intercepted.reply(200, fromTool).delay(1_000)
  else intercepted.replyWithError(systemErrors[failure])
  return agent
}

const tools: Readonly<Record<string, Tool>> = {
  'fakeIssuer()': (failure) => {
    const issuer = fakeIssuer()
    if (failure !== undefined) issuer.next('createIssuerQuote', failure)
    return { options: issuer.options }
  },
  'the mock': async (failure) => {
    if (failure === 'refused') mock.next('createIssuerQuote', { fault: failure, milliseconds: 400 })
    else if (failure !== undefined) mock.next('createIssuerQuote', failure)
    // Its port is in this process: the pool of fetch has to hear that it is closed, and the next one that it is open.
    if (failure !== undefined) await sleep(100)
    return {
      options: { baseUrl: mock.url, auth: mockToken },
      stop: () => (failure === 'refused' ? sleep(400) : undefined),
    }
  },
  MSW: (failure) => {
    if (failure === undefined) return useMsw(byMsw(baseUrl, fromTool))
    // Its one error stands for every connection that fails.
    const fail = () => (failure === 'no_answer' ? delay('infinite') : HttpResponse.error())
    return useMsw(setupServer(http.post(baseUrl + path, fail)))
  },
  'MSW, body read first': (failure) => {
    if (failure === undefined || failure === 'refused') return undefined
    if (failure === 'broken') return useMsw(setupServer(http.post(baseUrl + path, breakConnection)))
    const wait = async ({ request }: { request: Request }) => {
      await request.text()
      await delay('infinite')
    }
    return useMsw(setupServer(http.post(baseUrl + path, wait)))
  },
  nock: (failure) => {
    if (failure === undefined) byNock(baseUrl, fromTool)
    else if (failure === 'no_answer') nock(baseUrl).post(path).delay(1_000).reply(200, fromTool)
    else nock(baseUrl).post(path).replyWithError(systemErrors[failure])
    if (!nock.isActive()) nock.activate()
    return {
      stop: () => {
        nock.abortPendingRequests()
        nock.cleanAll()
        nock.restore()
      },
    }
  },
  'setGlobalDispatcher(mockAgent)': (failure) => {
    const before = getGlobalDispatcher()
    setGlobalDispatcher(agentOf(failure))
    return { stop: () => setGlobalDispatcher(before) }
  },
  "spyOn(globalThis, 'fetch')": (failure) => {
    if (failure === undefined) return useFetch(() => Promise.resolve(Response.json(fromTool)))
    if (failure === 'no_answer') return useFetch(never)
    const cause = systemErrors[failure]
    return useFetch(() => Promise.reject(new TypeError('fetch failed', { cause })))
  },
  'the same, body read first': (failure) => {
    if (failure === undefined || failure === 'refused') return undefined
    if (failure === 'broken') return useFetch(brokenFetch)
    return useFetch(async (_url, init) => {
      await new Response(init.body as ReadableStream).text()
      return never()
    })
  },
  'undiciTransport({ dispatcher })': (failure) => {
    // What is given a dispatcher is no tool for fetch.
    if (failure === undefined) return undefined
    return { options: { transport: undiciTransport({ dispatcher: agentOf(failure) }) } }
  },
}

/** Whether the tool sees the requests that go over a transport, as the table says it. */
async function seenBy(tool: Tool, transport?: Transport): Promise<string> {
  const used = await tool()
  if (used === undefined) return ''
  const before = reached
  try {
    const common = { baseUrl, auth: 'token', maxRetries: 0 }
    const client = createClient({ ...common, ...(transport && { transport }), ...used.options })
    const { quote_id } = await client.createIssuerQuote(body)
    return reached > before || quote_id === 'from the network' ? '**no**' : 'yes'
  } finally {
    await used.stop?.()
  }
}

/** The outcome of a call that fails, as the table says it; bold where a network would lead to another. */
async function outcomeBy(tool: Tool, failure: Failure): Promise<string> {
  const used = await tool(failure)
  if (used === undefined) return ''
  const options = { baseUrl, auth: 'token', maxRetries: 0, timeout: 150, ...used.options }
  const reason: unknown = await createClient(options)
    .createIssuerQuote(body)
    .catch((error: unknown) => error)
  await used.stop?.()
  const outcome = `\`${String(ClientError.is(reason) && reason.outcome)}\``
  return outcome === (failure === 'refused' ? '`not_sent`' : '`unknown`')
    ? outcome
    : `**${outcome}**`
}

const guide = readFileSync(join(root, 'openapi/guides/test-your-code.md'), 'utf8')
const table = guide.slice(guide.indexOf('| Over fetch |')).split('\n\n')[0] ?? ''
const rows = table
  .split('\n')
  .slice(2)
  .map((row) => row.split('|').slice(1, -1))
  .map(([name = '', ...cells]) => [
    name.replaceAll('`', '').trim(),
    ...cells.map((cell) => cell.trim()),
  ])

it('the guide on tests names the versions of the tools in its table', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  for (const name of ['msw', 'nock', 'undici'])
    expect(guide).toContain(`${name} ${devDependencies[name] ?? ''}`)
})

it('the table of tools says of each what was seen, and the outcome of each failure', async () => {
  const transport = undiciTransport()
  const measured: string[][] = []
  for (const [name, tool] of Object.entries(tools)) {
    const outcomes: string[] = []
    const seen = [await seenBy(tool), await seenBy(tool, transport)]
    for (const failure of failures) outcomes.push(await outcomeBy(tool, failure))
    measured.push([name, ...seen, ...outcomes])
  }
  await transport.close()
  const { quote_id } = await overAgent(baseUrl, fromTool).createIssuerQuote(body)
  measured.at(-1)?.splice(2, 1, quote_id === fromTool.quote_id ? 'yes' : '**no**')
  expect(rows).toEqual(measured)
})

it('the guide on tests is right that the client calls a stub of fetch 3 times which does not read the body', async () => {
  const callOver = (fetch: FetchLike) => {
    const client = createClient({ baseUrl: 'https://issuer.invalid', auth: 'token', fetch })
    return client.createIssuerQuote(body).catch((error: unknown) => error)
  }
  const broken = { attempts: 1, outcome: 'unknown' }
  expect(await callOver(brokenFetch as FetchLike)).toMatchObject(broken)
  vi.useFakeTimers()
  for (const stub of [never, () => Promise.reject(new TypeError('fetch failed'))]) {
    const call = callOver(stub)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await call).toMatchObject({ attempts: 3, outcome: 'not_sent' })
  }
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
