import { createServer } from 'node:net'
import {
  Agent,
  type Dispatcher,
  getGlobalDispatcher,
  interceptors,
  RetryAgent,
  setGlobalDispatcher,
} from 'undici'
import type { FetchInit, FetchLike } from '../../../src/index.js'
import { undiciTransport } from '../../../src/undici.js'
import { listen } from '../../support/listen.js'
import { equal } from './check.js'
import { type Context, type Row, send } from './script.js'

const answer =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"id":"1"}'

/**
 * A service that carries out the first request, resets its connection and is gone; after a while it is there
 * again and answers.
 */
async function restarting(away: number): Promise<{ url: string; done: () => number; end(): void }> {
  let done = 0
  const first = await listen((socket) => {
    socket.once('data', () => {
      done++
      socket.resetAndDestroy()
      first.stop()
      timer = setTimeout(() => again.listen(first.port, '127.0.0.1'), away)
    })
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', () => {
        done++
        socket.write(answer)
      })
  })
  const end = (): void => {
    clearTimeout(timer)
    first.stop()
    again.close()
  }
  return { url: first.url, done: () => done, end }
}

const often = { minTimeout: 1, maxTimeout: 1, maxRetries: 2 }
const both = { ...often, methods: ['POST', 'PUT'] as Dispatcher.HttpMethod[] }

/** Dispatchers that send again what failed, and tell the last failure alone. */
const repeating: Readonly<Record<string, () => Dispatcher>> = {
  'RetryAgent, POST and PUT': () => new RetryAgent(new Agent(), both),
  'interceptors.retry': () => new Agent().compose(interceptors.retry(both)),
  'RetryAgent by default': () => new RetryAgent(new Agent(), often),
}

/** What a fetch of the caller makes of a body: a text, whose length undici 7 wants to be told once. */
const asText = (init: FetchInit): RequestInit => {
  const headers = new Headers(init.headers)
  headers.delete('content-length')
  return { ...init, headers, body: (init.body as { toString(): string }).toString() }
}

/** A fetch that sends again by itself, with a body that it read before. */
const persistent: FetchLike = (url, init) => {
  const text = asText(init)
  return fetch(url, text).catch(() => fetch(url, text))
}

/** The same, which reads the body each time. */
const rereading: FetchLike = (url, init) => {
  const send = async (): Promise<Response> => fetch(url, asText(init))
  return send().catch(send)
}

/** Makes one call over each layer, and demands that it is unknown and that a POST was carried out once. */
async function callOver(
  context: Context,
  name: string,
  options: { fetch?: FetchLike; transport?: ReturnType<typeof undiciTransport> },
): Promise<void> {
  // A service that stays away, and one that is back before the client's next attempt.
  const cases = [
    ['POST', 60_000],
    ['POST', 60],
    ['PUT', 60_000],
  ] as const
  for (const [method, away] of cases) {
    const service = await restarting(away)
    const client = context.clientOf({ baseUrl: service.url, ...options })
    const what = `${method} over ${name}, away for ${away} ms`
    const call = send(client, method)
    try {
      const error = await context.failureOf(call)
      equal([error.code, error.outcome], ['ERR_CONNECTION', 'unknown'], what)
      equal(service.done(), 1, `${what}: carried out`)
    } finally {
      service.end()
    }
  }
}

async function belowFetch(context: Context): Promise<string> {
  const before = getGlobalDispatcher()
  try {
    for (const [name, make] of Object.entries(repeating)) {
      const dispatcher = make()
      setGlobalDispatcher(dispatcher)
      await callOver(context, name, { fetch: (url, init) => fetch(url, init) })
      await dispatcher.destroy()
    }
  } finally {
    setGlobalDispatcher(before)
  }
  return `${Object.keys(repeating).length} dispatchers`
}

async function belowUndici(context: Context): Promise<string> {
  for (const [name, make] of Object.entries(repeating)) {
    const dispatcher = make()
    await callOver(context, name, { transport: undiciTransport({ dispatcher }) })
    await dispatcher.destroy()
  }
  return `${Object.keys(repeating).length} dispatchers`
}

export const rows: readonly Row[] = [
  {
    number: 36,
    fault:
      'a service that carries out the request, resets and stops, under a dispatcher that retries',
    demand: 'POST carried out once, unknown; PUT unknown',
    run: async (context) => {
      const run = context.transport === undefined ? belowFetch : belowUndici
      return `${await run(context)}: POST carried out once, unknown`
    },
  },
  {
    number: 37,
    fault: 'the same under a fetch that retries, and reads the body once or twice',
    demand: 'POST carried out once, unknown',
    run: async (context) => {
      await callOver(context, 'a fetch that reads again', { fetch: rereading })
      const service = await restarting(60_000)
      const client = context.clientOf({ baseUrl: service.url, fetch: persistent })
      const error = await context.failure(client)
      equal([error.outcome, service.done()], ['unknown', 1], 'a fetch that keeps the text')
      service.end()
      return 'POST unknown, carried out once'
    },
  },
]
