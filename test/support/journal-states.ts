// Rows of a journal as calls leave them, what happens to them, and what comes of it.

import { expect } from 'vitest'
import type { JournalState } from '../../src/journal.js'
import type { Resolution, SettleReport } from '../../src/journal/open-journal.js'
import type { IdempotencyKey, Link, LookedUp } from '../../src/operation.js'
import { conversion } from './examples.js'
import { madeOf } from './journal.js'
import { type Earlier, type End, type Event, made, secretAmount } from './journal-rows.js'
import { idempotencyKey as key } from './keyed-provider.js'
import { answer, broken, type Step } from './scripted.js'

export const another = madeOf('r-2')

// What left a row.
export const absent: Earlier = {}
const reset = broken({ code: 'ECONNRESET' })
export const refusedConnection = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
export const succeeded: Earlier = { meets: answer(200, made), row: { state: 'succeeded' } }
export const lost: Earlier = { meets: reset, row: { state: 'unknown', code: 'ERR_CONNECTION' } }
export const unsent: Earlier = { meets: refusedConnection, row: { state: 'not_sent' } }
export const refused: Earlier = {
  meets: answer(422),
  row: { state: 'rejected', status: 422, code: 'ERR_API' },
}
export const misanswered: Earlier = {
  meets: answer(200, another),
  row: { state: 'unknown', status: 200, code: 'ERR_INVALID_RESPONSE' },
}
export const refusedBehind: Earlier = { ...refused, journal: { gatewayRepeats: true } }
export const underWay: Earlier = { row: { state: 'pending' }, isLeased: true }
export const abandoned: Earlier = {
  ...lost,
  since: ({ journal }) => journal.resolve('r-1', 'abandoned'),
  row: { state: 'abandoned' },
}
export const leased = (earlier: Earlier): Earlier => ({ ...earlier, isLeased: true })
export const ofAcme = (earlier: Earlier): Earlier => ({ ...earlier, journal: { account: 'acme' } })
export const byBox: Earlier = { ...lost, operation: { identifier: ['box_id'] } }
export const day = key.lifetime
export const keyed: Earlier = { ...lost, operation: { key } }
export const bodyKeyed: Earlier = { ...lost, operation: { key: { ...key, in: 'input' } } }
export const ownKey = { call: { headers: { 'Idempotency-Key': 'mine' } } }
export const ownKeyed: Earlier = { ...keyed, ...ownKey }
export const refusedKeyed: Earlier = { ...refusedBehind, operation: { key } }
/** Its process ended before it was sent. */
export const leftBehind: Earlier = {
  operation: { key: { ...key, in: 'input' } },
  row: { state: 'unknown' },
}
/** Its first attempt was made so many milliseconds ago. */
export const lostBefore = (age: number): Earlier => ({
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
export const again: Event = {}
export const neverCame = { ...lookUp(() => 'never_came'), isKnown: true } satisfies Event
/** As a library of decimals has it. */
export const decimal = { ...made, amount: { toJSON: () => made.amount } }
export const finds = (data: unknown, at?: Date): Event =>
  lookUp(() => Promise.resolve({ data: data as object }), at)
export const saysNothing = lookUp(() => undefined)
export const throws = lookUp(() => Promise.reject(new RangeError('503')))
export const hangs = { ...lookUp(() => new Promise(() => undefined)), call: { totalTimeout: 200 } }
export const other: Event = { body: { amount: secretAmount, metadata: { order: 'o-1' } } }
export const otherOperation: Event = { operation: { id: 'other' } }
export const otherTenant: Event = { journal: { partition: 'acme-eu' } }
export const otherUrl: Event = { client: { baseUrl: 'https://sandbox.example.com' } }
export const otherAccount: Event = { journal: { account: 'other' } }
export const neverCameBy = ({ journal }: Event): Event => ({
  journal: { ...neverCame.journal, ...journal },
})
/** By a journal that looks up first, since its table may not know what was sent. */
export const first = (event: Event): Event => ({
  ...event,
  journal: { ...event.journal, lookUpFirst: true },
})
export const settle = (more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.settle(),
})
export const settleAll = {
  isKnown: true,
  happens: async ({ again }) => (await again(neverCame.journal)).settle(),
} satisfies Event
export const resolve = (resolution: unknown, more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.resolve('r-1', resolution as Resolution),
})
export const prune = (days: number, more: Event = {}): Event => ({
  ...more,
  happens: ({ journal }) => journal.prune(new Date(Date.now() + days * 86_400_000)),
})
export const meets = (step: Step): Event => ({ meets: step })
export const stopped: Event = { client: { beforeSend: () => Promise.reject(new Error('no')) } }
export const withKey = (facts: Partial<IdempotencyKey> = {}): Event => ({
  operation: { key: { ...key, ...facts } },
})
const link: Link = { operation: 'findConversions', parameters: { ref_id: ['ref_id'] }, path: [] }
/** Its answer is found by a link of the document, whose read meets this. */
export const withLink = (isRead: Step): Event => ({ operation: { key, lookUp: link }, isRead })
/** The leases that a test ends have ended in 1970. */
export const beforeItsLease = { date: 'Wed, 31 Dec 1969 23:59:00 GMT' }

