import { startMeasured } from './measured-process.js'
import type { ExampleCall } from './measured/setup.js'
import type { ValidationProtocol, ValidationRow } from './measured/validation.js'
import type { NodeBinary } from './node-binary.js'

const lengths = [10, 1_000, 1_000_000]

/** What the checks of the request bodies take, with a field of 10, 1,000 and 1,000,000 characters. */
export async function measureValidation(
  node: NodeBinary,
  built: string,
  calls: readonly ExampleCall[],
  effort: { readonly batches: number; readonly milliseconds: number },
): Promise<ValidationRow[]> {
  const worker = startMeasured<ValidationProtocol>(node, built, 'validation')
  try {
    return await worker.ask('measure', { calls, lengths, ...effort })
  } finally {
    worker.stop()
  }
}

/** The most that a request body with short fields takes, in nanoseconds of the validator alone. */
export function slowest(rows: readonly ValidationRow[], part: 'validator' | 'whole'): number {
  return Math.max(...rows.filter(({ length, valid }) => valid && length === 10).map((r) => r[part]))
}

/** How much more a character costs in a field of 1,000,000 than in one of 1,000, at the worst. */
export function growthPerCharacter(rows: readonly ValidationRow[]): number {
  const growth = rows.flatMap((long) => {
    const { operationId, field, valid, length } = long
    const short = rows.find(
      (row) =>
        row.operationId === operationId &&
        row.field === field &&
        row.valid === valid &&
        row.length === 1_000,
    )
    if (short === undefined || length !== 1_000_000) return []
    const times = (part: 'validator' | 'whole'): number => long[part] / short[part] / 1_000
    return [times('validator'), times('whole')]
  })
  return Math.max(...growth)
}
