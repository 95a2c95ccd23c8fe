import type { Row } from './journal.js'

/** How often the mock saw the conversion of a reference. */
export type Seen = ReadonlyMap<string, number>

/** What must not be. */
const lies = {
  'seen, not in the journal': (_, state) => state === undefined,
  'seen twice': (times) => times > 1,
  '`not_sent` but seen': (times, state) => state === 'not_sent' && times > 0,
  '`succeeded` but not seen': (times, state) => state === 'succeeded' && times === 0,
} satisfies Record<string, (times: number, state: string | undefined) => boolean>

export type Lie = keyof typeof lies
export const columns = Object.keys(lies) as Lie[]

/**
 * The lies in a journal, each with the references that it is told of. Where programs go on meanwhile, `seen`
 * is from before the journal was read, and `later` from after.
 */
export function compare(
  rows: readonly Row[],
  seen: Seen,
  later = seen,
): ReadonlyMap<Lie, readonly string[]> {
  const states = new Map(rows.map(({ key, state }) => [key, state]))
  const keys = [...new Set([...states.keys(), ...seen.keys()])]
  const told = (lie: Lie): string[] => {
    const known = lie === '`succeeded` but not seen' ? later : seen
    return keys.filter((key) => lies[lie](known.get(key) ?? 0, states.get(key)))
  }
  return new Map(columns.map((lie): [Lie, string[]] => [lie, told(lie)]))
}
