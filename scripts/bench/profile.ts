import type { Field } from './field.js'
import type { ContestantName } from './measured/contestants.js'
import type { ProfileRow } from './measured/profiler.js'
import { warmUp } from './throughput.js'

export interface Profile {
  readonly name: ContestantName
  readonly rows: readonly ProfileRow[]
}

/** Where the processor's time of ours goes, with 32 calls in flight, and that of the limit. */
export async function measureProfiles(field: Field, seconds: number): Promise<Profile[]> {
  const profiles: Profile[] = []
  for (const name of ['ours', 'ours-undici', 'undici'] as const) {
    const calls = await warmUp(field, name, 32, { sliceSeconds: seconds, warmSeconds: seconds })
    const { rows } = await field.ask(name, 'profile', { calls, inFlight: 32 })
    profiles.push({ name, rows })
  }
  return profiles
}
