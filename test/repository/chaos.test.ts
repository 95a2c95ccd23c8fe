import { describe, expect, it } from 'vitest'
import { clients } from '../systems/chaos/clients.js'
import { families } from '../systems/chaos/families.js'
import { type Entry, Ledger } from '../systems/chaos/ledger.js'
import type { Told } from '../systems/chaos/plan.js'
import { share } from '../systems/chaos/play.js'
import { table } from '../systems/chaos/table.js'
import { type Tally, columns, compare, lied } from '../systems/chaos/truth.js'

const call = { key: 'a.1', situation: 'a', kind: 'conversion', attempts: 1, what: '' } as const

/** What one call is counted as, where the backend knows this of it. */
function judge(told: Pick<Told, 'end'> & Partial<Told>, known: Partial<Entry>): Tally {
  const ledger = new Ledger()
  Object.assign(ledger.of(call.key), known)
  return compare([{ ...call, ...told }], ledger)
}

const found = (tally: Tally): string[] => columns.filter((lie) => tally.lies[lie] > 0)

describe('the comparison with what the backend knows', () => {
  it('finds nothing in calls that are told as they were', () => {
    const honest: [Told['end'], Partial<Entry>][] = [
      ['ok', { seen: 1, done: 1 }],
      // The backend answered 429 before, so the client may send it again.
      ['ok', { seen: 2, done: 1, refused: 1 }],
      ['not_sent', {}],
      ['rejected', { seen: 1, refused: 1 }],
      ['unknown', { seen: 1, done: 1 }],
    ]
    for (const [end, known] of honest) expect(lied(judge({ end }, known)), end).toBe(false)
    expect(found(judge({ kind: 'address', end: 'ok' }, { seen: 3, done: 3 }))).toEqual([])
  })

  it('finds every kind of lie', () => {
    expect(found(judge({ end: 'unknown' }, { seen: 2, done: 2 }))).toEqual(['sent twice'])
    expect(found(judge({ end: 'unknown' }, { seen: 2, done: 0 }))).toEqual(['sent twice'])
    expect(found(judge({ kind: 'quote', end: 'ok' }, { seen: 2, done: 2 }))).toEqual(['sent twice'])
    expect(found(judge({ end: 'not_sent' }, { seen: 1 }))).toEqual(['`not_sent` but seen'])
    expect(found(judge({ kind: 'address', end: 'not_sent' }, { seen: 1 }))).toEqual([
      '`not_sent` but seen',
    ])
    expect(found(judge({ end: 'rejected' }, { seen: 1, done: 1 }))).toEqual(['`rejected` but done'])
    expect(found(judge({ end: 'ok' }, { seen: 1 }))).toEqual(['ok but not done'])
    expect(found(judge({ end: 'raw' }, {}))).toEqual(['raw errors'])
    expect(found(judge({ end: 'crossed' }, { seen: 1, done: 1 }))).toEqual(['crossed answers'])
  })

  it('tells what a gateway repeats from what the client sends again', () => {
    const copied = { seen: 3, done: 1, refused: 1, copies: 2 }
    expect(found(judge({ end: 'unknown' }, copied))).toEqual([])
    expect(found(judge({ end: 'unknown' }, { ...copied, copies: 0 }))).toEqual(['sent twice'])
    const refused = judge({ end: 'rejected', lastCopy: true }, copied)
    expect([found(refused), refused.expected]).toEqual([[], 1])
    expect(found(judge({ end: 'rejected' }, copied))).toEqual(['`rejected` but done'])
    const put = judge({ end: 'rejected', kind: 'address' }, { seen: 1, done: 1 })
    expect([found(put), put.expected]).toEqual([[], 1])
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

  it('shows a row for each client, its lies, and why it did not come to its end', () => {
    const [family] = families
    const [client] = clients
    if (!family || !client) throw new Error('nothing is tried')
    const tally = judge({ end: 'not_sent' }, { seen: 1 })
    const failure = 'it ended before its end'
    const text = table([
      { family, client, tally, seconds: 1 },
      { family, client, failure, seconds: 1 },
    ])
    expect(text).toContain(
      '| nginx | HTTP/1.1 | Node 20.20.2, fetch | 1 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 0 (0.0 %) |',
    )
    expect(text).toContain(`| failed: ${failure} |`)
    expect(text).toContain('| All |  |  | 1 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 0 (0.0 %) |')
  })

  it('shows which processes died on the way, of what and how often', () => {
    const [family] = families
    const [client] = clients
    if (!family || !client) throw new Error('nothing is tried')
    const ends = ['its client stood still', 'its client stood still', 'its client died of SIGABRT']
    const text = table([
      { family, client, tally: judge({ end: 'ok' }, { done: 1 }), ends, seconds: 1 },
    ])
    expect(text).toContain(
      '| 0 (0.0 %); its client stood still, 2 times; its client died of SIGABRT |',
    )
  })

  it('goes through HTTP/1.1 and HTTP/2, over each transport on each Node that it runs on', () => {
    const names = clients.map(({ node, undici, over, http2 }) =>
      [node.split('.')[0], over === 'fetch' ? over : undici.split('.')[0], http2].join(' '),
    )
    expect(new Set(names)).toEqual(
      new Set([
        ...['20 fetch false', '24 fetch false', '20 7 false', '24 7 false', '24 8 false'],
        ...['20 7 true', '24 7 true', '24 8 true', '24 fetch true'],
      ]),
    )
    expect(families.filter(({ speaks }) => speaks.http2).length).toBeGreaterThanOrEqual(5)
  })
})
