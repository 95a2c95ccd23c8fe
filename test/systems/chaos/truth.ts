import { allLies, type Lie, liesOf, type Said } from '../../far-side/judge.js'
import type { Entry, Ledger } from '../../far-side/ledger.js'
import type { End, Told } from './plan.js'

/**
 * Where a refusal does not tell of what was done before: it may be the last copy's, of several that a gateway made,
 * whose status no client can tell from a first one's; and an idempotent call may be made again all the same.
 */
const isExpected = ({ kind, lastCopy }: Told): boolean => kind === 'address' || lastCopy === true

const saidBy = ({ end, kind, lastCopy }: Told): Said => ({
  end: end === 'crossed' ? 'ok' : end,
  crossed: end === 'crossed',
  idempotent: kind === 'address',
  lastCopy,
})

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
    lies: Object.fromEntries(allLies.map((lie) => [lie, 0])) as Record<Lie, number>,
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
    for (const lie of liesOf(saidBy(call), entry)) {
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

export const lied = ({ lies: found }: Tally): boolean => allLies.some((lie) => found[lie] > 0)
