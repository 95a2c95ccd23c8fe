/** One contestant in a process of its own, so that no heap, compiled code or socket is shared. */
import { isDeepStrictEqual } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { type Caller, endWhenTold, type Setup } from './calls.js'
import { callers, type ContestantName } from './contestants.js'

endWhenTold()

let call: Caller = () => Promise.reject(new Error('it was not started'))
let setup: Setup | undefined

interface Work {
  readonly calls: number
  readonly inFlight: number
}

/** Loads the contestant, and compares what it returns with the document. */
export async function start(input: { name: ContestantName; setup: Setup }) {
  setup = input.setup
  call = await callers[input.name](setup)
  for (const example of setup.calls)
    if (!isDeepStrictEqual(await call(example), example.answer))
      throw new Error(`${example.operationId} returned something else than the server sent`)
  return { made: setup.calls.length }
}

/**
 * Seconds of the clock and of the processor that the calls take, once connections are open and
 * caches are filled again. Nothing is collected by force: that would shrink the young generation.
 */
export async function slice(work: Work) {
  const before = Math.max(work.inFlight * 3, work.calls >> 2)
  await make({ calls: before, inFlight: work.inFlight })
  const cpu = process.cpuUsage()
  const began = performance.now()
  await make(work)
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { made: before + work.calls, seconds, cpuSeconds: (user + system) / 1e6 }
}

/** Bytes that one call allocates: each step up of the heap, whatever was collected between. */
export async function allocation({ calls }: { calls: number }) {
  let allocated = 0
  let last = heapUsed()
  await make({ calls, inFlight: 1 }, () => {
    const now = heapUsed()
    allocated += Math.max(0, now - last)
    last = now
  })
  return { made: calls, bytesPerCall: allocated / calls }
}

/** How many bytes the heap has grown by after the calls and a collection. */
export async function growth(work: Work) {
  const before = await settled()
  await make(work)
  return { made: work.calls, bytes: (await settled()) - before }
}

/** Makes the calls in turn, with a number of them in flight. */
async function make({ calls, inFlight }: Work, between?: () => void): Promise<void> {
  const examples = setup?.calls ?? []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < calls) {
      const example = examples[next++ % examples.length]
      if (example !== undefined) await call(example)
      between?.()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
}

async function settled(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  // The finalisers of the first collection release objects, which the second one frees.
  for (let pass = 0; pass < 2; pass += 1) globalThis.gc?.()
  return heapUsed()
}

const heapUsed = (): number => getHeapStatistics().used_heap_size
