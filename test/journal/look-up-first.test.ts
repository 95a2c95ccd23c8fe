import { describe, expect, it, vi } from 'vitest'
import { SentBeforeError } from '../../src/index.js'
import type { LookedUp } from '../../src/journal/rows.js'
import {
  begin,
  callerOf,
  createParcel,
  journalIn,
  kinds,
  madeOf,
  make,
} from '../support/journal.js'
import { idempotencyKey } from '../support/keyed-provider.js'

describe.each(kinds)('a reference that the table of a journal in $name does not have', (kind) => {
  /** A journal that looks up first, and knows a call that has succeeded. */
  async function restored(find: (refId: string) => LookedUp) {
    const lookUp = vi.fn((refId: string, facts: { readonly at: Date }) => {
      expect(refId === 'known' || facts.at.getTime() === 0).toBe(true)
      return refId === 'known' ? { data: madeOf(refId) } : find(refId)
    })
    const opened = await journalIn(kind)
    await callerOf(opened.journal, [make]).call({ ref_id: 'known' })
    const journal = await opened.again({ lookUp, lookUpFirst: true })
    return { ...opened, ...callerOf(journal, [make]), journal, lookUp }
  }

  it('is looked up, found and given to the caller, and not sent', async () => {
    const { call, sent, journal, again } = await restored((refId) => ({ data: [madeOf(refId)] }))
    const made = madeOf('r-1')
    expect([await call(), await call(), sent]).toEqual([made, made, []])
    expect(await journal.find('r-1')).toMatchObject({ state: 'succeeded', data: made })
    const { at } = (await journal.find('r-1')) ?? {}
    expect(Date.now() - Number(at)).toBeLessThan(60_000)
    expect(await (await again()).prune(new Date(Date.now() - 60_000))).toBe(0)
  })

  it.each<[string, () => LookedUp]>([
    ['says nothing', () => undefined],
    [
      'fails',
      () => {
        throw new Error('503')
      },
    ],
  ])('is not sent where its look-up %s, and stays unknown', async (_, find) => {
    const { call, sent, journal, again, lookUp } = await restored(find)
    for (const one of [call, call, callerOf(await again({ lookUp }), []).call]) {
      const error = await one()
      expect(error).toMatchObject({ code: 'ERR_SENT_BEFORE', outcome: 'unknown' })
      const { lookUpAt } = error as { readonly lookUpAt?: Date }
      expect(Math.abs(Number(lookUpAt) - Date.now())).toBeLessThan(60_000)
    }
    expect([sent, (await journal.find('r-1'))?.state]).toEqual([[], 'unknown'])
  })

  it('is not sent by a key that its service may have forgotten', async () => {
    const { journal, lookUp } = await restored(() => undefined)
    const operation = { ...createParcel, key: idempotencyKey }
    await expect(begin(journal, { operation })).rejects.toBeInstanceOf(SentBeforeError)
    expect(lookUp).toHaveBeenCalledTimes(1)
  })
})
