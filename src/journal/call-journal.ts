import type { CallContext } from '../call-context.js'
import type { CallJournal, Claim } from '../options.js'
import { claimsIn } from './claim.js'
import { endsByItself, timeOf } from './claiming.js'
import type { Clients } from './clients.js'
import { RefusedStatement } from './databases.js'
import { decide } from './decide.js'
import { lookUpsIn } from './look-up.js'
import { isIndexable } from './options.js'
import { noAnswer, type Rows } from './rows.js'

/** Unsent calls that are known at a time; the row of any other call is looked up. */
const maxUnsent = 10_000

/** A call whose row is its own. */
const ofItself = {
  looksFirst: false,
  isUnsent: false,
  isOther: false,
  isKnownByKey: false,
  isUnderWay: false,
}

/** The part of a journal that a client uses. No transaction is open while it waits for anything. */
export function createCallJournal(rows: Rows, clients: Clients): CallJournal {
  const { options } = rows
  const { window, account: named, lookUp } = options
  /** Calls that failed before they were sent. The database may still write their rows later. */
  const unsent = new Set<string>()
  const lookUps = lookUpsIn(rows)
  const { claim, renew } = claimsIn(rows, lookUps, unsent)

  return {
    // A request may leave until the end of `totalTimeout`, and the service may take as long again to book it.
    assertLeased: (totalTimeout, owner) => {
      if (totalTimeout * 2 > window)
        throw new TypeError(
          `${owner}: totalTimeout, ${totalTimeout}, must be at most half of the journal's window, ${window}`,
        )
    },
    join: (base, reader) => {
      if (options.lookUpFirst && !lookUp && !reader)
        throw new TypeError('lookUpFirst: no operation of provider has a link called lookUp')
      clients.add(named ?? base, reader)
    },
    problemOf: (reference) => {
      if (reference === undefined) return 'is what the journal records a call by; give it a value'
      return isIndexable(reference, 500)
        ? undefined
        : 'is longer than 500 characters, or has NUL or half of a character, which no journal keeps'
    },
    claim: async (call, base, reader, wait) => {
      const claiming = call.attempts > 0 ? renew(call, wait) : claim(call, base, reader, wait)
      return claiming.catch((error: unknown): Claim => {
        if (error instanceof RefusedStatement)
          return { failure: { code: 'ERR_BEFORE_SEND', outcome: 'not_sent', what: error.message } }
        if (unsent.size === maxUnsent) unsent.clear()
        // An attempt before this one may have been carried out.
        if (call.attempts === 0) unsent.add(call.call)
        throw error
      })
    },
    ...(lookUp && {
      lookUp: async ({ refId = '' }: CallContext) => {
        const row = await rows.find(refId)
        const found = row && (await lookUps.find(row))
        return found === 'never_came' ? undefined : found
      },
    }),
    keep: async (context, outcome, code, wait) => {
      const { refId = '', call, operation, limits, attempts, answer: received } = context
      const { status = null, body } = received ?? {}
      const isMade = outcome === 'succeeded'
      const text = isMade ? new TextDecoder().decode(body?.bytes) : undefined
      const data = await rows.seal(refId, 'data', text)
      const answer = isMade ? { ...noAnswer, data } : { data, status, code: code ?? null }
      const kept = await rows.keep(refId, call, outcome, answer, wait)
      const row = kept ? undefined : await rows.find(refId)
      const isOwn = row?.call === call
      // The first write may have been carried out, and its connection have broken.
      const isKept = isOwn && row.state === outcome && attempts > 0 && !isMade
      const written = kept ?? (isKept ? row : undefined)
      if (written) {
        // When would this very call, made again at once, come out differently? The row is as it was just written.
        const isFree = rows.free.includes(outcome)
        const facts = { isLeaseOver: false, isAnswered: false, isDecided: false, isInDoubt: false }
        const again = { ...ofItself, endsByItself: endsByItself(options, operation) }
        const step = decide({ state: outcome, isFree, ...facts }, again, 'silent')
        // The call is over, so that its beginning counts for nothing.
        const retryAt = timeOf(step, { ...written, at: 0 }, window, limits)
        return retryAt ? { retryAt } : {}
      }
      const found = isOwn && row.state === 'succeeded' ? await rows.unseal(row, 'data') : undefined
      // Before the first attempt, the row may belong to an earlier call.
      if (found === undefined && attempts > 0) throw new Error('the row is of another call')
      return found === undefined || found === text ? {} : { found }
    },
  }
}
