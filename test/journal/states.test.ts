import { describe, expect } from 'vitest'
import type { JournalState } from '../../src/journal.js'
import type { Resolution, SettleReport } from '../../src/journal/open-journal.js'
import { kinds, madeOf } from '../support/journal.js'
import {
  abandoned,
  again,
  type Earlier,
  type End,
  type Event,
  fails,
  finds,
  hangs,
  isFound,
  isSent,
  leftBehind,
  lost,
  made,
  neverCame,
  otherTenant,
  refusedBy,
  saysNothing,
  secretWeight,
  sentBefore,
  succeeded,
  throws,
  tryRows,
  underWay,
  unsent,
} from './try-rows.js'

const refusedBehind: Earlier = { ...refusedBy(404), journal: { gatewayRepeats: true } }
const leased = (earlier: Earlier): Earlier => ({ ...earlier, isLeased: true })
const ofAcme = (earlier: Earlier): Earlier => ({ ...earlier, journal: { account: 'acme' } })
const byBox: Earlier = { ...lost, operation: { identifier: ['box_id'] } }

// Events.
const other: Event = { body: { weight: secretWeight, metadata: { order: 'o-1' } } }
const otherOperation: Event = { operation: { id: 'other' } }
const otherUrl: Event = { client: { baseUrl: 'https://sandbox.example.com' } }
const otherAccount: Event = { journal: { account: 'other' } }
/** By a journal that looks up first, since its table may not know what was sent. */
const first = (event: Event): Event => ({
  ...event,
  journal: { ...event.journal, lookUpFirst: true },
})
const settle = (more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.settle(),
})
const settleAll: Event = { happens: async ({ again }) => (await again(neverCame.journal)).settle() }
const resolve = (resolution: unknown, more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.resolve('r-1', resolution as Resolution),
})
const prune = (days: number, more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.prune(new Date(Date.now() + days * 86_400_000)),
})

// Ends.
const kept: End = { gets: made }
const reused = (state: JournalState, message: string, fields = ['weight', 'metadata']): End =>
  fails('ERR_REFERENCE_REUSED', 'not_sent', message, { state, fields })
const ofAnother = (message: string): End => fails('ERR_BEFORE_SEND', 'not_sent', message)
const settles = (counts: Partial<SettleReport>, state?: JournalState): End => ({
  gets: { succeeded: 0, never_came: 0, left: 0, passed: 0, failed: [], ...counts },
  ...(state && { state }),
})
const settleFails = (message: string): End =>
  settles({ failed: [{ refId: 'r-1', error: expect.objectContaining({ message }) as Error }] })
const becomes = (state: JournalState): End => ({ gets: undefined, state })
const refuses = (message: string): End => ({
  gets: { message: expect.stringContaining(message) as string },
})
const deletes: End = { gets: 1, state: 'deleted' }
const deletesNone: End = { gets: 0 }

const mayHave =
  ', may have taken effect; find out what became of it before you send this under any reference'
const notHere =
  'the journal has this reference for https://api.example.com, not for https://sandbox.example.com: give each account a partition of its own, or the option account where it is the same; nothing was sent'
const notBefore = sentBefore('and its lease ends at 20')
const failed = (message: string): End =>
  sentBefore('and its look-up failed', { lookUpAt: expect.any(Date) as Date, cause: { message } })

/** Of a row that a table which was restored has, though its call may have been sent since. */
const lookedUpFirst: Parameters<typeof tryRows>[3] = {
  'is sent by who looks up first where it never came': [first(neverCame), isSent],
  'is found by who looks up first': [first(finds(made)), isFound],
}

