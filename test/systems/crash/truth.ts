import { type Violation, violationsOf, type Said } from '../../network/violations.js'
import { Entry, type ServerLog } from '../../network/server-log.js'

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
export class Conversion extends Entry {
  /** Whose requests came, whole, in their order. */
  readonly by: string[] = []
  /** As JSON; undefined where it was not made yet. */
  answer: string | undefined
}

/** Conversions by the keys of their rows. */
export type Conversions = ServerLog<Conversion>['entries']

/** What a program prints of a call that succeeded. */
export interface Printed {
  readonly key: string
  readonly attempts: number
  readonly data: unknown
}

/** The violations of a row: those of a call, and that it is missing. */
export type RowLie = Violation | 'received, but not in the journal'

/** What a state, or the first word that is told of a call, says of its end. */
export function endOf(state: string): Said['end'] {
  if (state === 'succeeded') return 'ok'
  return state === 'not_sent' || state === 'rejected' ? state : 'unknown'
}

/**
 * The violations in a journal, and in what programs printed, by the keys of the conversions. Where programs go on meanwhile,
 * `before` is how often each had been received before the journal was read.
 */
export function compare(
  rows: readonly Row[],
  conversions: Conversions,
  printed: readonly Printed[] = [],
  before = countsOf(conversions),
): ReadonlyMap<string, readonly RowLie[]> {
  const states = new Map(rows.map(({ key, state }) => [key, state]))
  const kept = rows.filter(({ state, data }) => state === 'succeeded' && data !== undefined)
  const given = printed.map(({ key, data }) => ({ key, data: JSON.stringify(data) }))
  const wrong = [...kept, ...given].filter(({ key, data }) => data !== conversions.get(key)?.answer)
  const crossed = new Set(wrong.map(({ key }) => key))
  const keys = new Set([...states.keys(), ...conversions.keys(), ...crossed])
  return new Map(
    [...keys].map((key) => {
      const state = states.get(key)
      const seen = before.get(key) ?? 0
      const { done } = conversions.get(key) ?? new Entry()
      const said = { end: endOf(state ?? ''), crossed: crossed.has(key) }
      const violations = violationsOf(said, { seen, done })
      const isMissing = seen > 0 && state === undefined
      return [key, isMissing ? [...violations, 'received, but not in the journal'] : violations]
    }),
  )
}

/** How often each was received until now. */
export function countsOf(conversions: Conversions): ReadonlyMap<string, number> {
  return new Map([...conversions].map(([key, { seen }]) => [key, seen]))
}
