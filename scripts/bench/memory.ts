import type { Field } from './field.js'
import type { ContestantName } from './measured/contestants.js'
import type { Effort } from './options.js'

/** Measures what a call of each client allocates, and how much our heap has grown after many calls. */
export async function measureMemory(field: Field, effort: Effort['memory']) {
  const rows: { name: ContestantName; bytesPerCall: number; growth?: number }[] = []
  for (const name of field.names) {
    // Code that is not compiled yet allocates more.
    await field.ask(name, 'slice', { calls: 1_500, inFlight: 32 })
    const { bytesPerCall } = await field.ask(name, 'allocation', { calls: effort.allocationCalls })
    const work = { calls: effort.growthCalls, inFlight: 32 }
    const grown = name.startsWith('ours') ? await field.ask(name, 'growth', work) : undefined
    rows.push({ name, bytesPerCall, ...(grown && { growth: grown.bytes }) })
  }
  return { calls: effort.growthCalls, rows }
}
