import { describe, expect } from 'vitest'
import type { JournalState } from '../../src/journal.js'
import type { Resolution, SettleReport } from '../../src/journal/open-journal.js'
import type { IdempotencyKey, Link, LookedUp } from '../../src/operation.js'
import { conversion } from '../support/examples.js'
import { kinds, madeOf } from '../support/journal.js'
import {
  type Earlier,
  type End,
  type Event,
  made,
  secretAmount,
  tryRows,
} from '../support/journal-rows.js'
import { idempotencyKey as key } from '../support/keyed-provider.js'
import { answer, broken, type Step } from '../support/scripted.js'

const another = madeOf('r-2')

// What left a row.
const absent: Earlier = {}
const reset = broken({ code: 'ECONNRESET' })
const refusedConnection = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const succeeded: Earlier = { meets: answer(200, made), row: { state: 'succeeded' } }
const lost: Earlier = { meets: reset, row: { state: 'unknown', code: 'ERR_CONNECTION' } }
const unsent: Earlier = { meets: refusedConnection, row: { state: 'not_sent' } }
const refused: Earlier = {
  meets: answer(422),
  row: { state: 'rejected', status: 422, code: 'ERR_API' },
}
const misanswered: Earlier = {
  meets: answer(200, another),
  row: { state: 'unknown', status: 200, code: 'ERR_INVALID_RESPONSE' },
}
const refusedBehind: Earlier = { ...refused, journal: { gatewayRepeats: true } }
const underWay: Earlier = { row: { state: 'pending' }, isLeased: true }
const abandoned: Earlier = {
  ...lost,
  since: ({ journal }) => journal.resolve('r-1', 'abandoned'),
  row: { state: 'abandoned' },
}
const leased = (earlier: Earlier): Earlier => ({ ...earlier, isLeased: true })
const ofAcme = (earlier: Earlier): Earlier => ({ ...earlier, journal: { account: 'acme' } })
const byBox: Earlier = { ...lost, operation: { identifier: ['box_id'] } }
const day = key.lifetime
const keyed: Earlier = { ...lost, operation: { key } }
const bodyKeyed: Earlier = { ...lost, operation: { key: { ...key, in: 'input' } } }
const ownKey = { call: { headers: { 'Idempotency-Key': 'mine' } } }
const ownKeyed: Earlier = { ...keyed, ...ownKey }
const refusedKeyed: Earlier = { ...refusedBehind, operation: { key } }
/** Its process ended before it was sent. */
const leftBehind: Earlier = {
  operation: { key: { ...key, in: 'input' } },
  row: { state: 'unknown' },
}
/** Its first attempt was made so many milliseconds ago. */
const lostBefore = (age: number): Earlier => ({
  ...keyed,
  since: ({ change, database }) => change(`since = ${database.now} - ${age}`),
})

// What happens to it.
const anyDate = expect.any(Date) as Date
const lookUp = (found: () => LookedUp | Promise<LookedUp>, at = anyDate): Event => ({
  journal: {
    lookUp: (...told) => {
      if (told[0] === 'known') return { data: madeOf('known') }
      const account = expect.any(String) as string
      // The lease is over.
      const facts = {
        operation: 'createStablecoinConversion',
        body: conversion,
        at,
        lease: anyDate,
        account,
      }
      expect(told).toEqual(['r-1', facts])
      return found()
    },
  },
})
const again: Event = {}
const neverCame = { ...lookUp(() => 'never_came'), isKnown: true } satisfies Event
/** As a library of decimals has it. */
const decimal = { ...made, amount: { toJSON: () => made.amount } }
const finds = (data: unknown, at?: Date): Event =>
  lookUp(() => Promise.resolve({ data: data as object }), at)
