import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { vi } from 'vitest'
import type { Act } from './act.js'
import { cases } from '../support/cases.js'
import { limits } from '../support/limits.js'
import { check, equal, times } from './check.js'
import { type Context, contextOf, type Row } from './script.js'
import { address, conversion, quote, secret, success, token } from './sent.js'

interface Abortion {
  readonly name: string
  readonly outcome: string
  readonly step: Act
  /** Milliseconds from the request to the abort; without them it comes before the call. */
  readonly wait?: number
}

const later = { 'Retry-After': '5' }
const abortions: readonly Abortion[] = [
  { name: 'before', outcome: 'not_sent', step: success },
  { name: 'token request', outcome: 'not_sent', step: { by: 'silence' }, wait: 20 },
  { name: 'send', outcome: 'unknown', step: { by: 'silence' }, wait: 20 },
  { name: 'wait after 429', outcome: 'not_sent', step: { status: 429, headers: later }, wait: 100 },
  {
    name: 'PUT wait after 503',
    outcome: 'unknown',
    step: { status: 503, headers: later },
    wait: 100,
  },
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
  const calls = cases(20_000, 10_000)
  const grown = (await batch(calls)) - before
  process.off('warning', warn)
  check((grown * 1024 * 1024) / calls < 256, `the heap grew by ${grown.toFixed(1)} MB`)
  equal(warnings.map(String), [], 'warnings')
  equal(getEventListeners(signal, 'abort').length, 0, 'listeners left')
  return `heap grew by ${grown.toFixed(1)} MB`
}

const text = '{"id":"c-1","note":"é"}'
const coded: Readonly<Record<string, Buffer>> = {
  identity: Buffer.from(text),
  '': Buffer.from(text),
  'x-unknown': Buffer.from(text),
  gzip: gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
  // Names of codings are read in any case.
  Deflate: deflateSync(text),
}

async function decoded(context: Context): Promise<string> {
  for (const [coding, bytes] of Object.entries(coded)) {
    const headers = { 'Content-Encoding': coding }
    const body = bytes.toString('base64')
    const { url } = await context.script({ status: 201, body, base64: true, headers })
    const data = await context.clientOf({ baseUrl: url }).createStablecoinConversion(conversion)
    equal(data, JSON.parse(text), coding)
  }
  return `${Object.keys(coded).length} codings`
}

export const rows: readonly Row[] = [
  {
    fault: 'abort before, during send, during wait, during body',
    demand: 'settles < 50 ms, right outcome, no timer or listener left',
    run: async (context) => {
      let worst = 0
      for (const abortion of abortions) {
        let least = Infinity
        // A machine that does something else makes one later.
        for (let tries = 0; tries < 5 && least >= 50; tries++)
          least = Math.min(least, await aborted(context, abortion))
        worst = Math.max(worst, least)
      }
      check(worst < 50, `settled after ${worst.toFixed(0)} ms`)
      return `settled within ${worst.toFixed(1)} ms`
    },
  },
  {
    fault: 'thousands of calls with one long-lived client and one shared AbortSignal',
    demand: 'heap after collection grows < 256 bytes a call, no listener warning',
    run: heap,
  },
  {
    fault: '201 with each content coding, none of them asked for',
    demand: 'a success; an unknown coding is read as plain',
    run: decoded,
  },
  {
    fault: 'gzip cut short, not gzip at all, 200 MB body, gzip bomb',
    demand: 'typed error; memory grows by less than 50 MB',
    run: async (context) => {
      const headers = { 'Content-Encoding': 'gzip' }
      // Node's fetch takes a cut gzip stream for a whole one, so the JSON is what ends too early.
      const cut = context.transport ? 'ERR_CONNECTION' : 'ERR_INVALID_RESPONSE 200'
      const steps: readonly (readonly [Act, end: string])[] = [
        [{ form: 'gzip-cut' }, `${cut} unknown 1`],
        [{ body: 'not gzip', headers }, 'ERR_CONNECTION unknown 1'],
        [{ form: 'flood' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
        [{ form: 'gzip-bomb' }, 'ERR_INVALID_RESPONSE 200 unknown 1'],
        [{ form: 'flood', status: 400 }, 'ERR_API 400 rejected 1'],
      ]
      // The first call loads code, which must not count as memory of the answer.
      for (const step of [{ status: 400, body: '{}' }, { form: 'gzip-cut' as const }])
        await context.endOf([step])
      const before = process.memoryUsage.rss()
      let peak = before
      const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
      for (const [step, end] of steps) equal(await context.endOf([step]), end, JSON.stringify(step))
      clearInterval(sampling)
      const bodies = context.collected.map((thing) => (thing as { body?: unknown }).body)
      const longest = Math.max(...bodies.map((body) => JSON.stringify(body ?? '').length))
      check(longest <= 8_192, `an error keeps ${longest} characters`)
      const grown = (peak - before) / 1024 / 1024
      check(grown < 50, `memory grew by ${grown.toFixed(0)} MB`)
      return `memory grew by ${grown.toFixed(0)} MB at most`
    },
  },
]
