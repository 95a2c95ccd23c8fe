import type { CallContext, JournalState } from '../call-context.js'
import { proofOf } from '../document/proof.js'
import {
  type AnyClientError,
  BeforeSendError,
  ClientError,
  ReferenceReusedError,
  SentBeforeError,
} from '../index.js'
import type { CallJournal, Claim, JournalWait } from '../options.js'
import { differences } from '../shared/json.js'
import { accountOf, hashOf } from './account.js'
import type { Clients } from './clients.js'
import { RefusedStatement, splitReads } from './databases.js'
import { isAnswered, lookUpsIn, UnprovenError } from './look-up.js'
import { isIndexable } from './options.js'
import { isOver, type Rows, type StoredProof, storedProof, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** Changes of a row between two statements of one call, before the call gives up. */
const maxRounds = 10
/** Unsent calls that are known at a time; the row of any other call is looked up. */
const maxUnsent = 10_000

/** The next step of a call: to take the kept answer, to be sent where there is none, or to fail. */
type Next = Claim | AnyClientError

/** The account of a call, and the key of its request. */
interface Hashes {
  readonly account: string
  readonly key: string | undefined
}

/** The part of a journal that a client uses. No transaction is open while it waits for anything. */
export function recorder(rows: Rows, clients: Clients): CallJournal {
  const { options } = rows
  const { window, account: own, lookUp } = options
  /** Calls that failed before they were sent. The database may still write their rows later. */
  const unsent = new Set<string>()
  const lookUps = lookUpsIn(rows)

  /** Writes the outcome of a call, with the text of a success, and the status and the `code` of a failure. */
  const keep = async (
    reference: string,
    call: string,
    outcome: JournalState,
    answer: readonly (string | number | null)[] = [null, null, null],
    wait?: JournalWait,
  ): Promise<StoredRow | undefined> => {
    const write = () => rows.run('keep', [reference, call, outcome, ...answer], wait)
    // The second try goes over the pool's next connection, in case the first one was closed.
    return (await write().catch(write))[0]
  }

  /** Records the first attempt of a call, unless a row of its reference forbids that. */
  const claim = async (call: CallContext, base: string, wait: JournalWait): Promise<Next> => {
    let isBefore = false
    wait.onStop(() => (isBefore ? undefined : 'not_sent'))
    const { refId: reference = '', operation, fields, reader } = call
    const account = own ?? base
    const body = await rows.seal(reference, 'body', JSON.stringify(fields))
    const { key } = operation
    const hashes: Hashes = {
      account: await accountOf(account, operation, fields, reader, own !== undefined),
      key: key && (await hashOf([key.in, key.name, call.key])),
    }
    const hasHeaders = Object.keys(reader.ownHeaders).length > 0
    const proof: StoredProof = { ...proofOf(operation, fields), key: hashes.key, hasHeaders }
    const values = [
      reference,
      operation.id,
      body,
      call.call,
      account,
      JSON.stringify(proof),
      hashes.account,
      window,
    ]
    if (options.lookUpFirst) await rows.run('suspect', values, wait)
    for (let round = 0; round < maxRounds; round++) {
      isBefore = false
      const [claimed] = await rows.run('claim', values, wait)
      if (claimed) return recorded(call, wait, 'not_sent')
      const row = await rows.find(reference)
      if (row && row.account !== account)
        throw new RefusedStatement(
          `the journal has this reference for ${row.account}, not for ${account}: give each account a partition of its own, or the option account where it is the same`,
        )
      isBefore = row !== undefined && !rows.free.includes(row.state)
      const next = row && isBefore ? await nextAfter(row, call, hashes, wait) : undefined
      if (next) return next
    }
    throw new RefusedStatement(`the row keeps changing, or ${splitReads}`)
  }

  /** Records a further attempt of the same call. If the row was settled in the meantime, `keep` gives the answer. */
  const renew = async ({ refId = '', call }: CallContext, wait: JournalWait): Promise<Next> => {
    const [renewed] = await rows.run('renew', [refId, call, window], wait)
    if (!renewed) throw new Error('the row is of another call')
    return {}
  }

  /** Allows an attempt whose row is written, unless the caller no longer waits or a rollback may undo the row. */
  const recorded = async (
    call: CallContext,
    wait: JournalWait,
    otherwise: 'not_sent' | 'unknown',
  ) => {
    const { refId: reference = '' } = call
    let isWritten = false
    try {
      isWritten = !wait.ended && (await rows.isWritten(reference, call.call, wait))
    } finally {
      if (!isWritten) await keep(reference, call.call, otherwise)
    }
    if (!isWritten) throw new RefusedStatement(splitReads)
    return { isRepeat: otherwise === 'unknown' }
  }

  /** The next step of a call whose reference has a row, by the guide's table; undefined where the row is settled by now. */
  const nextAfter = async (
    row: StoredRow,
    call: CallContext,
    hashes: Hashes,
    wait: JournalWait,
  ): Promise<Next | undefined> => {
    try {
      if (unsent.delete(row.call)) {
        await keep(row.reference, row.call, 'not_sent')
        return undefined
      }
      const isSame = row.operation === call.operation.id
      const { varying = [] } = call.operation
      const fields = isSame
        ? differences(await rows.bodyOf(row), call.fields).filter((name) => !varying.includes(name))
        : []
      // Of the same input, only headers make another account. A row of an earlier version does not say which it had.
      const isOther = row.account_hash !== null && row.account_hash !== hashes.account
      if (isSame && fields.length === 0 && isOther) fields.push('headers')
      if (!isSame || fields.length > 0) return new ReferenceReusedError(call, row.shown, fields)
      switch (row.state) {
        case 'succeeded':
          return { answer: await rows.unseal(row, 'data') }
        case 'abandoned':
          return sentBefore(row, call, 'and was abandoned')
        default: {
          const fate = await lookUps.settle(row, call.reader)
          if (fate !== 'left') return undefined
          if (isOver(row)) return await repeat(row, call, hashes, wait)
          return sentBefore(row, call, `and its lease ends at ${toDate(row.lease).toISOString()}`)
        }
      }
    } catch (cause) {
      // The key makes the call once, whether or not the first attempt came.
      if (cause instanceof UnprovenError && isKnown(row, call, hashes))
        return await repeat(row, call, hashes, wait)
      const isOurs = cause instanceof UnprovenError && cause.cause === undefined
      const why = isOurs ? cause.message : 'neither its row nor a look-up tells (see cause)'
      return sentBefore(row, call, `and ${why}`, cause)
    }
  }

  /**
   * Claims the row of an earlier call anew where the look-up, if there is one, says nothing and the service knows the first
   * attempt by the same key. Undefined where the row has changed. After a look-up that failed, or proved something else,
   * nothing is sent: the call may have been carried out, and its key be forgotten.
   */
  const repeat = async (row: StoredRow, call: CallContext, hashes: Hashes, wait: JournalWait) => {
    if (!isKnown(row, call, hashes)) {
      const why = isLookedUp(call) ? 'and lookUp does not know' : 'and there is no lookUp'
      return sentBefore(row, call, why)
    }
    try {
      const values = [row.reference, row.call, call.call, window, row.state]
      const [claimed] = await rows.run('reclaim', values, wait)
      return claimed && (await recorded(call, wait, 'unknown'))
    } catch (error) {
      return sentBefore(row, call, 'and cannot be recorded anew', error)
    }
  }

  /** Whether the service knows the row's first attempt by this key, until the last attempt of a call that begins now is over. */
  const isKnown = (row: StoredRow, { operation: { key } }: CallContext, hashes: Hashes): boolean =>
    key !== undefined &&
    row.shown === 'unknown' &&
    storedProof(row).key === hashes.key &&
    Number(row.now) - Number(row.since) + window < key.lifetime

  const isLookedUp = ({ operation }: CallContext) => lookUp ?? operation.lookUp

  const sentBefore = (row: StoredRow, call: CallContext, why: string, cause?: unknown) => {
    const [at, now] = [Number(row.at), Number(row.now)]
    // The first call may be under way, for about as long as this call may take.
    const end = at + call.limits.totalTimeout
    const isUnderWay = row.state === 'pending' && now < end
    const isSettled = row.state !== 'abandoned' && (isLookedUp(call) ?? call.operation.key)
    // After the lease, the answer waits for a read to catch up or for another call to succeed.
    const settles = isOver(row) ? now + window / 10 : row.lease
    const isOfAnother = cause instanceof UnprovenError && cause.isForPeople
    const isForPeople = isOver(row) && (isAnswered(row) || isOfAnother)
    const until = isUnderWay ? end : isSettled && !isForPeople ? settles : undefined
    return new SentBeforeError(
      why,
      call,
      cause,
      until === undefined ? undefined : hereAt(until, now),
    )
  }

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
      clients.add(own ?? base, reader)
    },
    ...(lookUp && {
      lookUp: async ({ refId = '' }: CallContext) => {
        const row = await rows.find(refId)
        const found = row && (await lookUps.find(row))
        return found === 'never_came' ? undefined : found
      },
    }),
    problemOf: (reference) => {
      if (reference === undefined) return 'is what the journal records a call by; give it a value'
      return isIndexable(reference, 500)
        ? undefined
        : 'is longer than 500 characters, or has NUL or half of a character, which no journal keeps'
    },
    keep: async (one, outcome, code, wait) => {
      const { refId = '', call, operation, attempts, status, body } = one
      const isMade = outcome === 'succeeded'
      const text = isMade ? new TextDecoder().decode(body?.bytes) : undefined
      const data = await rows.seal(refId, 'data', text)
      const answer = [data, isMade ? null : (status ?? null), code ?? null]
      const kept = await keep(refId, call, outcome, answer, wait)
      if (kept) {
        const isOpen = !isMade && !rows.free.includes(outcome)
        const isSettled = isOpen && (isLookedUp(one) ?? operation.key)
        return isSettled ? { retryAt: hereAt(kept.lease, kept.now) } : {}
      }
      const row = await rows.find(refId)
      const isFound = row?.call === call && row.state === 'succeeded'
      const found = isFound ? await rows.unseal(row, 'data') : undefined
      // Before the first attempt, the row may belong to an earlier call.
      if (found === undefined && attempts > 0) throw new Error('the row is of another call')
      return found === undefined || found === text ? {} : { found }
    },
    claim: async (call, base, wait) => {
      const claiming = call.attempts > 0 ? renew(call, wait) : claim(call, base, wait)
      const next = await claiming.catch((error: unknown) => {
        if (error instanceof RefusedStatement) return new BeforeSendError(error.message, call)
        if (unsent.size === maxUnsent) unsent.clear()
        // An attempt before this one may have been carried out.
        if (call.attempts === 0) unsent.add(call.call)
        throw error
      })
      if (ClientError.is(next)) throw next
      return next
    },
  }
}

/** A time of the database's clock by the clock of this process; now where it is over. */
const hereAt = (time: number | string, now: number | string): Date =>
  toDate(Date.now() + Math.max(Number(time) - Number(now), 0) + 1)
