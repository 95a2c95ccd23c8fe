import { createServer, type Socket } from 'node:net'
import {
  Agent,
  type Dispatcher,
  getGlobalDispatcher,
  interceptors,
  RetryAgent,
  setGlobalDispatcher,
} from 'undici'
import type { ClientOptions, FetchLike } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { listen } from '../support/listen.js'
import { check, equal } from './check.js'
import { relay } from './relay.js'
import { type Context, type Failure, type Method, type Row, send } from './script.js'

/** Before the server: a service that is gone once its connection broke; after a while, if ever, it is there again. */
async function restarting(target: number, away: number) {
  const pass = (socket: Socket) => relay(socket, target, { reset: true })
  const again = createServer(pass)
  let timer: ReturnType<typeof setTimeout> | undefined
  const first = await listen((socket) => {
    pass(socket).upstream.on('close', () => {
      first.stop()
      if (away < Infinity) timer = setTimeout(() => again.listen(first.port, '127.0.0.1'), away)
    })
  })
  const stop = (): void => {
    clearTimeout(timer)
    first.stop()
    again.close()
  }
  return { url: first.url, stop }
}

/** Makes one call to it, which has to be unknown, and carried out once. */
async function callOver(
  context: Context,
  what: string,
  options: Partial<ClientOptions>,
  method: Method = 'POST',
  away = Infinity,
): Promise<void> {
  const { path, arrivals } = await context.script({ by: 'reset' }, {})
  const service = await restarting(Number(new URL(context.control).port), away)
  const client = context.clientOf({ baseUrl: service.url + path, ...options })
  const title = `${method} over ${what}, away for ${away} ms`
  try {
    const error = await context.failureOf(send(client, method))
    const { done } = await arrivals()
    equal([error.code, error.outcome, done], ['ERR_CONNECTION', 'unknown', 1], title)
  } finally {
    service.stop()
  }
}

const methods: Dispatcher.HttpMethod[] = ['POST', 'PUT']
const often = { minTimeout: 1, maxTimeout: 1, maxRetries: 2, methods }

/** Dispatchers that send again what failed, and report the last failure alone. */
const repeating: Readonly<Record<string, () => Dispatcher>> = {
  RetryAgent: () => new RetryAgent(new Agent(), often),
  'interceptors.retry': () => new Agent().compose(interceptors.retry(often)),
}

async function belowUs(context: Context): Promise<void> {
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
      const { url, seen } = await context.script({ status: 503 }, {})
      const { outcome } = await context.failure(context.clientOf({ baseUrl: url, ...options }))
      // Of a second request a head may come, and never a body.
      const whole = (await seen()).filter(({ body }) => body !== '')
      equal([outcome, whole.length], ['unknown', 1], `503 over ${name}`)
    } finally {
      setGlobalDispatcher(before)
      await dispatcher.destroy()
    }
  }
}

async function behindAnswers(context: Context): Promise<void> {
  const { url, seen } = await context.script({
    where: 'behind the answer',
    by: 'end',
    answer: 'given',
  })
  const client = context.clientOf({ baseUrl: url })
  let [calls, unsent] = [0, 0]
  // Each connection ends behind an answer that does not say so, and the next call may meet that.
  for (; calls < 30; calls++)
    await send(client, 'POST').catch((error: unknown) => {
      const { outcome } = error as Failure
      if (outcome === 'not_sent') unsent++
      else equal(outcome, 'unknown', 'behind an answer')
    })
  const requests = (await seen()).length
  check(requests + unsent <= calls, `${requests} requests, ${unsent} of ${calls} not sent`)
}

export const rows: readonly Row[] = [
  {
    fault: 'a connection that ends behind an answer that does not say so, 30 times',
    demand: 'each call sent once; a success, unknown or not_sent',
    run: behindAnswers,
  },
  {
    fault: 'a service that resets and stops, under a dispatcher that retries',
    demand: 'POST carried out once, unknown; PUT unknown',
    run: belowUs,
  },
]