// What comes of it.
export const isSent: End = { gets: made, isSent: true, state: 'succeeded' }
export const otherIsSent: End = { ...isSent, gets: { id: made.id, status: made.status } }
export const isFound: End = { gets: made, state: 'succeeded' }
/** A call that sends nothing. */
const fails = (code: string, outcome: string, message: string, more: object = {}): End => {
  const text = expect.stringContaining(message) as string
  return { gets: { code, outcome, attempts: 0, refId: 'r-1', message: text, ...more } }
}
export const sentBefore = (message: string, more: object = {}): End =>
  fails('ERR_SENT_BEFORE', 'unknown', message, more)
export const kept: End = { gets: made }
export const reused = (
  state: JournalState,
  message: string,
  fields = ['amount', 'metadata'],
): End => fails('ERR_REFERENCE_REUSED', 'not_sent', message, { state, fields })
export const ofAnother = (message: string): End => fails('ERR_BEFORE_SEND', 'not_sent', message)
export const settles = (counts: Partial<SettleReport>, state?: JournalState): End => ({
  gets: { succeeded: 0, never_came: 0, left: 0, passed: 0, failed: [], ...counts },
  ...(state && { state }),
})
export const settlesAsUnsent = settles({ never_came: 1 }, 'not_sent')
export const settleFails = (message: string): End =>
  settles({
    left: 1,
    failed: [{ refId: 'r-1', error: expect.objectContaining({ message }) as Error }],
  })
export const becomes = (state: JournalState): End => ({ gets: undefined, state })
export const refuses = (message: string): End => ({
  gets: { message: expect.stringContaining(message) as string },
})
export const deletesNone: End = { gets: 0 }

export const isAnother = 'what was found has another ref_id'
export const otherMade = { ...made, amount: secretAmount }
export const hasOtherValues = sentBefore('and a look-up finds it with other values (see cause)', {
  cause: { message: 'what was found has another amount' },
})
export const mayHave =
  ', may have taken effect; find out what became of it before you send this under any reference'
export const notHere =
  'the journal has this reference for https://api.example.com, not for https://sandbox.example.com: give each account a partition of its own, or the option account where it is the same; nothing was sent'
export const notBefore = sentBefore('and its lease ends at 20')
export const noLookUp = sentBefore('and there is no lookUp')
export const otherKey = sentBefore('and was sent under another ')
export const notKnown = sentBefore('and lookUp does not know', { retryAt: anyDate })
export const failed = (message: string): End =>
  sentBefore('and neither its row nor a look-up tells (see cause)', {
    retryAt: anyDate,
    cause: { message },
  })
/** Whatever a repeat ends with, the first one may have taken effect. */
export const unknown: End = { gets: { outcome: 'unknown' }, isSent: true }
export const notSent: End = { gets: { code: 'ERR_BEFORE_SEND', outcome: 'not_sent' } }
export const rejected: End = { gets: { outcome: 'rejected' }, isSent: true, state: 'rejected' }
