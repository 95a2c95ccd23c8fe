/** A row of a journal. */
export interface Row {
  /** The partition and the reference. */
  readonly key: string
  readonly state: string
  readonly data?: string | null
}

/** Whether nobody has to find out any more what became of a call. */
export const isEnded = (state: string): boolean =>
  ['succeeded', 'not_sent', 'rejected'].includes(state)

/** What the service has of a conversion. */
export interface Conversion {
  /** Whose requests came, whole, in their order. */
  readonly by: string[]
  /** As JSON; absent where it was not made yet. */
  answer?: string
}

/** Conversions by the keys of their rows. */
export type Seen = ReadonlyMap<string, Conversion>

/** What a program prints of a call that succeeded. */
export interface Printed {
  readonly key: string
  readonly attempts: number
  readonly data: unknown
}

interface Facts {
  readonly state: string | undefined
  /** How often the service had received it before the journal was read. */
  readonly before: number
  /** What the service has of it, after the journal was read. */
  readonly has: Conversion | undefined
  /** Whether an answer that was kept, or given to a caller, is not the service's. */
  readonly differs: boolean
}

/** What must not be. */
const lies = {
  'received, not in the journal': ({ before, state }) => before > 0 && state === undefined,
  'received twice': ({ has }) => (has?.by.length ?? 0) > 1,
  '`not_sent` but received': ({ before, state }) => state === 'not_sent' && before > 0,
  '`succeeded` but not received': ({ state, has }) => state === 'succeeded' && !has,
  "an answer is not the service's": ({ differs }) => differs,
} satisfies Record<string, (facts: Facts) => boolean>

export type Lie = keyof typeof lies
export const columns = Object.keys(lies) as Lie[]

/**
 * The lies in a journal, and in what programs printed, each with the keys of the conversions. Where programs go on
 * meanwhile, `before` is how often each had been received before the journal was read.
 */
export function compare(
  rows: readonly Row[],
  seen: Seen,
  printed: readonly Printed[] = [],
  before = countsOf(seen),
): ReadonlyMap<Lie, readonly string[]> {
  const states = new Map(rows.map(({ key, state }) => [key, state]))
  const kept = rows.filter(({ state, data }) => state === 'succeeded' && data !== undefined)
  const given = printed.map(({ key, data }) => ({ key, data: JSON.stringify(data) }))
  const wrong = [...kept, ...given].filter(({ key, data }) => data !== seen.get(key)?.answer)
  const differing = new Set(wrong.map(({ key }) => key))
  const factsOf = (key: string): Facts => ({
    state: states.get(key),
    has: seen.get(key),
    before: before.get(key) ?? 0,
    differs: differing.has(key),
  })
  const keys = [...new Set([...states.keys(), ...seen.keys(), ...differing])]
  return new Map(columns.map((lie) => [lie, keys.filter((key) => lies[lie](factsOf(key)))]))
}

/** How often each was received until now. */
export function countsOf(seen: Seen): ReadonlyMap<string, number> {
  return new Map([...seen].map(([key, { by }]) => [key, by.length]))
}
