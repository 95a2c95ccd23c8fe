import type { Field } from './field.js'
import type { ContestantName } from './measured/contestants.js'
import type { Effort } from './options.js'
import { median, ratio, rotate, type Spread } from './statistics.js'

/** The throughput of one client with a number of calls in flight: medians of the rounds. */
interface CallsRow {
  readonly name: ContestantName
  readonly inFlight: number
  readonly callsPerSecond: number
  readonly cpuMicroseconds?: number
  /** Against bare fetch, and against undici itself, in the same rounds. */
  readonly againstFetch?: Spread
  readonly againstUndici?: Spread
}

/** In each round, every contestant makes its calls for a moment, each time in another order. */
export async function measureThroughput(field: Field, effort: Effort['throughput']) {
  const rows: CallsRow[] = []
  /** The share of the time that the server's process was busy, where it was busiest. */
  let serverBusy = 0
  for (const inFlight of effort.levels) {
    const measured = new Map<ContestantName, { calls: number; rates: number[]; cpu: number[] }>()
    for (const name of field.names) {
      const calls = await warmUp(field, name, inFlight, effort)
      measured.set(name, { calls, rates: [], cpu: [] })
    }
    for (let round = 0; round < effort.rounds; round += 1)
      for (const [name, { calls, rates, cpu }] of rotate([...measured], round)) {
        const slice = await field.ask(name, 'slice', { calls, inFlight })
        rates.push(calls / slice.seconds)
        cpu.push((slice.cpuSeconds / calls) * 1e6)
        serverBusy = Math.max(serverBusy, slice.serverBusy)
      }
    const [fetch, undici] = (['fetch', 'undici'] as const).map((name) => measured.get(name)?.rates)
    for (const [name, { rates, cpu }] of measured)
      rows.push({
        ...{ name, inFlight, callsPerSecond: median(rates), cpuMicroseconds: median(cpu) },
        ...(fetch && { againstFetch: ratio(rates, fetch) }),
        ...(undici && { againstUndici: ratio(rates, undici) }),
      })
  }
  return { rounds: effort.rounds, serverBusy, rows }
}
export type Throughput = Awaited<ReturnType<typeof measureThroughput>>

/** Runs for a while; gives back how many calls, a multiple of three, fill the seconds. */
async function warmUp(
  field: Field,
  name: ContestantName,
  inFlight: number,
  { sliceSeconds, warmSeconds }: Effort['throughput'],
): Promise<number> {
  let calls = 3 * Math.max(20, inFlight)
  for (;;) {
    const { seconds: took } = await field.ask(name, 'slice', { calls, inFlight })
    const fitting = (calls / took) * sliceSeconds
    if (took >= warmSeconds / 2) return 3 * Math.max(inFlight, Math.ceil(fitting / 3))
    calls *= 2
  }
}

export function callsOf(throughput: Throughput | undefined, name: ContestantName, level: number) {
  return throughput?.rows.find((row) => row.name === name && row.inFlight === level)
}
