import type { CallJournal } from '../options.js'
import type { TransportResponse } from '../transport/transport.js'
import { differences } from './differences.js'
import { type LookUp, settleRow } from './look-up.js'
import { isOver, type Key, leaseEnd, type Rows } from './rows.js'
import type { StoredRow } from './table.js'

/** How often a row may change between two statements of one call. */
const maxRounds = 10

/** The part of a journal that a client uses. No transaction is open while it waits for anything. */
export function recorder(rows: Rows, window: number, lookUp: LookUp | undefined): CallJournal {
  // A request may leave until `totalTimeout` is over, and its row must still be leased then.
  const assertLeased: CallJournal['assertLeased'] = (totalTimeout, owner) => {
    if (totalTimeout >= window)
      throw new TypeError(`${owner}: totalTimeout must be less than window, ${window}`)
  }
  const end: CallJournal['end'] = async ({ refId, operation, call, data }, outcome) => {
    const key = keyOf(refId, operation.id)
    const isKept = outcome === 'succeeded' && data !== undefined
    const text = isKept ? await rows.seal(key, 'data', JSON.stringify(data)) : null
    const keep = () => rows.run('end', key.reference, call, outcome, text)
    // Once more: over the pool's next connection, where one was closed.
    const [written] = await keep().catch(keep)
    if (outcome === 'succeeded' && !written) throw new Error('the row is of another call')
  }

  const begin: CallJournal['begin'] = async (sending, input, notes) => {
    const { refId, operation, call, attempt } = sending
    const key = keyOf(refId, operation)
    const body = await rows.seal(key, 'body', JSON.stringify(input))
    // Of a first attempt nothing is recorded yet that could be renewed.
    const renewed = attempt > 1 ? call : ''
    const values = [key.reference, key.operation, body, call, window, renewed]
    for (let round = 0; round < maxRounds; round++) {
      const [claimed] = await rows.run('claim', ...values)
      if (claimed) {
        notes.sentBefore = undefined
        // Nobody waited for it: it is free again.
        if (notes.ended && attempt === 1)
          await rows.run('end', key.reference, call, 'not_sent', null)
        return undefined
      }
      const [row] = await rows.run('find', key.reference)
      if (!row || rows.free.includes(row.state)) continue
      notes.sentBefore = 'and its look-up failed'
      const isSame = row.operation === key.operation
      const fields = isSame ? differences(await rows.bodyOf(row), input) : []
      if (!isSame || fields.length > 0) return reused(fields)
      if (row.state === 'succeeded') return toAnswer(await rows.unseal(row, 'data'))
      const reason = reasonToWait(row)
      if (!reason && (await settleRow(rows, row, lookUp)) !== 'left') continue
      notes.sentBefore = reason ?? (lookUp ? 'and lookUp does not know' : 'and there is no lookUp')
      return 'sent_before'
    }
    throw new Error('the row keeps changing')
  }
  return { assertLeased, begin, end }
}

/** Why a call that is not settled is not looked up now. */
function reasonToWait(row: StoredRow): string | undefined {
  if (row.state === 'abandoned') return 'and was abandoned'
  return isOver(row) ? undefined : `and is not looked up before ${leaseEnd(row)}`
}

/** The sentence for `ReferenceReusedError`. */
function reused(fields: readonly string[]): [string, readonly string[]] {
  const other = fields.length > 0 ? `other values of ${fields.join(', ')}` : 'another operation'
  return [`this reference was used with ${other}; a new request needs one of its own`, fields]
}

/** A kept answer as a transport would give it: nothing but its data is kept. */
function toAnswer(json: string): TransportResponse {
  const bytes = new TextEncoder().encode(json)
  return { status: 200, headers: new Headers(), read: () => ({ bytes }) }
}

function keyOf(reference: string | undefined, operation: string): Key {
  if (reference === undefined) throw new TypeError('a call without a reference cannot be recorded')
  return { reference, operation }
}