describe.each(kinds)('a reference of a journal in $name', (kind) => {
  tryRows(kind, 'that has succeeded', succeeded, {
    'gives its answer again': [again, kept],
    'gives its answer again to who looks up first': [first(neverCame), kept],
    'is of this body': [other, reused('succeeded', ', has succeeded; a further request needs a')],
    'is of this operation': [otherOperation, reused('succeeded', ', has succeeded', [])],
    'is of this base URL': [otherUrl, ofAnother(notHere)],
    'is not looked up': [settle(neverCame), settles({})],
    'is not decided again': [resolve('never_came'), refuses('resolve: r-1 has succeeded')],
    'is deleted when it is old': [prune(1), deletes],
    'is kept before': [prune(-1), deletesNone],
    'is kept where another tenant deletes its own': [prune(1, otherTenant), deletesNone],
    'is kept where no time is given': [prune(NaN), refuses('no valid Date')],
  })

  tryRows(kind, 'that was not sent', unsent, {
    'is sent, whatever its body': [other, isSent],
    ...lookedUpFirst,
  })

  tryRows(kind, 'that was refused', refusedBy(422), {
    'is sent with another body': [other, isSent],
    'is of this base URL': [otherUrl, ofAnother(notHere)],
    ...lookedUpFirst,
  })

  tryRows(kind, 'that was refused, where a gateway repeats requests,', refusedBehind, {
    'is of this body': [other, reused('rejected', mayHave)],
    'is sent where it never came': [neverCame, isSent],
    'is found by a call': [finds(made), isFound],
    'is found by settle': [settle(finds(made)), settles({ succeeded: 1 }, 'succeeded')],
    'is not deleted': [prune(1), deletesNone],
  })
  tryRows(kind, 'that was just refused, where a gateway repeats requests,', leased(refusedBehind), {
    'may be under way': [neverCame, notBefore],
  })

  tryRows(kind, 'that is under way', underWay, {
    'is not sent': [neverCame, notBefore],
    'is not sent where nobody looks it up': [again, notBefore],
    'is not sent by who looks up first': [first(neverCame), notBefore],
    'is of this body': [other, reused('pending', 'with other values of weight, metadata')],
  })
  tryRows(kind, 'that was lost a moment ago', leased(lost), {
    'is not sent': [neverCame, notBefore],
    'is not looked up': [settle(neverCame), settles({})],
    'is not decided': [resolve('never_came'), refuses('resolve: r-1 may be under way until 20')],
  })

  tryRows(kind, 'that was left behind', leftBehind, {
    'is sent where settle finds that it never came': [
      settle(neverCame),
      settles({ never_came: 1 }, 'not_sent'),
    ],
  })

  tryRows(kind, 'that was lost', lost, {
    'is of this body': [
      other,
      reused('unknown', `with other values of weight, metadata${mayHave}`),
    ],
    'is sent where it never came': [neverCame, isSent],
    'is found': [finds(made), isFound],
    'is found by who looks up first': [first(finds(made)), isFound],
    'stays unknown where lookUp says nothing': [
      saysNothing,
      sentBefore('and lookUp does not know'),
    ],
    'stays unknown where lookUp throws': [throws, failed('503')],
    'stays unknown where lookUp hangs': [hangs, sentBefore('and its look-up did not end in time')],
    'stays unknown where lookUp finds another': [
      finds(madeOf('r-2')),
      failed('what was found has another ref_id'),
    ],
    'stays unknown without lookUp': [again, sentBefore('and there is no lookUp')],
    'is another one for another tenant': [
      { ...other, ...otherTenant },
      { gets: made, isSent: true },
    ],

    'is settled where it never came': [settle(neverCame), settles({ never_came: 1 }, 'not_sent')],
    'is settled where it is found': [settle(finds(made)), settles({ succeeded: 1 }, 'succeeded')],
    'is left by settle where lookUp says nothing': [settle(saysNothing), settles({ left: 1 })],
    'is left by settle where lookUp throws': [settle(throws), settleFails('503')],
    'is left by settle without lookUp': [settle(), settles({ left: 1 })],
    'is not settled by another tenant': [
      settle({ journal: { ...neverCame.journal, ...otherTenant.journal } }),
      settles({}),
    ],
    'is settled by a process without a client': [settleAll, settles({ never_came: 1 }, 'not_sent')],
    'is not settled by another base URL': [settle({ ...neverCame, ...otherUrl }), settles({})],

    'is told that it never came': [resolve('never_came'), becomes('not_sent')],
    'is told what it gave': [resolve({ data: made }), becomes('succeeded')],
    'is not told what another gave': [
      resolve({ data: madeOf('r-2') }),
      refuses('what was found has another ref_id'),
    ],
    'is not told that it gave nothing': [
      resolve({ data: [] }),
      refuses('r-1 has no data in an empty list'),
    ],
    'is not told an unknown word': [resolve('sent'), { gets: { name: 'TypeError' } }],
    'is not told by another tenant': [
      resolve('never_came', otherTenant),
      refuses('resolve: r-1 has no row'),
    ],
    'is not deleted': [prune(1), deletesNone],
  })
  tryRows(kind, 'whose operation names another identifier', byBox, {
    'is found by that alone': [settle(finds(made)), settleFails('what was found has no box_id')],
  })

  tryRows(kind, 'that was abandoned', abandoned, {
    'is not sent': [neverCame, sentBefore('and was abandoned')],
    'is deleted when it is old': [prune(1), deletes],
  })

  tryRows(kind, 'of an account that succeeded', ofAcme(succeeded), {
    'gives its answer at whatever host': [otherUrl, kept],
    'is of no other account': [
      otherAccount,
      ofAnother('has this reference for acme, not for other'),
    ],
  })
  tryRows(kind, 'of an account that was lost', ofAcme(lost), {
    'is not settled by another account': [
      settle({ journal: { ...neverCame.journal, ...otherAccount.journal } }),
      settles({}),
    ],
    'is settled at whatever host': [
      settle({ ...neverCame, ...otherUrl }),
      settles({ never_came: 1 }, 'not_sent'),
    ],
  })
})
