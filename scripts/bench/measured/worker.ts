/** One contestant in a process of its own, so that no heap, compiled code or socket is shared. */
import { isDeepStrictEqual } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { answerParent } from './channel.js'
import { type ContestantName, contestants } from './contestants.js'
import { type ProfileRow, profiled } from './profiler.js'
import type { Caller, Setup } from './setup.js'

let call: Caller = () => Promise.reject(new Error('it was not started'))
let setup: Setup | undefined

interface Work {
  readonly calls: number
  readonly inFlight: number
}

/** Makes the calls in turn, so many at a time. */
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

function collect(): void {
  // The second one frees what finalisers of the first let go.
  for (let pass = 0; pass < 2; pass += 1) globalThis.gc?.()
}

const heapUsed = (): number => getHeapStatistics().used_heap_size

const protocol = {
  /** Loads the contestant, and compares what it returns with the document. */
  async start(input: { name: ContestantName; setup: Setup }) {
    setup = input.setup
    const { contestant } = await contestants[input.name]()
    call = await contestant(setup)
    for (const example of setup.calls)
      if (!isDeepStrictEqual(await call(example), example.answer))
        throw new Error(`${example.operationId} returned something else than the server sent`)
    return { made: setup.calls.length }
  },
  /**
   * Seconds of the clock and of the processor that the calls take, once connections are open and
   * caches are filled again. Nothing is collected by force: that would shrink the young generation.
   */
  async slice(work: Work) {
    const before = Math.max(work.inFlight * 3, work.calls >> 2)
    await make({ calls: before, inFlight: work.inFlight })
    const cpu = process.cpuUsage()
    const start = performance.now()
    await make(work)
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpu)
    return { made: before + work.calls, seconds, cpuSeconds: (user + system) / 1e6 }
  },
  /** Bytes that one call allocates: each step up of the heap, whatever was collected between. */
  async allocation({ calls }: { calls: number }) {
    let allocated = 0
    let last = heapUsed()
    await make({ calls, inFlight: 1 }, () => {
      const now = heapUsed()
      allocated += Math.max(0, now - last)
      last = now
    })
    return { made: calls, bytesPerCall: allocated / calls }
  },
  /** Bytes that the heap is larger by after the calls, when what can be collected is. */
  async growth(work: Work) {
    const settle = async (): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      collect()
      return heapUsed()
    }
    const before = await settle()
    await make(work)
    return { made: work.calls, bytes: (await settle()) - before }
  },
  async profile(work: Work): Promise<{ made: number; rows: ProfileRow[] }> {
    const rows = await profiled(() => make(work))
    return { made: work.calls, rows }
  },
}
export type WorkerProtocol = typeof protocol

answerParent(protocol)
