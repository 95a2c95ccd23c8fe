import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cipher } from '../../openapi/guides/examples/after-unknown/cipher.js'
import {
  type JournalRow,
  type JournalState,
  openJournal,
  postgres,
  sqlite,
} from '../../src/journal.js'
import { conversion } from '../support/examples.js'
import {
  begin,
  callerOf,
  createStablecoinConversion,
  journalIn,
  kinds,
  leave,
  madeOf,
  openSqlite,
} from '../support/journal.js'
import { openPglite } from '../support/pglite.js'
import { answer, broken } from '../support/scripted.js'

interface BigInts {
  setReadBigInts(enabled: boolean): void
}

/** node:sqlite by its option `readBigInts`. */
function bigInts() {
  const db = openSqlite()
  return sqlite({
    prepare: (sql) => {
      const statement = db.prepare(sql) as ReturnType<typeof db.prepare> & BigInts
      statement.setReadBigInts(true)
      return statement
    },
  })
}

/** PostgreSQL with the parsers of an app for int8, int4 and float8. */
const ownParsers = () =>
  postgres({
    query: (sql, values) =>
      openPglite().query(sql, values, { parsers: { 20: BigInt, 23: BigInt, 701: String } }),
  })

describe.each(kinds)('a journal in $name', (kind) => {
  it('lists the rows of a state, the oldest first, by pages', async () => {
    const { journal, change, expire } = await journalIn(kind)
    await leave(journal, 'b', 'a', 'd')
    for (const refId of ['e', 'c', 'g', 'f']) await begin(journal, { refId })
    await change("at = 7 WHERE reference NOT IN ('b', 'g')")
    await change("lease = 0 WHERE reference IN ('c', 'e')")
    const pages = async (state: JournalState, limit: number): Promise<string[]> => {
      const all: string[] = []
      let page: JournalRow[] = []
      do {
        const after = page.at(-1)
        page = await journal.list(state, { limit, ...(after && { after }) })
        all.push(page.map(({ refId }) => refId).join(''))
      } while (page.length === limit && all.length < 9)
      return all
    }
    expect(await pages('unknown', 2)).toEqual(['ac', 'de', 'b'])
    expect(await pages('unknown', 5)).toEqual(['acdeb', ''])
    expect(await pages('pending', 1)).toEqual(['f', 'g', ''])
    await expire()
    expect(await pages('unknown', 3)).toEqual(['acd', 'efb', 'g'])
    expect(await pages('pending', 1)).toEqual([''])
  })

  it('counts the rows of each state, with the age of the oldest', async () => {
    const { journal, again, change, expire } = await journalIn(kind)
    await begin(await again({ partition: 'acme-eu' }))
    const states = ['succeeded', 'rejected', 'not_sent', 'abandoned', 'unknown']
    for (const refId of [...states, 'over', 'old']) await begin(journal, { refId })
    await expire()
    await change("state = reference WHERE reference NOT IN ('over', 'old')")
    await change("at = CASE reference WHEN 'old' THEN 0 ELSE 60000 END")
    const counts = await journal.counts()
    const age = expect.any(Number) as number
    const one = { count: 1, age }
    expect(counts).toEqual({
      succeeded: one,
      rejected: one,
      not_sent: one,
      abandoned: one,
      unknown: { count: 3, age },
      pending: { count: 0, age: 0 },
    })
    expect(counts.unknown.age - counts.succeeded.age).toBeGreaterThan(59_000)
    await begin(journal)
    expect((await journal.counts()).pending).toMatchObject({ count: 1 })
  })

  it('gives numbers, also where the driver has BigInts or text', async () => {
    const { table } = await journalIn(kind)
    const database = kind.name === 'SQLite' ? bigInts() : ownParsers()
    const journal = await openJournal(database, { partition: 'acme-us', table })
    const { call, row } = callerOf(journal, [answer(503, {}), answer(200, {})])
    expect(await call()).toMatchObject({ outcome: 'unknown', status: 503 })
    expect(await call({ ref_id: 'r-2' })).toMatchObject({ code: 'ERR_INVALID_RESPONSE' })
    expect(await row()).toMatchObject({ status: 503, at: expect.any(Date) as Date })
    expect(await row('r-2')).toMatchObject({ status: 200 })
    expect(await call()).toMatchObject({ code: 'ERR_SENT_BEFORE' })
    expect((await journal.counts()).unknown).toEqual({
      count: 2,
      age: expect.any(Number) as number,
    })
  })

  it('keeps who decided, why, and what it was before, also where another operation takes its reference', async () => {
    const { journal, expire } = await journalIn(kind, cipher(randomBytes(32)))
    await begin(journal, { operation: { ...createStablecoinConversion, id: 'other' } })
    await expire()
    const misspelt = journal.resolve('r-1', 'abandoned', { who: 'ann' } as object)
    await expect(misspelt).rejects.toThrow('resolve: there is no option who, only by, note')
    const said = { by: 'ann', note: 'the bank does not know' }
    await journal.resolve('r-1', 'abandoned', said)
    await journal.resolve('r-1', 'never_came', { by: 'bob' })
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
    const decisions = [
      { ...said, before: 'unknown', at },
      { by: 'bob', before: 'abandoned', at },
    ]
    expect(await journal.find('r-1')).toMatchObject({ state: 'not_sent', decisions })
    const { call, sent, row } = callerOf(journal, [answer(200, madeOf('r-1'))])
    await call()
    expect(sent.length).toBe(1)
    expect(await row()).toMatchObject({ state: 'succeeded', decisions })
  })

  it('writes bodies and answers encrypted, and bound to their row', async () => {
    const { encrypt, decrypt } = cipher(randomBytes(32))
    const { journal, again, change, expire, run, table } = await journalIn(kind, {
      encrypt: (...given) => Promise.resolve(encrypt(...given)),
      decrypt,
    })
    const amount = '31415.92'
    const made = { ...madeOf('r-1'), amount }
    const { call, sent, row } = callerOf(journal, [
      answer(200, made),
      broken({ code: 'ECONNRESET' }),
    ])
    await call({ amount })
    await call({ amount, ref_id: 'r-2' })
    await expire()
    expect(await call({ amount })).toEqual(made)
    await journal.resolve('r-2', { data: { ...madeOf('r-2'), amount } })
    expect(await row('r-2')).toMatchObject({
      body: { ...conversion, amount, ref_id: 'r-2' },
      data: { id: 'c-r-2' },
    })
    expect(JSON.stringify(await run(`SELECT * FROM ${table}`))).not.toContain(amount)
    const other = `(SELECT data FROM ${table} WHERE reference = 'r-2')`
    await change(`data = ${other} WHERE reference = 'r-1'`)
    expect(await call({ amount })).toMatchObject({
      code: 'ERR_SENT_BEFORE',
      outcome: 'unknown',
      cause: { message: expect.stringContaining('authenticate') as string },
    })
    expect(sent.length).toBe(2)
    const [listed] = await (await again(cipher(randomBytes(32)))).list('succeeded')
    expect(listed).toMatchObject({ refId: 'r-1', body: {}, error: expect.any(Error) as Error })
  })
})
