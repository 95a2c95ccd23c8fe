import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

/** Bytes that are held, or not collected yet. */
export function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Bytes that are held. Objects that a finalizer held are freed by the next collection only. */
export async function heldMemory(): Promise<number> {
  let least = Infinity
  for (let turn = 0; turn < 5; turn++) {
    await sleep(100)
    collect()
    least = Math.min(least, memory())
  }
  return least
}
