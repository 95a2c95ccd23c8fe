import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openJournal, postgres } from '../../src/journal.js'
import { begin, failureOf, journalIn, kinds, make } from '../support/journal.js'
import { parcel, scripted } from '../support/parcels/calls.js'
import { openPglite } from '../support/pglite.js'

describe.each(kinds)('a journal in $name, on a connection of the app,', (kind) => {
  const refusal =
    'the connection of the journal is inside a transaction of the app, which a rollback would undo: give it a pool or a connection of its own; nothing was sent'

  it('sends nothing where it reads from a replica that is behind', async () => {
    const { database, table, again } = await journalIn(kind)
    const replica = `${table}_replica`
    await again({ table: replica })
    const run: typeof database.run = (sql, ...rest) =>
      database.run(sql.startsWith('SELECT') ? sql.replace(table, replica) : sql, ...rest)
    const journal = await openJournal({ ...database, run }, { partition: 'acme-us', table })
    const { client, sent } = scripted([make], { journal })
    const reason =
      'its connection may be of a replica, or of a pooler that sends reads to one; nothing was sent'
    const failure = { code: 'ERR_BEFORE_SEND', outcome: 'not_sent' }
    const message = expect.stringContaining(reason) as string
    expect(await failureOf(client.createParcel(parcel))).toMatchObject({ ...failure, message })
    await begin(await again(), { refId: 'other' })
    const other = client.createParcel({ ...parcel, ref_id: 'other' })
    expect(await failureOf(other)).toMatchObject({ ...failure, message })
    expect(sent).toEqual([])
  })

  it.each(['ROLLBACK', 'COMMIT'])(
    'sends and decides nothing within a transaction before %s',
    async (end) => {
      const { journal, exec, expire } = await journalIn(kind, { lookUp: () => 'never_came' })
      await begin(journal, { refId: 'earlier' })
      await expire()
      await exec('BEGIN')
      onTestFinished(() => exec('ROLLBACK').catch(() => undefined) as Promise<void>)
      const { client, sent } = scripted([make], { journal })
      expect(await failureOf(client.createParcel(parcel))).toMatchObject({
        ...{ code: 'ERR_BEFORE_SEND', outcome: 'not_sent', attempts: 0 },
        message: expect.stringContaining(refusal) as string,
      })
      await expect(journal.resolve('earlier', 'abandoned')).rejects.toThrow('inside a transaction')
      expect((await journal.settle()).never_came).toBe(0)
      await exec(end)
      expect(sent).toEqual([])
      await client.createParcel(parcel)
      await client.createParcel(parcel)
      expect([sent.length, (await journal.find('r-1'))?.state]).toEqual([1, 'succeeded'])
    },
  )
})

/** A database over PGlite whose statements that write fail so often. */
function failing(code: string, times: number) {
  const query = vi.fn((sql: string, values: unknown[]) =>
    !sql.startsWith('SELECT') && times-- > 0
      ? Promise.reject(Object.assign(new Error('try again'), { code }))
      : openPglite().query<object>(sql, values),
  )
  return { query, database: postgres({ query }) }
}

describe.each(['40001', '40P01'])('a statement that PostgreSQL ends with %s', (code) => {
  it('is run again, and the call is kept', async () => {
    const { journal, table } = await journalIn(kinds[0])
    const { database } = failing(code, 3)
    const again = await openJournal(database, { partition: 'acme-us', table })
    const { client, sent, events } = scripted([make], { journal: again })
    await client.createParcel(parcel)
    expect([sent.length, (await journal.find('r-1'))?.state]).toEqual([1, 'succeeded'])
    expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', journalError: undefined })
  })

  it('is given up after five seconds, and the pauses are random', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const random = vi.spyOn(Math, 'random')
    onTestFinished(() => random.mockRestore())
    const countOf = async (part: number): Promise<number> => {
      random.mockReturnValue(part)
      const { query, database } = failing(code, Infinity)
      const failure = failureOf(database.run('UPDATE', []))
      await vi.advanceTimersByTimeAsync(5_200)
      expect(await failure).toMatchObject({ code })
      return query.mock.calls.length
    }
    const [most, least] = [await countOf(0), await countOf(0.99)]
    expect([most > 400, least < 200, least > 100]).toEqual([true, true, true])
  })
})

it('another failure of PostgreSQL is no reason to run a statement again', async () => {
  const { query, database } = failing('23514', 1)
  expect(await failureOf(database.run('UPDATE', []))).toMatchObject({ code: '23514' })
  expect(query).toHaveBeenCalledTimes(1)
})
