import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { below, equal } from './check.js'
import type { Context, Row } from './script.js'
import { quote } from './sent.js'

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
    fault: 'thousands of calls with one client and one AbortSignal',
    demand: 'heap grows < 256 bytes a call, no listener warning',
    run: heap,
  },
]
