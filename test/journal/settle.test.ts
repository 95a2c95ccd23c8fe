import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Journal, JournalOptions, LookedUp } from '../../src/journal.js'
import { begin, journalIn, kinds } from '../support/journal.js'
import { answer, broken, conversion, scripted } from '../support/scripted.js'

const data = (refId: string) => ({ ...conversion, id: `c-${refId}`, ref_id: refId })
const lost = broken({ code: 'ECONNRESET' })

/** Leaves calls behind that may have taken effect. */
async function leave(journal: Journal, ...refIds: string[]): Promise<void> {
  const { client } = scripted([lost], { journal, maxRetries: 0 })
  for (const ref_id of refIds)
    await client.createStablecoinConversion({ ...conversion, ref_id }).catch(() => undefined)
}

const statesOf = (journal: Journal, ...refIds: string[]) =>
  Promise.all(refIds.map(async (refId) => (await journal.find(refId))?.state))

describe.each(kinds)('a journal in $name', (kind) => {
  it('settles row by row, and is stopped by none', async () => {
    const error = new RangeError('503')
    const found: Readonly<Record<string, () => LookedUp>> = {
      throws: () => {
        throw error
      },
      made: () => ({ data: data('made') }),
      never: () => 'never_came',
      open: () => undefined,
    }
    const lookUp = vi.fn((refId: string) => found[refId]?.())
    const { journal, expire, run, table } = await journalIn(kind, { lookUp })
    await leave(journal, 'bad', 'throws', 'made', 'never', 'open')
    await run(`UPDATE ${table} SET body = '{' WHERE reference = 'bad' RETURNING reference`)
    expect(await journal.settle()).toEqual({ succeeded: 0, never_came: 0, left: 0, failed: [] })
    expect(lookUp).not.toHaveBeenCalled()
    await expire()
    expect(await journal.settle()).toEqual({
      ...{ succeeded: 1, never_came: 1, left: 1 },
      failed: [
        { refId: 'bad', error: expect.any(SyntaxError) as Error },
        { refId: 'throws', error },
      ],
    })
    expect(await journal.find('made')).toMatchObject({ state: 'succeeded', data: data('made') })
    const states = await statesOf(journal, 'throws', 'never', 'open')
    expect(states).toEqual(['unknown', 'not_sent', 'unknown'])
  })

  it('settles the others where one look-up hangs', async () => {
    const lookUp = (refId: string): LookedUp | Promise<LookedUp> =>
      refId === 'a' ? new Promise(() => undefined) : 'never_came'
    const { journal, expire } = await journalIn(kind, { lookUp })
    await leave(journal, 'a', 'b')
    await expire()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const settling = journal.settle()
      await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 1 })
      await vi.advanceTimersByTimeAsync(60_000)
      const error = expect.objectContaining({ message: 'lookUp took too long' }) as Error
      expect(await settling).toMatchObject({ never_came: 1, failed: [{ refId: 'a', error }] })
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not settle a call that renewed its lease while it was looked up', async () => {
    const lookUp = async (): Promise<LookedUp> => {
      await begin(journal, { refId: 'r', attempt: 2 })
      return 'never_came'
    }
    const { journal, expire } = await journalIn(kind, { lookUp })
    await begin(journal, { refId: 'r' })
    await expire()
    expect(await journal.settle()).toMatchObject({ succeeded: 0, never_came: 0, failed: [] })
    expect(await statesOf(journal, 'r')).toEqual(['pending'])
  })

  it('settles a call that a process left behind, and only rows of its own partition', async () => {
    const { journal, again, expire } = await journalIn(kind, { lookUp: () => 'never_came' })
    const eu = await again({ partition: 'acme-eu' })
    for (const each of [journal, eu]) await begin(each, { refId: 'r' })
    await expire()
    expect(await journal.settle()).toMatchObject({ never_came: 1, failed: [] })
    expect([await statesOf(journal, 'r'), await statesOf(eu, 'r')]).toEqual([
      ['not_sent'],
      ['unknown'],
    ])
  })

  it('lets two settle at once: each row is settled once', async () => {
    const lookUp = (refId: string) => Promise.resolve({ data: data(refId) })
    const { journal, again, expire } = await journalIn(kind, { lookUp })
    await leave(journal, 'a', 'b', 'c')
    await expire()
    const both = await Promise.all([journal.settle(), (await again()).settle()])
    expect(both.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(3)
    expect(both.map(({ failed }) => failed)).toEqual([[], []])
  })

  it('never overwrites a call that began again while it was looked up', async () => {
    let before = (): Promise<unknown> => Promise.resolve()
    const lookUp = async (): Promise<LookedUp> => {
      await before()
      return 'never_came'
    }
    const { journal, again, expire, run, table } = await journalIn(kind, { lookUp })
    await leave(journal, 'r-1')
    await expire()
    const other = await again({ lookUp: () => 'never_came' })
    before = async () => {
      // It hangs for more than the minute that others leave the row to it.
      await run(`UPDATE ${table} SET look_up = 0 RETURNING reference`)
      await leave(other, 'r-1')
    }
    expect(await journal.settle()).toEqual({ succeeded: 0, never_came: 0, left: 0, failed: [] })
    expect(await statesOf(journal, 'r-1')).toEqual(['unknown'])
  })

  it('keeps the answer of a call that somebody gave up too early', async () => {
    const { journal, expire } = await journalIn(kind)
    const { client } = scripted(
      [
        async (request) => {
          await expire()
          await journal.resolve('r-1', 'never_came')
          return answer(200, data('r-1'))(request)
        },
      ],
      { journal },
    )
    await client.createStablecoinConversion(conversion)
    expect(await journal.find('r-1')).toMatchObject({ state: 'succeeded', data: data('r-1') })
  })

  it('without lookUp settles nothing', async () => {
    const { journal, expire } = await journalIn(kind)
    await leave(journal, 'a')
    await expire()
    expect(await journal.settle()).toEqual({ succeeded: 0, never_came: 0, left: 1, failed: [] })
  })

  it('lists the rows of a state, the oldest first', async () => {
    const { journal, expire, run, table } = await journalIn(kind)
    await leave(journal, 'b', 'a')
    await run(`UPDATE ${table} SET at = 1 WHERE reference = 'b' RETURNING reference`)
    await begin(journal, { refId: 'dead' })
    const list = async () => [
      (await journal.list('unknown')).map(({ refId }) => refId),
      (await journal.list('pending')).map(({ refId }) => refId),
    ]
    expect(await list()).toEqual([['b', 'a'], ['dead']])
    await expire()
    expect(await list()).toEqual([['b', 'a', 'dead'], []])
  })

  it('is told by a person what became of a call, but not while its lease runs', async () => {
    const { journal, expire } = await journalIn(kind)
    await leave(journal, 'a', 'b', 'c')
    await expect(journal.resolve('a', 'never_came')).rejects.toThrow(
      /^resolve: a may be under way until \d{4}-\d\d-\d\dT/,
    )
    expect(await statesOf(journal, 'a')).toEqual(['unknown'])
    await expire()
    await journal.resolve('a', 'never_came')
    await journal.resolve('b', 'abandoned')
    await expect(journal.resolve('c', { data: data('a') })).rejects.toThrow(
      'what was found has another ref_id',
    )
    await journal.resolve('c', { data: data('c') })
    expect(await statesOf(journal, 'a', 'b', 'c')).toEqual(['not_sent', 'abandoned', 'succeeded'])
    await journal.resolve('b', 'never_came')
    await expect(journal.resolve('c', 'never_came')).rejects.toThrow('resolve: c has succeeded')
    await expect(journal.resolve('d', 'never_came')).rejects.toThrow('resolve: d has no row')
    await expect(journal.resolve('a', 'sent' as 'never_came')).rejects.toThrow(TypeError)
  })

  it('deletes old rows, but none that are open', async () => {
    const { journal, again, expire } = await journalIn(kind)
    const eu = await again({ partition: 'acme-eu' })
    await leave(journal, 'open', 'closed')
    await leave(eu, 'closed')
    await expire()
    for (const each of [journal, eu]) await each.resolve('closed', 'abandoned')
    expect(await journal.prune(new Date(Date.now() - 86_400_000))).toBe(0)
    const later = new Date(Date.now() + 86_400_000)
    expect(await journal.prune(later)).toBe(1)
    expect(await statesOf(journal, 'open', 'closed')).toEqual(['unknown', undefined])
    expect(await statesOf(eu, 'closed')).toEqual(['abandoned'])
    await expect(journal.prune(new Date(Number.NaN))).rejects.toThrow('no valid Date')
  })

  it('writes bodies and answers encrypted, and bound to their row', async () => {
    const key = randomBytes(32)
    const seal = (text: string, context: string): string => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const sealed = [cipher.update(text), cipher.final()]
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64')
    }
    const open = (text: string, context: string): string => {
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString()
    }
    const cipher: Partial<JournalOptions> = {
      encrypt: (text, context) => Promise.resolve(seal(text, context)),
      decrypt: open,
    }
    const { journal, run, table } = await journalIn(kind, cipher)
    const amount = '31415.92'
    const one = { ...conversion, amount }
    const two = { ...one, ref_id: 'r-2' }
    const { client, sent } = scripted(
      [answer(200, { ...data('r-1'), amount }), answer(200, { ...data('r-2'), amount })],
      { journal },
    )
    await client.createStablecoinConversion(one)
    await client.createStablecoinConversion(two)
    expect(await client.createStablecoinConversion(one)).toEqual({ ...data('r-1'), amount })
    expect(await journal.find('r-2')).toMatchObject({ body: two, data: { id: 'c-r-2' } })
    expect(JSON.stringify(await run(`SELECT * FROM ${table}`))).not.toContain(amount)
    await run(
      `UPDATE ${table} SET data = (SELECT data FROM ${table} WHERE reference = 'r-2')
       WHERE reference = 'r-1' RETURNING reference`,
    )
    await expect(client.createStablecoinConversion(one)).rejects.toMatchObject({
      ...{ code: 'ERR_SENT_BEFORE', outcome: 'unknown' },
      cause: { message: expect.stringContaining('authenticate') as string },
    })
    expect(sent.length).toBe(2)
  })
})
