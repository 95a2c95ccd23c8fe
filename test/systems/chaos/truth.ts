import type { Entry, Ledger } from './ledger.js'
import type { End, Told } from './plan.js'

/**
 * Where a refusal does not tell of what was done before: it may be the last copy's, of several that a gateway made,
 * whose status no client can tell from a first one's; and an idempotent call may be made again all the same.
 */
const isExpected = ({ kind, lastCopy }: Told): boolean => kind === 'address' || lastCopy === true

/** What must not happen: a call whose outcome is not true, or which was carried out too often. */
const lies = {
  'sent twice': ({ kind, end }, { seen, refused, copies, done }) =>
    // A PUT may be repeated, and what was repeated by something between is not ours.
    kind !== 'address' && end !== 'raw' && (seen - refused - copies > 1 || done > 1),
  '`not_sent` but seen': ({ end }, { seen }) => end === 'not_sent' && seen > 0,
  '`rejected` but done': (told, { done }) =>
    told.end === 'rejected' && done > 0 && !isExpected(told),
  'ok but not done': ({ end }, { done }) => end === 'ok' && done === 0,
  'raw errors': ({ end }) => end === 'raw',
  'crossed answers': ({ end }) => end === 'crossed',
} satisfies Record<string, (told: Told, entry: Entry) => boolean>

export type Lie = keyof typeof lies
export const columns = Object.keys(lies) as Lie[]

export interface Tally {
  conversions: number
  /** Calls of the other two kinds. */
  others: number
  readonly lies: Record<Lie, number>
  /** `unknown` although nothing arrived: not wrong, but `not_sent` would have helped more. */
  unseen: number
  /** `rejected` though carried out, as SECURITY.md has it. */
  expected: number
  /** How calls ended, by situation. */
  readonly ends: Map<string, Partial<Record<End, number>>>
  /** The first wrong call of each kind, and the first unseen one, for whoever looks for the cause. */
  readonly examples: Map<string, string>
}

/** Compares what the client told with what the backend knows. */
export function compare(told: readonly Told[], ledger: Ledger): Tally {
  const tally: Tally = {
    conversions: 0,
    others: 0,
    lies: Object.fromEntries(columns.map((lie) => [lie, 0])) as Record<Lie, number>,
    unseen: 0,
    expected: 0,
    ends: new Map(),
    examples: new Map(),
  }
  for (const call of told) {
    const entry = ledger.of(call.key)
    if (call.kind === 'conversion') tally.conversions++
    else tally.others++
    const ends = tally.ends.get(call.situation) ?? {}
    ends[call.end] = (ends[call.end] ?? 0) + 1
    if (ends[call.end] === 1) note(tally, call.end, call, entry)
    tally.ends.set(call.situation, ends)
    for (const lie of columns) {
      if (!lies[lie](call, entry)) continue
      tally.lies[lie]++
      note(tally, lie, call, entry)
    }
    if (call.end === 'rejected' && entry.done > 0 && isExpected(call)) tally.expected++
    if (call.end !== 'unknown' || entry.seen > 0) continue
    tally.unseen++
    note(tally, 'unknown though not seen', call, entry)
  }
  return tally
}

function note({ examples }: Tally, what: string, call: Told, entry: Entry): void {
  const { situation, key, kind, end, attempts } = call
  const of = `${situation}, ${what}`
  if (examples.has(of)) return
  const truth = `seen ${entry.seen}, carried out ${entry.done}, refused ${entry.refused}, copies ${entry.copies}`
  examples.set(of, `${kind} ${key}: ${end}, attempts ${attempts}; ${truth}; ${call.what}`)
}

export const lied = ({ lies: found }: Tally): boolean => columns.some((lie) => found[lie] > 0)
