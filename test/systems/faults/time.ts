import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { vi } from 'vitest'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { limits } from '../../support/limits.js'
import { check, equal, times } from './check.js'
import { type Context, contextOf, type Row } from './script.js'
import { address, conversion, quote, success } from './sent.js'
import type { Step } from './step.js'

const patience = { timeout: limits.poll }

/** Runs with a monotonic clock and a wall clock that only the test moves. */
async function withClocks(run: (pass: (seconds: number) => void) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    await run((seconds) => vi.advanceTimersByTime(seconds * 1_000))
  } finally {
    vi.useRealTimers()
  }
}

/** Tokens of the real token server, which live an hour by the monotonic clock. */
async function expiry(context: Context): Promise<string> {
  let tokenRequests = 0
  let failing = false
  const mock = await startMock()
  const auth = context.sdk.clientCredentials({
    tokenUrl: mock.tokenUrl,
    clientId: mockClient.id,
    clientSecret: mockClient.secret,
    fetch: (url, init) => {
      tokenRequests++
      return failing ? Promise.resolve(new Response(null, { status: 503 })) : fetch(url, init)
    },
  })
  // Expiry is what is shown here, not limits: no call runs out of time when the clock jumps.
  const client = context.clientOf({ baseUrl: mock.url, auth, timeout: 1e9, totalTimeout: 1e9 })
  const call = () => client.createIssuerQuote(quote)
  try {
    await withClocks(async (pass) => {
      await call()
      pass(3_600 - 30)
      await times(100, call)
      await vi.waitFor(() => equal(tokenRequests, 2, 'token requests 30 s before expiry'), patience)
      failing = true
      pass(3_600 - 30)
      for (let round = 0; round < 10; round++) {
        await times(10, call)
        pass(1)
      }
      check(
        tokenRequests > 2 && tokenRequests < 10,
        `${tokenRequests} token requests while refreshing fails`,
      )
      failing = false
      pass(60)
      await times(10, call)
      const before = tokenRequests
      for (const hours of [2, -2, -2, 2]) {
        vi.setSystemTime(Date.now() + hours * 3_600_000)
        await times(10, call)
      }
      check(
        tokenRequests - before <= 1,
        `${tokenRequests - before} token requests for a clock that jumps`,
      )
    })
  } finally {
    await mock.stop()
  }
  return '1 refresh for 100 calls; 0 of 240 calls failed; 0 extra 401'
}

type Abortion = readonly [name: string, outcome: string, steps: Step[], wait: number]

/** How soon after the abort a call settles, at best: a machine that does something else makes one later. */
async function soonest(context: Context, ...abortion: Abortion): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 5 && least >= 50; tries++)
    least = Math.min(least, await aborted(context, ...abortion))
  return least
}

/** How long after the abort a call settles, with what outcome, and what it leaves behind. */
async function aborted(
  context: Context,
  ...[name, outcome, steps, wait]: Abortion
): Promise<number> {
  const { url, seen } = await context.script(...steps)
  const controller = new AbortController()
  const client = context.clientOf({ baseUrl: url })
  const idle = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const options = { signal: controller.signal }
  if (wait === 0) controller.abort()
  const call = context.failureOf(
    name.startsWith('PUT')
      ? client.putCryptoDestinationAddress(address, options)
      : client.createStablecoinConversion(conversion, options),
  )
  if (wait > 0) {
    await vi.waitFor(
      async () => {
        equal((await seen()).length, 1, name)
      },
      { ...patience, interval: 5 },
    )
    await sleep(wait)
  }
  const abortedAt = performance.now()
  controller.abort(new Error('the reason of the caller'))
  const error = await call
  const took = performance.now() - abortedAt
  equal([error.code, error.outcome], ['ERR_ABORTED', outcome], name)
  equal((await seen()).length, wait === 0 ? 0 : 1, `${name}: requests`)
  equal(getEventListeners(controller.signal, 'abort').length, 0, `${name}: listeners left`)
  const left = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length - idle
  // The connection pool of fetch keeps timers of its own for a connection that is kept.
  check(left <= 1, `${name}: ${left} timers left`)
  return took
}

async function heap(context: Context): Promise<string> {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  const { url } = await context.script({ body: '{"quote_id":"q"}' })
  const client = contextOf({ ...context, collected: [] }).clientOf({
    baseUrl: url,
    onEvent: () => undefined,
  })
  const { signal } = new AbortController()
  const warnings: Error[] = []
  const warn = (warning: Error): void => void warnings.push(warning)
  process.on('warning', warn)
  const batch = async (calls: number): Promise<number> => {
    for (let done = 0; done < calls; done += 100)
      await times(100, () => client.createIssuerQuote(quote, { signal }))
    // Objects that a finalizer held are freed by the next collection only.
    let least = Infinity
    for (let turn = 0; turn < 5; turn++) {
      await sleep(100)
      collect()
      least = Math.min(least, process.memoryUsage().heapUsed / 1024 / 1024)
    }
    return least
  }
  const before = await batch(2_000)
  const grown = (await batch(20_000)) - before
  process.off('warning', warn)
  check(grown < 5, `the heap grew by ${grown.toFixed(1)} MB`)
  equal(warnings.map(String), [], 'warnings')
  equal(getEventListeners(signal, 'abort').length, 0, 'listeners left')
  return `heap grew by ${grown.toFixed(1)} MB`
}

export const rows: readonly Row[] = [
  {
    number: 14,
    fault:
      '100 calls 30 s before expiry; refresh fails while the token is valid; clock back and forth 2 h',
    demand: '1 refresh; 0 failed calls; ≤ 1 extra 401',
    run: expiry,
  },
  {
    number: 16,
    fault: 'abort before, during send, during wait, during body',
    demand: 'settles < 50 ms, right outcome, no timer or listener left',
    run: async (context) => {
      const body: Step = { fault: 'drip', body: '{"id":"12345"}' }
      const later = { 'Retry-After': '5' }
      const took = [
        await soonest(context, 'before', 'not_sent', [success], 0),
        await soonest(context, 'send', 'unknown', [{ fault: 'silence' }], 20),
        await soonest(
          context,
          'wait after 429',
          'not_sent',
          [{ status: 429, headers: later }],
          100,
        ),
        await soonest(
          context,
          'PUT wait after 503',
          'unknown',
          [{ status: 503, headers: later }],
          100,
        ),
        await soonest(context, 'body', 'unknown', [body], 100),
      ]
      const worst = Math.max(...took)
      check(worst < 50, `settled after ${worst.toFixed(0)} ms`)
      return `settled within ${worst.toFixed(1)} ms`
    },
  },
  {
    number: 20,
    fault: '20,000 calls with one long-lived client and one shared AbortSignal',
    demand: 'heap after collection grows < 5 MB, no listener warning',
    run: heap,
  },
]
