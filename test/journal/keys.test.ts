import { describe, expect, it } from 'vitest'
import { openJournal } from '../../src/journal.js'
import type { IdempotencyKey, Link } from '../../src/operation.js'
import { Stop } from '../../src/shared/deadline.js'
import { begin, callerOf, createParcel, failureOf, journalIn, kinds } from '../support/journal.js'
import { idempotencyKey as key } from '../support/keyed-provider.js'
import { parcel } from '../support/parcels/calls.js'
import { operations, provider } from '../support/parcels/client.js'
import { answer, type Step } from '../support/scripted.js'
import {
  again,
  changed,
  type Earlier,
  type End,
  type Event,
  finds,
  isFound,
  isSent,
  leftBehind,
  lost,
  made,
  neverCame,
  refusedBy,
  refusedConnection,
  saysNothing,
  sentBefore,
  throws,
  tryRows,
} from './try-rows.js'

const day = key.lifetime
const withKey = (facts: Partial<IdempotencyKey> = {}) => ({
  operation: { key: { ...key, ...facts } },
})
const keyed = withKey()
/** Its answer is found by a link of the document. */
const withLink = (find: () => object | undefined) => ({
  operation: { key, lookUp: { find: async () => Promise.resolve(find()) } as object as Link },
})
const ownKey = { ...keyed, call: { headers: { 'Idempotency-Key': 'mine' } } }
const meets = (step: Step): Event => ({ ...keyed, meets: step })
const stopped: Event = { ...keyed, client: { beforeSend: () => Promise.reject(new Error('no')) } }

const noLookUp = sentBefore('and there is no lookUp')
const lookUpFailed = sentBefore('and its look-up failed')
/** Whatever a repeat ends with, the first one may have taken effect. */
const unknown: End = { gets: { outcome: 'unknown' }, isSent: true }
const rejected: End = { gets: { outcome: 'rejected' }, isSent: true, state: 'rejected' }

const gatewayRepeats = { ...refusedBy(422), journal: { gatewayRepeats: true } }
const sentFirst = (at: string): Earlier => ({
  ...lost,
  since: changed((now) => `since = ${at.replace('now', now)}`),
})
const earlierCalls: Readonly<Record<string, readonly [Earlier, End]>> = {
  'is sent again where a process left it behind': [leftBehind, isSent],
  'is sent again shortly before the key is forgotten': [
    sentFirst(`now - ${day - 910_000}`),
    isSent,
  ],
  'is not sent once the key may be forgotten before the call ends': [
    sentFirst(`now - ${day - 890_000}`),
    noLookUp,
  ],
  'is not sent where the first one had no key': [{ ...lost, operation: {} }, noLookUp],
  'is not sent where the first one had a key of its own': [{ ...lost, ...ownKey }, noLookUp],
  'is not sent where the first one had its key in another place': [
    { ...leftBehind, ...withKey({ in: 'body' }) },
    noLookUp,
  ],
  'is not sent where it was refused and a gateway repeats requests': [gatewayRepeats, noLookUp],
}

describe.each(kinds)(
  'a call of a journal in $name that may have taken effect under a key',
  (kind) => {
    tryRows(
      kind,
      'of a service that knows it',
      { ...lost, ...keyed },
      {
        'is sent again': [keyed, isSent],
        'is sent again where lookUp says nothing': [{ ...keyed, ...saysNothing }, isSent],
        'is sent again by another lifetime': [withKey({ lifetime: 2 * day }), isSent],
        'is found where lookUp finds it': [{ ...keyed, ...finds(made) }, isFound],
        'is sent as a new one where it never came': [
          { ...meets(answer(422)), ...neverCame },
          rejected,
        ],
        'stays unknown where its repeat is refused': [meets(answer(422)), unknown],
        'stays unknown where its repeat cannot connect': [meets(refusedConnection), unknown],
        'stays unknown where its repeat is stopped before it is sent': [
          stopped,
          { gets: { code: 'ERR_BEFORE_SEND', outcome: 'unknown' } },
        ],
        'is not sent where its lookUp fails': [{ ...keyed, ...throws }, lookUpFailed],
        'is found by its link before it is sent again': [withLink(() => made), isFound],
        'is sent again where its link finds nothing': [withLink(() => undefined), isSent],
        'is not sent where its link fails': [
          withLink(() => {
            throw new RangeError('503')
          }),
          lookUpFailed,
        ],
        'is not sent without a key': [again, noLookUp],
        'is not sent under a key of its own': [ownKey, noLookUp],
        'is not sent under another header': [withKey({ name: 'x-request-key' }), noLookUp],
        'is not sent under a key with another prefix': [withKey({ prefix: 'other:' }), noLookUp],
        'is not sent where the key may be forgotten before a lease ends': [
          withKey({ lifetime: 900_000 }),
          noLookUp,
        ],
      },
    )

    for (const [title, [earlier, end]] of Object.entries(earlierCalls))
      tryRows(kind, 'before', { ...keyed, ...earlier }, { [title]: [keyed, end] })

    const attempt = { operation: { ...createParcel, key } }

    it('keeps the time of its first attempt, whoever records it anew', async () => {
      const { journal, expire, run, table } = await journalIn(kind)
      await begin(journal, attempt)
      await run(`UPDATE ${table} SET since = 5 RETURNING reference`)
      const forEver = { operation: { ...createParcel, key: { ...key, lifetime: 1e15 } } }
      const other = { ...forEver, fields: { ...parcel, weight: '2' } }
      for (const [state, call, facts] of [
        ['unknown', 'second', forEver],
        ['pending', 'third', forEver],
        ['rejected', 'fourth', other],
      ] as const) {
        await run(`UPDATE ${table} SET state = '${state}' RETURNING reference`)
        await expire()
        expect(await begin(journal, { call, ...facts })).toBeUndefined()
        expect(await run(`SELECT since, call FROM ${table}`)).toEqual([{ since: 5, call }])
      }
    })

    it('keeps no status of a success that its link finds in part', async () => {
      const { journal, expire } = await journalIn(kind)
      await begin(journal, attempt)
      await expire()
      const { operation } = withLink(() => ({ ...made, id: undefined }))
      const all = { ...operations, createParcel: { ...createParcel, ...operation } }
      const { call } = callerOf(journal, [], { provider: { ...provider, operations: all } })
      expect(await call()).toMatchObject({ code: 'ERR_INVALID_RESPONSE', outcome: 'unknown' })
      expect(await journal.find('r-1')).not.toHaveProperty('status')
    })

    it('stays unknown where nobody waits for it once it is recorded anew', async () => {
      const { journal, database, table, expire } = await journalIn(kind)
      await begin(journal, attempt)
      await expire()
      const stop = new Stop(10_000)
      const run: typeof database.run = async (sql, ...rest) => {
        const changed = await database.run(sql, ...rest)
        if (sql.includes('call = $4')) stop.ended = true
        return changed
      }
      const late = await openJournal({ ...database, run }, { partition: 'acme-us', table })
      const failure = await failureOf(begin(late, { call: 'second', ...attempt }, stop))
      expect(String(failure)).toContain('may have taken effect, and cannot be recorded anew')
      expect(await journal.find('r-1')).toMatchObject({ state: 'unknown', call: 'second' })
    })
  },
)
