import { differences } from '../document/differences.js'
import type { Begun, CallJournal } from '../options.js'
import { openTransaction, RefusedStatement } from './databases.js'
import { type LookUpOptions, settleRow } from './look-up.js'
import { isOver, type Key, type Rows, stateOf, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** How often a row may change between two statements of one call. */
const maxRounds = 10

interface RecorderOptions extends LookUpOptions {
  readonly account: string | undefined
}

/** The part of a journal that a client uses. No transaction is open while it waits for anything. */
export function recorder(rows: Rows, options: RecorderOptions, accounts: Set<string>): CallJournal {
  const { window } = options
  // A request may leave until `totalTimeout` is over, and the service may take as long again to book it.
  const assertLeased: CallJournal['assertLeased'] = (totalTimeout, owner, baseUrl) => {
    if (baseUrl !== undefined && options.account === undefined)
      accounts.add(baseUrl.replace(/\/$/, ''))
    if (totalTimeout * 2 > window)
      throw new TypeError(
        `${owner}: totalTimeout, ${totalTimeout}, must be at most half of the journal's window, ${window}`,
      )
  }

  const end: CallJournal['end'] = async (
    { refId = '', operation, call },
    outcome,
    answer,
    stop,
  ) => {
    const { text, status = null, code = null } = answer
    const key = { reference: refId, operation: operation.id }
    const data = text === undefined ? null : await rows.seal(key, 'data', text)
    const keep = () => rows.run('end', [refId, call, outcome, data, status, code], stop)
    // Once more: over the pool's next connection, where one was closed.
    const [written] = await keep().catch(keep)
    if (outcome === 'succeeded' && !written) throw new Error('the row is of another call')
  }

  const begin: CallJournal['begin'] = async (call, stop) => {
    let isBefore = false
    stop.onStop(() => (isBefore ? undefined : 'not_sent'))
    const { refId: reference = '', operation, input } = call
    const key: Key = { reference, operation: operation.id }
    if (call.attempt > 1) {
      const [renewed] = await rows.run('renew', [reference, call.call, window], stop)
      if (!renewed) throw new Error('the row is of another call')
      return { is: 'recorded' }
    }
    const account = options.account ?? call.base
    const body = await rows.seal(key, 'body', JSON.stringify(input))
    const { referenceField, identifier } = operation
    const proof = JSON.stringify({ referenceField, identifier })
    const values = [reference, key.operation, body, call.call, window, account, proof]
    for (let round = 0; round < maxRounds; round++) {
      const [claimed] = await rows.run('claim', values, stop)
      if (claimed) {
        isBefore = false
        const isCommitted =
          !stop.ended && (await rows.run('committed', [reference, call.call], stop)).length > 0
        // Nobody waits for it, or it may be undone: it is free again.
        if (stop.ended || !isCommitted) await end(call, 'not_sent', {})
        if (!isCommitted) throw new RefusedStatement(openTransaction)
        return { is: 'recorded' }
      }
      const row = await rows.find(reference)
      if (!row) continue
      if (row.account !== null && row.account !== account)
        throw new RefusedStatement(
          `the journal has this reference for ${row.account}, not for ${account}: give each account a partition of its own, or the option account where it is the same`,
        )
      if (rows.free.includes(row.state)) continue
      isBefore = true
      const begun = await judge(row, key, input).catch((cause: unknown) =>
        sentBefore(row, 'and its look-up failed', cause),
      )
      if (begun) return begun
    }
    throw new Error('the row keeps changing')
  }

  /** What an earlier call under the reference means for this one; undefined where that call is settled by now. */
  const judge = async (
    row: StoredRow,
    key: Key,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Begun | undefined> => {
    const isSame = row.operation === key.operation
    const fields = isSame ? differences(await rows.bodyOf(row), input) : []
    if (!isSame || fields.length > 0) return { is: 'reused', state: stateOf(row), fields }
    if (row.state === 'succeeded') return { is: 'kept', text: await rows.unseal(row, 'data') }
    if (row.state === 'abandoned') return sentBefore(row, 'and was abandoned')
    if (!isOver(row))
      return sentBefore(row, `and is not looked up before ${toDate(row.lease).toISOString()}`)
    const fate = await settleRow(rows, row, options)
    if (fate === 'left')
      return sentBefore(row, options.lookUp ? 'and lookUp does not know' : 'and there is no lookUp')
    const now = fate === 'passed' ? await rows.find(row.reference) : undefined
    const isWithOther = now?.call === row.call && now.state === row.state
    return isWithOther ? sentBefore(now, 'and is being looked up') : undefined
  }

  const sentBefore = (row: StoredRow, why: string, cause?: unknown): Begun => {
    const until = Math.max(Number(row.lease), Number(row.look_up))
    const lookUpAt = row.state === 'abandoned' ? undefined : toDate(until)
    return { is: 'sent_before', why, lookUpAt, cause }
  }

  return {
    ...{ assertLeased, end },
    begin: async (call, stop) => {
      try {
        return await begin(call, stop)
      } catch (error) {
        if (error instanceof RefusedStatement) return { is: 'refused', why: error.message }
        throw error
      }
    },
  }
}
