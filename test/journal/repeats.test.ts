import { describe, expect, it, onTestFinished } from 'vitest'
import type { IdempotencyKey } from '../../src/document/operation.js'
import { type Journal, type JournalOptions, openJournal } from '../../src/journal.js'
import type { Begun } from '../../src/options.js'
import { Stop } from '../../src/shared/deadline.js'
import { begin, journalIn, kinds, madeOf, type Opened } from '../support/journal.js'
import { idempotencyKey as key } from '../support/keyed-service.js'
import { parcel } from '../support/parcels/calls.js'
import { operations } from '../support/parcels/client.js'

const { lifetime: day } = key
const operation = { ...operations['createParcel'], id: 'createParcel' }
const keyed = { operation: { ...operation, key } }
const keyless = { operation }

const attempt = (journal: Journal, call: string, facts: object = keyed): Promise<Begun> =>
  begin(journal, { call, ...facts })

/** An earlier call that may have taken effect, what happens to its row, and what becomes of the next call. */
interface Row {
  readonly options?: Partial<JournalOptions>
  readonly first?: object
  readonly between?: (opened: Opened) => Promise<unknown>
  readonly next?: object
  /** Without one, it is not sent, since there is no lookUp. */
  readonly begun?: object
}

const again = { is: 'recorded', isRepeat: true }
const before = (why: string) => ({ is: 'sent_before', why })
const noLookUp = before('and there is no lookUp')
const since =
  (milliseconds: string) =>
  ({ run, table, database: { now } }: Opened) =>
    run(`UPDATE ${table} SET since = ${milliseconds.replace('now', now)} RETURNING reference`)
const withKey = (facts: Partial<IdempotencyKey>) => ({
  operation: { ...operation, key: { ...key, ...facts } },
})

const rows: Readonly<Record<string, Row>> = {
  'is recorded anew under the same key': { begun: again },
  'is recorded anew where lookUp says nothing': {
    options: { lookUp: () => undefined },
    begun: again,
  },
  'is recorded anew shortly before the key is forgotten': {
    between: since(`now - ${day - 910_000}`),
    begun: again,
  },
  'is recorded anew by another lifetime': { next: withKey({ lifetime: 2 * day }), begun: again },
  'is found where lookUp finds it': {
    options: { lookUp: (refId) => ({ data: madeOf(refId) }) },
    begun: { is: 'kept', text: JSON.stringify(madeOf('r-1')) },
  },
  'is recorded as a new one where it never came': {
    options: { lookUp: () => 'never_came' },
    begun: { is: 'recorded', isRepeat: false },
  },

  'is not sent where its lookUp fails': {
    options: { lookUp: () => Promise.reject(new Error('503')) },
    begun: before('and its look-up failed'),
  },
  'is not sent where its lookUp finds something else': {
    options: { lookUp: () => ({ data: [{ ...madeOf('r-1'), weight: '2' }] }) },
    begun: before('and its look-up failed'),
  },
  'is not sent without a key': { next: keyless },
  'is not sent where the first one had no key': { first: keyless },
  'is not sent under another header': { next: withKey({ name: 'x-request-key' }) },
  'is not sent under a key in another place': { next: withKey({ in: 'body' }) },
  'is not sent under a key with another prefix': { next: withKey({ prefix: 'other:' }) },
  'is not sent once the key may be forgotten before the call ends': {
    between: since(`now - ${day - 890_000}`),
  },
  'is not sent where the key may be forgotten before a lease ends': {
    next: withKey({ lifetime: 900_000 }),
  },
  'is not sent where nobody knows when it was sent first': { between: since('NULL') },
  'is not sent with another body': {
    next: { ...keyed, input: { ...parcel, weight: '2' } },
    begun: { is: 'reused', state: 'unknown', fields: ['weight'] },
  },
  'is not sent while its lease runs': {
    between: ({ run, table, database: { now } }) =>
      run(`UPDATE ${table} SET lease = ${now} + 1000 RETURNING reference`),
    begun: before(expect.stringMatching(/^and is not looked up before/) as string),
  },
  'is not sent where somebody abandoned it': {
    between: ({ journal }) => journal.resolve('r-1', 'abandoned'),
    begun: before('and was abandoned'),
  },
  'is not sent where it was refused and a gateway repeats requests': {
    options: { gatewayRepeats: true },
    between: ({ run, table }) => run(`UPDATE ${table} SET state = 'rejected' RETURNING reference`),
  },
}

describe.each(kinds)('a call that may have taken effect, of a journal in $name,', (kind) => {
  it.each(Object.entries(rows))('%s', async (_, row) => {
    const opened = await journalIn(kind, row.options)
    const { journal, expire } = opened
    await attempt(journal, 'first', row.first)
    await expire()
    await row.between?.(opened)
    expect(await attempt(journal, 'second', row.next)).toMatchObject(row.begun ?? noLookUp)
  })

  it('keeps the time of its first attempt, whoever records it anew', async () => {
    const { journal, expire, run, table } = await journalIn(kind)
    await attempt(journal, 'first')
    await run(`UPDATE ${table} SET since = 5 RETURNING reference`)
    const sinceOf = async (state: string, call: string, facts?: object) => {
      await run(`UPDATE ${table} SET state = '${state}' RETURNING reference`)
      await expire()
      const begun = await attempt(journal, call, facts)
      const [row] = await run(`SELECT since, call FROM ${table}`)
      return { is: begun.is, ...row }
    }
    const forEver = withKey({ lifetime: 1e15 })
    expect([
      await sinceOf('unknown', 'second', forEver),
      await sinceOf('pending', 'third', forEver),
      await sinceOf('rejected', 'fourth', { ...forEver, input: { ...parcel, weight: '2' } }),
    ]).toEqual([
      { is: 'recorded', since: 5, call: 'second' },
      { is: 'recorded', since: 5, call: 'third' },
      { is: 'recorded', since: 5, call: 'fourth' },
    ])
  })

  it('is not sent in a transaction of the app', async () => {
    const { journal, exec, expire } = await journalIn(kind)
    await attempt(journal, 'first')
    await expire()
    await exec('BEGIN')
    onTestFinished(() => exec('ROLLBACK').catch(() => undefined) as Promise<void>)
    const { is, ...facts } = await attempt(journal, 'second')
    expect(is).not.toBe('recorded')
    const { why, cause } = facts as { why: string; cause?: Error }
    expect(cause?.message ?? why).toContain('inside a transaction of the app')
    await exec('ROLLBACK')
    expect(await journal.find('r-1')).toMatchObject({ state: 'unknown', call: 'first' })
  })

  it('is left alone by settle', async () => {
    const { journal, expire } = await journalIn(kind)
    await attempt(journal, 'first')
    await expire()
    expect(await journal.settle()).toMatchObject({ left: 1 })
    expect(await journal.find('r-1')).toMatchObject({ state: 'unknown', call: 'first' })
  })

  it('stays unknown where nobody waits for it once it is recorded anew', async () => {
    const { journal, database, table, expire } = await journalIn(kind)
    await attempt(journal, 'first')
    await expire()
    const stop = new Stop(10_000)
    const run: typeof database.run = async (sql, ...rest) => {
      const changed = await database.run(sql, ...rest)
      if (sql.includes('call = $4')) stop.ended = true
      return changed
    }
    const late = await openJournal({ ...database, run }, { partition: 'acme-us', table })
    const begun = await begin(late, { call: 'second', ...keyed }, stop)
    expect(begun).toMatchObject(before('and cannot be recorded anew'))
    expect(await journal.find('r-1')).toMatchObject({ state: 'unknown', call: 'second' })
  })
})
