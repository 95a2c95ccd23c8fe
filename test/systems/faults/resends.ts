import { createServer } from 'node:net'
import {
  Agent,
  type Dispatcher,
  getGlobalDispatcher,
  interceptors,
  RetryAgent,
  setGlobalDispatcher,
} from 'undici'
import type { ClientOptions, FetchInit, FetchLike } from '../../../src/index.js'
import { undiciTransport } from '../../../src/undici.js'
import { listen } from '../../support/listen.js'
import { equal } from './check.js'
import { type Context, type Method, type Row, send } from './script.js'
import { success } from './sent.js'

const answer =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"id":"1"}'

/**
 * A service that carries out the first request, resets its connection and is gone; after a while, if ever, it is there
 * again and answers.
 */
async function restarting(away: number) {
  let done = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', () => {
        done++
        socket.write(answer)
      })
  })
  const first = await listen((socket) => {
    socket.once('data', () => {
      done++
      socket.resetAndDestroy()
      first.stop()
      if (away < Infinity) timer = setTimeout(() => again.listen(first.port, '127.0.0.1'), away)
    })
  })
  const stop = (): void => {
    clearTimeout(timer)
    first.stop()
    again.close()
  }
  return { url: first.url, done: () => done, stop }
}

/** Makes one call to it, which has to be unknown, and carried out once. */
async function callOver(
  context: Context,
  what: string,
  options: Partial<ClientOptions>,
  method: Method = 'POST',
  away = Infinity,
): Promise<void> {
  const service = await restarting(away)
  const client = context.clientOf({ baseUrl: service.url, ...options })
  const title = `${method} over ${what}, away for ${away} ms`
  try {
    const error = await context.failureOf(send(client, method))
    equal([error.code, error.outcome, service.done()], ['ERR_CONNECTION', 'unknown', 1], title)
  } finally {
    service.stop()
  }
}

const often = { minTimeout: 1, maxTimeout: 1, maxRetries: 2 }
const both = { ...often, methods: ['POST', 'PUT'] as Dispatcher.HttpMethod[] }

/** Dispatchers that send again what failed, and report the last failure alone. */
const repeating: Readonly<Record<string, () => Dispatcher>> = {
  'RetryAgent, POST and PUT': () => new RetryAgent(new Agent(), both),
  'interceptors.retry': () => new Agent().compose(interceptors.retry(both)),
  'RetryAgent by default': () => new RetryAgent(new Agent(), often),
}

async function belowUs(context: Context): Promise<string> {
  const before = getGlobalDispatcher()
  for (const [name, make] of Object.entries(repeating)) {
    const dispatcher = make()
    const isFetch = context.transport === undefined
    if (isFetch) setGlobalDispatcher(dispatcher)
    const own: FetchLike = (url, init) => fetch(url, init)
    const options = isFetch ? { fetch: own } : { transport: undiciTransport({ dispatcher }) }
    try {
      await callOver(context, name, options)
      await callOver(context, name, options, 'POST', 60)
      await callOver(context, name, options, 'PUT')
      const { url, seen } = await context.script({ status: 503 }, success)
      const { outcome } = await context.failure(context.clientOf({ baseUrl: url, ...options }))
      // Of a second request a head may come, and never a body.
      const whole = (await seen()).filter(({ body }) => body !== '')
      equal([outcome, whole.length], ['unknown', 1], `503 over ${name}`)
    } finally {
      setGlobalDispatcher(before)
      await dispatcher.destroy()
    }
  }
  return `${Object.keys(repeating).length} dispatchers: POST carried out once, unknown`
}

/** What a fetch of the caller makes of a body: a text, whose length undici 7 wants to be told once. */
const asText = (init: FetchInit): RequestInit => {
  const headers = new Headers(init.headers)
  headers.delete('content-length')
  return { ...init, headers, body: (init.body as { toString(): string }).toString() }
}

/** Fetches that send again by themselves: one keeps the body that it read, one reads it again. */
const persistent: Readonly<Record<string, FetchLike>> = {
  'a fetch that keeps the text': (url, init) => {
    const text = asText(init)
    return fetch(url, text).catch(() => fetch(url, text))
  },
  'a fetch that reads again': (url, init) => {
    const once = async (): Promise<Response> => fetch(url, asText(init))
    return once().catch(once)
  },
}

async function neverLeft(context: Context): Promise<string> {
  const closed = new Agent()
  await closed.close()
  const cases = [
    { what: 'a closed dispatcher', options: { dispatcher: closed }, code: 'ERR_CONNECTION' },
    {
      what: 'a host that swallows packets',
      options: { connect: () => undefined },
      code: 'ERR_TIMEOUT',
    },
  ]
  for (const { what, options, code } of cases) {
    const making = { transport: undiciTransport(options), timeout: 300, maxRetries: 1 }
    equal(await context.endOf([success], making), `${code} not_sent 0`, what)
  }
  return `${cases.length} ways, not_sent`
}

export const rows: readonly Row[] = [
  {
    fault:
      'a service that carries out the request, resets and stops, under a dispatcher that retries',
    demand: 'POST carried out once, unknown; PUT unknown',
    run: belowUs,
  },
  {
    fault: 'the same under a fetch that retries, and reads the body once or twice',
    demand: 'POST carried out once, unknown',
    run: async (context) => {
      for (const [what, own] of Object.entries(persistent))
        await callOver(context, what, { fetch: own })
      return 'POST unknown, carried out once'
    },
  },
  {
    fault: 'closed dispatcher, no connection in time',
    demand: 'not_sent over undici, which reports it',
    run: neverLeft,
  },
]
