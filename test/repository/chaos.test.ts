import { describe, expect, it } from 'vitest'
import { type Entry, Ledger } from '../systems/chaos/ledger.js'
import type { Told } from '../systems/chaos/plan.js'
import { share } from '../systems/chaos/play.js'
import { columns, compare, lied, type Tally } from '../systems/chaos/truth.js'

const call = { key: 'a.1', situation: 'a', kind: 'conversion', attempts: 1, what: '' } as const

/** What one call is counted as, where the backend knows this of it. */
function judge(told: Pick<Told, 'end'> & Partial<Told>, known: Partial<Entry>): Tally {
  const ledger = new Ledger()
  Object.assign(ledger.of(call.key), known)
  return compare([{ ...call, ...told }], ledger)
}

const found = (tally: Tally): string[] => columns.filter((lie) => tally.lies[lie] > 0)

describe('a call compared with what the backend knows', () => {
  const address = { kind: 'address' } as const
  const copied = { seen: 3, done: 1, refused: 1, copies: 2 }

  it.each<[Partial<Told>, Partial<Entry>, string]>([
    [{ end: 'ok' }, { seen: 1, done: 1 }, ''],
    // The backend answered 429 before, so the client may send it again.
    [{ end: 'ok' }, { seen: 2, done: 1, refused: 1 }, ''],
    [{ end: 'ok', ...address }, { seen: 3, done: 3 }, ''],
    [{ end: 'not_sent' }, {}, ''],
    [{ end: 'rejected' }, { seen: 1, refused: 1 }, ''],
    [{ end: 'rejected', ...address }, { seen: 1, done: 1 }, ''],
    [{ end: 'rejected', lastCopy: true }, copied, ''],
    [{ end: 'unknown' }, { seen: 1, done: 1 }, ''],
    // A gateway repeats requests as well.
    [{ end: 'unknown' }, copied, ''],
    [{ end: 'unknown' }, { ...copied, copies: 0 }, 'sent twice'],
    [{ end: 'unknown' }, { seen: 2, done: 2 }, 'sent twice'],
    [{ end: 'unknown' }, { seen: 2, done: 0 }, 'sent twice'],
    [{ end: 'ok', kind: 'quote' }, { seen: 2, done: 2 }, 'sent twice'],
    [{ end: 'not_sent' }, { seen: 1 }, '`not_sent` but seen'],
    [{ end: 'not_sent', ...address }, { seen: 1 }, '`not_sent` but seen'],
    [{ end: 'rejected' }, { seen: 1, done: 1 }, '`rejected` but done'],
    [{ end: 'rejected' }, copied, '`rejected` but done'],
    [{ end: 'ok' }, { seen: 1 }, 'ok but not done'],
    [{ end: 'raw' }, {}, 'raw errors'],
    [{ end: 'crossed' }, { seen: 1, done: 1 }, 'crossed answers'],
  ])('that ends as %j where that saw %j is told as it is, or found out: %s', (told, known, lie) => {
    const tally = judge({ end: 'ok', ...told }, known)
    expect(found(tally)).toEqual(lie === '' ? [] : [lie])
    expect(lied(tally)).toBe(lie !== '')
  })

  it('counts an unknown that nobody saw, and shows it', () => {
    const tally = judge({ end: 'unknown', what: 'it broke' }, {})
    expect(lied(tally)).toBe(false)
    expect(tally.unseen).toBe(1)
    expect(tally.examples.get('a, unknown though not seen')).toMatch(
      /conversion a\.1: unknown, attempts 1; seen 0, .* it broke/,
    )
  })
})

describe('a run through intermediaries', () => {
  it('makes at least as many conversions as were asked for, in every situation one', () => {
    const situations = [1, 2, 400].map((weight) => ({ name: 'a', url: 'b', weight }))
    const shares = share(situations, 100).map(({ conversions = 0 }) => conversions)
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(1)
    expect(shares.reduce((sum, part) => sum + part)).toBeGreaterThanOrEqual(100)
  })
})
