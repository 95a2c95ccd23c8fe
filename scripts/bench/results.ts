import type { ImportRow } from './imports.js'
import type { AllocationRow, SoakRow } from './memory.js'
import type { ContestantName } from './measured/contestants.js'
import type { ValidationRow } from './measured/validation.js'
import type { Profile } from './profile.js'
import type { SizeRow } from './sizes.js'
import { ratio, type Spread } from './statistics.js'
import type { ThroughputRow } from './throughput.js'
import type { TypesRow } from './types.js'

/** What was measured with one Node. A part that was not asked for is not there. */
export interface NodeResults {
  readonly node: string
  readonly date: string
  throughput?: readonly ThroughputRow[]
  allocation?: readonly AllocationRow[]
  soak?: readonly SoakRow[]
  imports?: readonly ImportRow[]
  validation?: readonly ValidationRow[]
  plot?: readonly ThroughputRow[]
  profiles?: readonly Profile[]
}

/** What does not depend on the Node that runs it. */
export interface CommonResults {
  sizes?: readonly SizeRow[]
  types?: readonly TypesRow[]
}

/** What one contestant reached against another in the same rounds, with so many calls in flight. */
export function against(
  rows: readonly ThroughputRow[],
  name: ContestantName,
  other: ContestantName,
  inFlight: number,
): Spread | undefined {
  const find = (wanted: ContestantName): ThroughputRow | undefined =>
    rows.find((row) => row.name === wanted && row.inFlight === inFlight)
  const [one, two] = [find(name), find(other)]
  return one && two && ratio(one.callsPerSecond, two.callsPerSecond)
}

/** What importing one entry takes against another. */
export function importRatio(rows: readonly ImportRow[], entry: string, other: string): Spread {
  const find = (wanted: string): readonly number[] =>
    rows.find((row) => row.entry === wanted)?.milliseconds ?? []
  return ratio(find(entry), find(other))
}
