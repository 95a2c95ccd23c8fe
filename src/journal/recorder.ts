import type { CallState, JournalState } from '../call-context.js'
import {
  type AnyClientError,
  BeforeSendError,
  ClientError,
  ReferenceReusedError,
  SentBeforeError,
} from '../index.js'
import type { Follow, Operation } from '../operation.js'
import type { CallJournal, JournalWait } from '../options.js'
import { differences } from '../shared/json.js'
import { RefusedStatement, splitReads } from './databases.js'
import { lookUpsIn, UnprovenError } from './look-up.js'
import { isIndexable } from './options.js'
import { isOver, proofOf, type Rows, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** How often a row may change between two statements of one call. */
const maxRounds = 10
/** How many calls that failed are known at a time; a row of another one is looked up. */
const maxUnsent = 10_000

/** What a call does next: it takes the answer of an earlier call, makes its attempt where there is none, or fails. */
type Next = { readonly text?: string } | AnyClientError

type Key = Operation['key']

/** The part of a journal that a client uses. No transaction is open while it waits for anything. */
export function recorder(rows: Rows, clients: Map<string, Follow | undefined>): CallJournal {
  const { options } = rows
  const { window, account: own, lookUp } = options
  /** Calls that failed before they were sent: the database may write their rows all the same, and late. */
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
    // Once more: over the pool's next connection, where one was closed.
    return (await write().catch(write))[0]
  }

  const claim = async (
    call: CallState,
    base: string,
    key: Key,
    wait: JournalWait,
  ): Promise<Next> => {
    let isBefore = false
    wait.onStop(() => (isBefore ? undefined : 'not_sent'))
    const { refId: reference = '', operation } = call
    if (call.attempts > 0) {
      const [renewed] = await rows.run('renew', [reference, call.call, window], wait)
      if (!renewed) throw new Error('the row is of another call')
      return {}
    }
    const account = own ?? base
    const body = await rows.seal(reference, 'body', JSON.stringify(call.fields))
    const { referenceField, identifier } = operation
    const { hasOwnHeaders } = call
    const proof = JSON.stringify({ referenceField, identifier, key: nameOf(key), hasOwnHeaders })
    const facts = [reference, operation.id, body, call.call, account, proof]
    if (options.lookUpFirst) await rows.run('suspect', [...facts, window], wait)
    for (let round = 0; round < maxRounds; round++) {
      const [claimed] = await rows.run('claim', [...facts, window], wait)
      if (claimed) {
        isBefore = false
        return recorded(call, wait, 'not_sent')
      }
      const row = await rows.find(reference)
      if (!row) continue
      if (row.account !== account)
        throw new RefusedStatement(
          `the journal has this reference for ${row.account}, not for ${account}: give each account a partition of its own, or the option account where it is the same`,
        )
      if (rows.free.includes(row.state)) continue
      isBefore = true
      const earlier = await checkEarlier(row, call).catch((cause: unknown) => {
        const failure = sentBefore(row, call, 'and reading its row or its look-up failed', cause)
        // By its key, it is made once whether it came or not.
        return cause instanceof UnprovenError && isKnown(row, key) ? 'left' : failure
      })
      const next = earlier === 'left' ? await repeat(row, call, key, wait) : earlier
      if (next) return next
    }
    throw new RefusedStatement(`the row keeps changing, or ${splitReads}`)
  }

  /** Lets an attempt be made whose row is there, unless nobody waits for it or the row may be undone. */
  const recorded = async (
    call: CallState,
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
    call.unknown ||= otherwise === 'unknown'
    return {}
  }

  /**
   * Claims the row of an earlier call anew where the look-up, if there is one, says nothing and the service knows the first
   * attempt by the same key. Undefined where the row has changed. After a look-up that failed, or proved something else,
   * nothing is sent: it may be of a call that was carried out and that the service no longer knows by its key.
   */
  const repeat = async (row: StoredRow, call: CallState, key: Key, wait: JournalWait) => {
    // Until the last attempt of a call that begins now is over.
    if (!isKnown(row, key)) {
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
  const isKnown = (row: StoredRow, key: Key): boolean =>
    key !== undefined &&
    row.shown === 'unknown' &&
    proofOf(row).key === nameOf(key) &&
    Number(row.now) - Number(row.since) + window < key.lifetime

  /** What an earlier call under the reference means for this one; undefined where that call is settled by now. */
  const checkEarlier = async (row: StoredRow, call: CallState) => {
    if (unsent.delete(row.call)) {
      await keep(row.reference, row.call, 'not_sent')
      return undefined
    }
    const isSame = row.operation === call.operation.id
    const fields = isSame ? differences(await rows.bodyOf(row), call.fields) : []
    if (!isSame || fields.length > 0) return new ReferenceReusedError(call, row.shown, fields)
    if (row.state === 'succeeded') return { text: await rows.unseal(row, 'data') }
    if (row.state === 'abandoned') return sentBefore(row, call, 'and was abandoned')
    // Of a call that has ended, what is found counts at once.
    const isOpen = isOver(row) || row.state !== 'pending'
    const fate = isOpen ? await lookUps.settle(row, (_, ...facts) => call.follow(...facts)) : 'left'
    if (fate !== 'left') return undefined
    const until = `and its lease ends at ${toDate(row.lease).toISOString()}`
    return isOver(row) ? fate : sentBefore(row, call, until)
  }

  const isLookedUp = ({ operation }: CallState) => lookUp ?? operation.lookUp

  const sentBefore = (row: StoredRow, call: CallState, why: string, cause?: unknown) => {
    const until = Math.max(Number(row.lease), Number(row.now))
    const isOpen = row.state !== 'abandoned' && (isLookedUp(call) ?? call.operation.key)
    const lookUpAt = isOpen ? toDate(until) : undefined
    return new SentBeforeError(why, call, cause, lookUpAt)
  }

  return {
    // A request may leave until `totalTimeout` is over, and the service may take as long again to book it.
    assertLeased: (totalTimeout, owner) => {
      if (totalTimeout * 2 > window)
        throw new TypeError(
          `${owner}: totalTimeout, ${totalTimeout}, must be at most half of the journal's window, ${window}`,
        )
    },
    join: (base, follow) => {
      if (options.lookUpFirst && !lookUp && !follow)
        throw new TypeError('lookUpFirst: no operation of provider has a link called lookUp')
      // The last one has the newest token.
      clients.set(own ?? base, follow ?? clients.get(own ?? base))
    },
    ...(lookUp && {
      lookUp: async ({ refId = '' }: CallState) => {
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
      // Before an attempt, the row may be that of an earlier call.
      if (!kept && attempts > 0) throw new Error('the row is of another call')
      const isOpen = !isMade && !rows.free.includes(outcome)
      return kept && isOpen && (isLookedUp(one) ?? operation.key) ? toDate(kept.lease) : undefined
    },
    claim: async (call, base, key, wait) => {
      const next = await claim(call, base, key, wait).catch((error: unknown) => {
        if (error instanceof RefusedStatement) return new BeforeSendError(error.message, call)
        if (unsent.size === maxUnsent) unsent.clear()
        // An attempt before this one may have been carried out.
        if (call.attempts === 0) unsent.add(call.call)
        throw error
      })
      if (next instanceof ClientError) throw next
      return next.text
    },
  }
}

/** Where a key stands, and what is in it beside the reference. */
const nameOf = (key: Key) => key && [key.in, key.name, key.prefix].join(' ')
