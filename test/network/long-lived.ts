import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { vi } from 'vitest'
import { cases } from '../support/cases.js'
import { limits } from '../support/limits.js'
import type { Act } from './act.js'
import { check, equal, times } from './check.js'
import type { Context, Row } from './script.js'
import { address, conversion, quote, secret, success, token } from './sent.js'

interface Abortion {
  readonly name: string
  readonly outcome: string
  readonly step: Act
  /** Milliseconds from the request to the abort; without them it comes before the call. */
  readonly wait?: number
}

const busy = (status: number): Act => ({ status, headers: { 'Retry-After': '5' } })
const abortions: readonly Abortion[] = [
  { name: 'before', outcome: 'not_sent', step: success },
  { name: 'token request', outcome: 'not_sent', step: { by: 'silence' }, wait: 20 },
  { name: 'send', outcome: 'unknown', step: { by: 'silence' }, wait: 20 },
  { name: 'wait after 429', outcome: 'not_sent', step: busy(429), wait: 100 },
  { name: 'PUT wait after 503', outcome: 'unknown', step: busy(503), wait: 100 },
  { name: 'body', outcome: 'unknown', step: { form: 'drip', body: '{"id":"12345"}' }, wait: 100 },
]

/** How much of a kind keeps the process alive. */
const alive = (kind: 'Timeout' | 'TCPSocketWrap'): number =>
  process.getActiveResourcesInfo().filter((one) => one === kind).length

/** How long after the abort a call settles, with what outcome, and what it leaves behind. */
async function aborted(context: Context, { name, outcome, step, wait }: Abortion): Promise<number> {
  const { url, seen } = await context.script(step)
  const controller = new AbortController()
  const credentials = { tokenUrl: `${url}/token`, clientId: 'client', clientSecret: secret }
  const auth = name === 'token request' ? context.sdk.clientCredentials(credentials) : token
  const client = context.clientOf({ baseUrl: url, auth })
  const idle = alive('Timeout')
  const options = { signal: controller.signal }
  if (wait === undefined) controller.abort()
  const call = context.failureOf(
    name.startsWith('PUT')
      ? client.putCryptoDestinationAddress(address, options)
      : client.createStablecoinConversion(conversion, options),
  )
  const requests = wait === undefined ? 0 : 1
  const waiting = { timeout: limits.poll, interval: 5 }
  await vi.waitFor(async () => equal((await seen()).length, requests, name), waiting)
  await sleep(wait)
  const abortedAt = performance.now()
  controller.abort(new Error('the reason of the caller'))
  const error = await call
  const took = performance.now() - abortedAt
  equal([error.code, error.outcome], ['ERR_ABORTED', outcome], name)
  equal((await seen()).length, requests, `${name}: requests`)
  equal(getEventListeners(controller.signal, 'abort').length, 0, `${name}: listeners left`)
  const left = alive('Timeout') - idle
  // The connection pool of fetch keeps timers of its own for a connection that is kept.
  check(left <= 1, `${name}: ${left} timers left`)
  // No longer than a busy machine needs: the token request would last ten seconds.
  const soon = { timeout: 2_000, interval: 5 }
  await vi.waitFor(() => equal(alive('TCPSocketWrap'), 0, `${name}: connections left`), soon)
  return took
}

async function settlesSoon(context: Context): Promise<void> {
  for (const abortion of abortions) {
    let least = Infinity
    // A machine that does something else makes one later.
    for (let tries = 0; tries < 5 && least >= 50; tries++)
      least = Math.min(least, await aborted(context, abortion))
    check(least < 50, `${abortion.name}: settled after ${least.toFixed(0)} ms`)
  }
}

async function heap(context: Context): Promise<void> {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  const { url } = await context.script({ body: '{"quote_id":"q"}' })
  const client = context.clientOf({ baseUrl: url, onEvent: () => undefined })
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
      least = Math.min(least, process.memoryUsage().heapUsed)
    }
    return least
  }
  const before = await batch(2_000)
  const calls = cases(20_000, 10_000)
  const grown = ((await batch(calls)) - before) / calls
  process.off('warning', warn)
  check(grown < 256, `the heap grew by ${grown.toFixed(0)} bytes a call`)
  equal(warnings.map(String), [], 'warnings')
  equal(getEventListeners(signal, 'abort').length, 0, 'listeners left')
}

export const rows: readonly Row[] = [
  {
    fault: 'abort before, during send, during wait, during body',
    demand: 'settles < 50 ms, right outcome, no timer or listener left',
    run: settlesSoon,
  },
  {
    fault: 'thousands of calls with one long-lived client and one shared AbortSignal',
    demand: 'heap after collection grows < 256 bytes a call, no listener warning',
    run: heap,
  },
]
