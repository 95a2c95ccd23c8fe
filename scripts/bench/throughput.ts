import type { Field } from './field.js'
import type { ContestantName } from './measured/contestants.js'
import { rotate } from './statistics.js'

/** What one contestant reached with so many calls in flight, a figure for each round. */
export interface ThroughputRow {
  readonly name: ContestantName
  readonly inFlight: number
  readonly callsPerSecond: number[]
  readonly cpuMicroseconds: number[]
  /** The share of the time that the server's process was busy. */
  readonly serverBusy: number[]
}

interface Options {
  readonly names: readonly ContestantName[]
  readonly levels: readonly number[]
  readonly rounds: number
  readonly sliceSeconds: number
  readonly warmSeconds: number
}

/** In each round, every contestant makes its calls for a moment, each time in another order. */
export async function measureThroughput(field: Field, options: Options): Promise<ThroughputRow[]> {
  const { names, levels, rounds } = options
  const rows: ThroughputRow[] = []
  const planned = new Map<ThroughputRow, number>()
  for (const inFlight of levels)
    for (const name of names) {
      const row = { name, inFlight, callsPerSecond: [], cpuMicroseconds: [], serverBusy: [] }
      planned.set(row, await warmUp(field, name, inFlight, options))
      rows.push(row)
    }
  for (let round = 0; round < rounds; round += 1)
    for (const inFlight of levels) {
      const level = rows.filter((row) => row.inFlight === inFlight)
      for (const row of rotate(level, round)) {
        const calls = planned.get(row) ?? 0
        const slice = await field.ask(row.name, 'slice', { calls, inFlight })
        row.callsPerSecond.push(calls / slice.seconds)
        row.cpuMicroseconds.push((slice.cpuSeconds / calls) * 1e6)
        row.serverBusy.push(slice.serverBusy)
      }
    }
  return rows
}

/** Runs for a while; gives back how many calls, a multiple of three, fill the seconds. */
export async function warmUp(
  field: Field,
  name: ContestantName,
  inFlight: number,
  { sliceSeconds, warmSeconds }: Pick<Options, 'sliceSeconds' | 'warmSeconds'>,
): Promise<number> {
  let calls = 3 * Math.max(20, inFlight)
  for (;;) {
    const { seconds: took } = await field.ask(name, 'slice', { calls, inFlight })
    const fitting = (calls / took) * sliceSeconds
    if (took >= warmSeconds / 2) return 3 * Math.max(inFlight, Math.ceil(fitting / 3))
    calls *= 2
  }
}
