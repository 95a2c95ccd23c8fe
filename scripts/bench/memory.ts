import type { Field } from './field.js'
import type { ContestantName } from './measured/contestants.js'

export interface AllocationRow {
  readonly name: ContestantName
  readonly calls: number
  readonly bytesPerCall: number
  /** How much the heap is larger by after the calls, when what can be collected is. */
  readonly growth: number
}

export interface SoakRow {
  readonly name: ContestantName
  readonly calls: number
  readonly growth: number
}

/** What the calls of each contestant allocate, and what stays. */
export async function measureAllocation(field: Field, calls: number): Promise<AllocationRow[]> {
  const rows: AllocationRow[] = []
  for (const name of field.names) {
    // Code that is not compiled yet allocates more.
    await field.ask(name, 'slice', { calls: 1_500, inFlight: 1 })
    const { bytesPerCall } = await field.ask(name, 'allocation', { calls })
    const { bytes: growth } = await field.ask(name, 'growth', { calls, inFlight: 32 })
    rows.push({ name, calls, bytesPerCall, growth })
  }
  return rows
}

/** What stays of very many calls of ours. */
export async function soak(field: Field, calls: number): Promise<SoakRow[]> {
  const rows: SoakRow[] = []
  for (const name of ['ours', 'ours-undici'] as const) {
    await field.ask(name, 'slice', { calls: 1_500, inFlight: 32 })
    const { bytes: growth } = await field.ask(name, 'growth', { calls, inFlight: 32 })
    rows.push({ name, calls, growth })
  }
  return rows
}