const saysNothing = lookUp(() => undefined)
const throws = lookUp(() => Promise.reject(new RangeError('503')))
const hangs = { ...lookUp(() => new Promise(() => undefined)), call: { totalTimeout: 200 } }
const other: Event = { body: { amount: secretAmount, metadata: { order: 'o-1' } } }
const otherOperation: Event = { operation: { id: 'other' } }
const otherTenant: Event = { journal: { partition: 'acme-eu' } }
const otherUrl: Event = { client: { baseUrl: 'https://sandbox.example.com' } }
const otherAccount: Event = { journal: { account: 'other' } }
const neverCameBy = ({ journal }: Event): Event => ({
  journal: { ...neverCame.journal, ...journal },
})
/** By a journal that looks up first, since its table may not know what was sent. */
const first = (event: Event): Event => ({
  ...event,
  journal: { ...event.journal, lookUpFirst: true },
})
const settle = (more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.settle(),
})
const settleAll = {
  isKnown: true,
  happens: async ({ again }) => (await again(neverCame.journal)).settle(),
} satisfies Event
const resolve = (resolution: unknown, more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.resolve('r-1', resolution as Resolution),
})
const prune = (days: number, more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.prune(new Date(Date.now() + days * 86_400_000)),
})
const meets = (step: Step): Event => ({ meets: step })
const stopped: Event = { client: { beforeSend: () => Promise.reject(new Error('no')) } }
const withKey = (facts: Partial<IdempotencyKey> = {}): Event => ({
  operation: { key: { ...key, ...facts } },
})
const link: Link = { operation: 'findConversions', parameters: { ref_id: ['ref_id'] }, path: [] }
/** Its answer is found by a link of the document, whose read meets this. */
const withLink = (isRead: Step): Event => ({ operation: { key, lookUp: link }, isRead })
/** The leases that a test ends have ended in 1970. */
const beforeItsLease = { date: 'Wed, 31 Dec 1969 23:59:00 GMT' }

// What comes of it.
const isSent: End = { gets: made, isSent: true, state: 'succeeded' }
const otherIsSent: End = { ...isSent, gets: { id: made.id, status: made.status } }
const isFound: End = { gets: made, state: 'succeeded' }
/** A call that sends nothing. */
const fails = (code: string, outcome: string, message: string, more: object = {}): End => {
  const text = expect.stringContaining(message) as string
  return { gets: { code, outcome, attempts: 0, refId: 'r-1', message: text, ...more } }
}
const sentBefore = (message: string, more: object = {}): End =>
  fails('ERR_SENT_BEFORE', 'unknown', message, more)
const kept: End = { gets: made }
const reused = (state: JournalState, message: string, fields = ['amount', 'metadata']): End =>
  fails('ERR_REFERENCE_REUSED', 'not_sent', message, { state, fields })
const ofAnother = (message: string): End => fails('ERR_BEFORE_SEND', 'not_sent', message)
const settles = (counts: Partial<SettleReport>, state?: JournalState): End => ({
  gets: { succeeded: 0, never_came: 0, left: 0, passed: 0, failed: [], ...counts },
  ...(state && { state }),
})
const settlesAsUnsent = settles({ never_came: 1 }, 'not_sent')
const settleFails = (message: string): End =>
  settles({
    left: 1,
    failed: [{ refId: 'r-1', error: expect.objectContaining({ message }) as Error }],
  })
const becomes = (state: JournalState): End => ({ gets: undefined, state })
const refuses = (message: string): End => ({
  gets: { message: expect.stringContaining(message) as string },
})
const deletesNone: End = { gets: 0 }

const isAnother = 'what was found has another ref_id'
const otherMade = { ...made, amount: secretAmount }
const hasOtherValues = sentBefore('and a look-up finds it with other values (see cause)', {
  cause: { message: 'what was found has another amount' },
})
const mayHave =
  ', may have taken effect; find out what became of it before you send this under any reference'
const notHere =
  'the journal has this reference for https://api.example.com, not for https://sandbox.example.com: give each account a partition of its own, or the option account where it is the same; nothing was sent'
const notBefore = sentBefore('and its lease ends at 20')
const noLookUp = sentBefore('and there is no lookUp')
const otherKey = sentBefore('and was sent under another ')
const notKnown = sentBefore('and lookUp does not know', { retryAt: anyDate })
const failed = (message: string): End =>
  sentBefore('and neither its row nor a look-up tells (see cause)', {
    retryAt: anyDate,
    cause: { message },
  })
/** Whatever a repeat ends with, the first one may have taken effect. */
const unknown: End = { gets: { outcome: 'unknown' }, isSent: true }
const notSent: End = { gets: { code: 'ERR_BEFORE_SEND', outcome: 'not_sent' } }
const rejected: End = { gets: { outcome: 'rejected' }, isSent: true, state: 'rejected' }

