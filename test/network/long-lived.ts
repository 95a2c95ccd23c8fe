import { getEventListeners } from 'node:events'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { vi } from 'vitest'
import { limits } from '../support/limits.js'
import type { Act } from './act.js'
import { below, equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, quote } from './sent.js'

/** What the server does when the caller aborts. */
const abortions: Readonly<Record<string, Act>> = {
  send: { by: 'silence' },
  body: { drips: true, body: '{"id":"12345"}' },
}

const connections = (): number =>
  process.getActiveResourcesInfo().filter((one) => one === 'TCPSocketWrap').length

/** Aborted, a call settles before anything else happens, and leaves no connection behind. */
async function aborted(context: Context, phase: string, act: Act): Promise<void> {
  const { url, seen } = await context.script(act)
  const client = context.clientOf({ baseUrl: url })
  const controller = new AbortController()
  const { signal } = controller
  const call = context.failureOf(client.createStablecoinConversion(conversion, { signal }))
  const soon = { timeout: limits.poll, interval: 5 }
  await vi.waitFor(async () => equal((await seen()).length, 1, phase), soon)
  await sleep(100)
  controller.abort()
  const { code, outcome } = (await Promise.race([call, turn()])) ?? {}
  equal([code, outcome, (await seen()).length], ['ERR_ABORTED', 'unknown', 1], phase)
  await vi.waitFor(() => equal(connections(), 0, `${phase}: connections left`), soon)
}

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

/** Bytes that are held. Objects that a finalizer held are freed by the next collection only. */
async function heldMemory(): Promise<number> {
  let least = Infinity
  for (let turn = 0; turn < 5; turn++) {
    await sleep(100)
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    least = Math.min(least, heapUsed + arrayBuffers)
  }
  return least
}

async function heap(context: Context): Promise<void> {
  const { url } = await context.script({ body: '{"quote_id":"q"}' })
  const client = context.clientOf({ baseUrl: url, onEvent: () => undefined })
  const { signal } = new AbortController()
  const warnings: Error[] = []
  const warn = (warning: Error): void => void warnings.push(warning)
  process.on('warning', warn)
  const batch = async (calls: number): Promise<number> => {
    for (let done = 0; done < calls; done += 100)
      await Promise.all(
        Array.from({ length: 100 }, () => client.createIssuerQuote(quote, { signal })),
      )
    return heldMemory()
  }
  let used = await batch(2_000)
  const calls = 10_000
  await below(256, 'bytes a call by which the heap grew', async () => {
    const before = used
    used = await batch(calls)
    return (used - before) / calls
  })
  process.off('warning', warn)
  equal(warnings.map(String), [], 'warnings')
  equal(getEventListeners(signal, 'abort').length, 0, 'listeners left')
}

export const rows: readonly Row[] = [
  {
    fault: 'abort during send, during body',
    demand: 'settles at once, unknown, no connection left',
    run: async (context) => {
      for (const [phase, act] of Object.entries(abortions)) await aborted(context, phase, act)
    },
  },
  {
    fault: 'thousands of calls with one long-lived client and one shared AbortSignal',
    demand: 'heap after collection grows < 256 bytes a call, no listener warning',
    run: heap,
  },
]
