import { join } from 'node:path'
import { startMeasured } from './field.js'
import type { ExampleCall } from './measured/calls.js'
import type * as Inside from './measured/validation.js'

/** Characters of the one field that grows. */
export const lengths = [10, 1_000, 1_000_000]

/** What the checks of the request bodies take, by the length of a field. */
export async function measureValidation(
  built: string,
  calls: readonly ExampleCall[],
  milliseconds: number,
): Promise<Inside.ValidationRow[]> {
  const worker = startMeasured<typeof Inside>(join(built, 'bench/validation.js'))
  try {
    return await worker.ask('all', { calls, lengths, milliseconds })
  } finally {
    await worker.stop()
  }
}

/** The most that a request body with short fields takes, in nanoseconds of the validator alone. */
export function slowest(rows: readonly Inside.ValidationRow[]): number {
  const valid = rows.filter(({ isValid }) => isValid)
  return Math.max(...valid.map(({ validator: [short = NaN] }) => short))
}

/** How much more a character costs in a field of 1,000,000 than in one of 1,000, at the worst. */
export function growthPerCharacter(rows: readonly Inside.ValidationRow[]): number {
  const growth = ([, middle = NaN, long = NaN]: readonly number[]): number => long / middle / 1_000
  return Math.max(...rows.flatMap(({ validator, whole }) => [growth(validator), growth(whole)]))
}