describe.each(kinds)('a reference of a journal in $name', (kind) => {
  tryRows(kind, 'that has succeeded', succeeded, {
    'gives its answer again': [again, kept],
    'gives its answer again to who looks up first': [first(neverCame), kept],
    'is of this body': [other, reused('succeeded', ', has succeeded; a further request needs a')],
    'is of this operation': [otherOperation, reused('succeeded', ', has succeeded', [])],
    'is not looked up': [settle(neverCame), settles({})],
    'is not decided again': [resolve('never_came'), refuses('resolve: r-1 has succeeded')],
    'is deleted when it is old': [prune(1), { gets: 1, state: 'none' }],
    'is kept before': [prune(-1), deletesNone],
    'is kept where another tenant deletes its own': [prune(1, otherTenant), deletesNone],
    'is kept where no time is given': [prune(NaN), refuses('no valid Date')],
  })

  tryRows(kind, 'that the table does not have', absent, {
    'is found by who looks up first': [first(finds(made, new Date(0))), isFound],
    'is sent by who looks up first where it never came': [first(neverCame), isSent],
    'is not sent where its look-up says nothing': [
      first({ ...saysNothing, ...withKey() }),
      { ...notKnown, state: 'unknown' },
    ],
    'is found by its link by who looks up first': [first(withLink(answer(200, [made]))), isFound],
    'is refused by beforeSend': [stopped, { ...notSent, state: 'not_sent' }],
    'is not decided': [resolve('never_came'), refuses('resolve: r-1 has no row')],
  })

  tryRows(kind, 'that was not sent', unsent, { 'is sent, whatever its body': [other, otherIsSent] })

  tryRows(kind, 'that was refused', refused, {
    'is sent with another body': [other, otherIsSent],
    'is of this base URL': [otherUrl, ofAnother(notHere)],
    'is found by who looks up first': [first(finds(made, new Date(0))), isFound],
  })

  tryRows(kind, 'that was refused, where a gateway repeats requests,', refusedBehind, {
    'is of this body': [other, reused('rejected', mayHave)],
    'is sent where it never came': [neverCame, isSent],
    'is found by settle': [settle(finds(made)), settles({ succeeded: 1 }, 'succeeded')],
    'is not deleted': [prune(1), deletesNone],
  })
  tryRows(kind, 'that was just refused, where a gateway repeats requests,', leased(refusedBehind), {
    'may be under way': [neverCame, notBefore],
  })

  tryRows(kind, 'that is under way', underWay, {
    'is not sent': [neverCame, notBefore],
    'is not sent where nobody looks it up': [again, notBefore],
    'is found': [finds(made), isFound],
    'is found by settle': [settle(finds(made)), settles({ succeeded: 1 }, 'succeeded')],
    'is told what it gave': [resolve({ data: made }), becomes('succeeded')],
    'is not decided': [resolve('abandoned'), refuses('resolve: r-1 may be under way until 20')],
    'is of this body': [other, reused('pending', 'with other values of amount, metadata')],
  })
  tryRows(kind, 'that was lost a moment ago', leased(lost), {
    'is found by its link': [withLink(answer(200, [made])), isFound],
    'is left by settle where nothing is found yet': [settle(neverCame), settles({ left: 1 })],
    'is not sent where nothing is found yet': [neverCame, notBefore],
  })

  tryRows(kind, 'that was lost', lost, {
    'is of this body': [other, reused('unknown', mayHave)],
    'is sent where it never came': [neverCame, isSent],
    'is found': [finds(made), isFound],
    'is found with values of a library': [finds(decimal), isFound],
    'stays unknown where lookUp says nothing': [saysNothing, notKnown],
    'stays unknown where lookUp throws': [throws, failed('503')],
    'stays unknown where lookUp hangs': [hangs, sentBefore('and its look-up did not end in time')],
    'stays unknown where lookUp finds another': [finds(another), failed(isAnother)],
    'waits for a person where lookUp finds other values': [finds(otherMade), hasOtherValues],
    'stays unknown without lookUp': [again, noLookUp],
    'stays unknown under a key that it was sent without': [withKey(), noLookUp],
    'is another one elsewhere': [
      { ...other, ...otherTenant },
      { gets: otherIsSent.gets, isSent: true },
    ],

    'is left by settle without lookUp': [settle(), settleFails('there is no lookUp')],
    'is not settled by another tenant': [settle(neverCameBy(otherTenant)), settles({})],
    'is settled by a process without a client': [settleAll, settlesAsUnsent],

    'is not told what another gave': [resolve({ data: another }), refuses(isAnother)],
    'is not told of nothing': [resolve({ data: [] }), refuses('no data in an empty list')],
    'is not told an unknown word': [resolve('sent'), { gets: { name: 'TypeError' } }],
    'is not deleted': [prune(1), deletesNone],
  })
  tryRows(kind, 'whose operation names another identifier', byBox, {
    'is found by that alone': [settle(finds(made)), settleFails('what was found has no box_id')],
  })

  tryRows(kind, 'that was answered with another success', misanswered, {
    'is left by settle where it never came, for a person': [
      settle(neverCame),
      settleFails(
        'lookUp finds nothing of it, though it was answered with a 2xx: ask your provider, and resolve it',
      ),
    ],
    'is not sent where it never came, nor ever made again by itself': [
      neverCame,
      sentBefore('and lookUp finds nothing of it, though it was answered with a 2xx'),
    ],
    'is found': [finds(made), isFound],
  })

  tryRows(kind, 'that was abandoned', abandoned, {
    'is not sent': [neverCame, sentBefore('and was abandoned')],
  })

  tryRows(kind, 'of an account that succeeded', ofAcme(succeeded), {
    'gives its answer at whatever host': [otherUrl, kept],
    'is of no other account': [otherAccount, ofAnother('for acme, not for other')],
  })
  tryRows(kind, 'of an account that was lost', ofAcme(lost), {
    'is not settled by another account': [
      settle(neverCameBy(otherAccount)),
      settleFails('no client of this journal has the account acme'),
    ],
    'is settled at whatever host': [settle({ ...neverCame, ...otherUrl }), settlesAsUnsent],
  })

  tryRows(kind, 'that was lost under a key', keyed, {
    'is sent again': [again, isSent],
    'is sent again where lookUp says nothing': [saysNothing, isSent],
    'is sent again by another lifetime': [withKey({ lifetime: 2 * day }), isSent],
    'is found where lookUp finds it': [finds(made), isFound],
    'is sent as a new one where it never came': [{ ...meets(answer(422)), ...neverCame }, rejected],
    'stays unknown where its repeat is refused': [meets(answer(422)), unknown],
    'stays unknown where its repeat cannot connect': [meets(refusedConnection), unknown],
    'stays unknown where its repeat is stopped before it is sent': [
      stopped,
      { gets: { code: 'ERR_BEFORE_SEND', outcome: 'unknown' } },
    ],
    'is not sent where its lookUp fails': [throws, failed('503')],
    'is not sent where its lookUp finds other values': [finds(otherMade), hasOtherValues],
    'is found by its link before it is sent again': [withLink(answer(200, [made])), isFound],
    'is sent again where its link finds nothing': [withLink(answer(200, [])), isSent],
    'is not sent where its link fails': [
      withLink(answer(503)),
      failed(expect.stringContaining('503') as string),
    ],
    'is not sent where its link finds nothing of now': [
      withLink(answer(200, [], beforeItsLease)),
      failed('findConversions gave an answer that a cache had'),
    ],
    'is not believed of its link in part': [
      withLink(answer(200, [{ ...made, id: undefined }])),
      failed('what was found has no id'),
    ],
    'is not sent without a key': [{ operation: {} }, noLookUp],
    'is not sent under a key of its own': [ownKey, otherKey],
    'is not sent under another header': [withKey({ name: 'x-request-key' }), otherKey],
    'is not sent under a key with another prefix': [withKey({ prefix: 'other:' }), otherKey],
    'is not sent where a lease may outlast the key': [withKey({ lifetime: 900_000 }), noLookUp],
  })
  tryRows(kind, 'that was lost under a key some time ago', lostBefore(day - 910_000), {
    'is sent again before the key is forgotten': [again, isSent],
  })
  tryRows(kind, 'that was lost under a key a long time ago', lostBefore(day - 890_000), {
    'is not sent once the key may be forgotten before the call ends': [again, noLookUp],
  })
  tryRows(kind, 'that was lost under a key of its own', ownKeyed, {
    'is not sent again under another': [again, otherKey],
    'is sent again under the same': [ownKey, isSent],
  })
  tryRows(kind, 'that was lost under a key in its body', bodyKeyed, {
    'is sent again': [again, isSent],
  })
  tryRows(kind, 'that was left behind under a key in another place', leftBehind, {
    'is not sent again': [withKey(), otherKey],
  })
  tryRows(kind, 'that was refused under a key', refusedKeyed, {
    'is not sent again where a gateway repeats requests': [again, noLookUp],
  })
})
