import type { CallContext } from '../call-context.js'
import { proofOf } from '../document/proof.js'
import type { Failure } from '../failure.js'
import type { Reader } from '../operation.js'
import type { Claim, JournalWait } from '../options.js'
import { differences } from '../shared/json.js'
import { accountOf, hashOf } from './account.js'
import { RefusedStatement, splitReads } from './databases.js'
import { type CallFacts, decide, type Evidence, type Step } from './decide.js'
import { type Finding, type lookUpsIn, UnprovenError } from './look-up.js'
import { isLookedUp, retryAtOf } from './retry-at.js'
import type { Row, StoredProof } from './row.js'
import type { Rows } from './rows.js'

/** Changes of a row between two statements of one call, before the call gives up. */
const maxRounds = 10

/** A call beside a row: its look-ups, and hashes of its account and of the key of its request. */
interface Claiming {
  readonly call: CallContext
  readonly reader: Reader
  readonly account: string
  readonly key: string | undefined
}

/** The claims of calls on their rows. `unsent` are calls of which this process knows that they were not sent. */
export function claimsIn(rows: Rows, lookUps: ReturnType<typeof lookUpsIn>, unsent: Set<string>) {
  const { options } = rows
  const { window, account: own } = options

  /** Records the first attempt of a call, unless a row of its reference forbids that. */
  const claim = async (
    call: CallContext,
    base: string,
    reader: Reader,
    wait: JournalWait,
  ): Promise<Claim> => {
    let isBefore = false
    wait.onStop(() => (isBefore ? undefined : 'not_sent'))
    const { refId: reference = '', operation, fields } = call
    const account = own ?? base
    const body = await rows.seal(reference, 'body', JSON.stringify(fields))
    const { key } = operation
    const one: Claiming = {
      call,
      reader,
      account: await accountOf(account, operation, fields, reader, own !== undefined),
      key: key && (await hashOf([key.in, key.name, call.key])),
    }
    const hasHeaders = Object.keys(reader.ownHeaders).length > 0
    const proof: StoredProof = { ...proofOf(operation, fields), key: one.key, hasHeaders }
    const values = {
      reference,
      operation: operation.id,
      body,
      call: call.call,
      account,
      proof: JSON.stringify(proof),
      account_hash: one.account,
      window,
    }
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
      isBefore = row !== undefined && !row.isFree
      const next = row && (await nextAfter(row, one, wait))
      if (next && next !== 'again') return next
    }
    throw new RefusedStatement(`the row keeps changing, or ${splitReads}`)
  }

  /** Records a further attempt of the same call. If the row was settled in the meantime, `keep` gives the answer. */
  const renew = async ({ refId = '', call }: CallContext, wait: JournalWait): Promise<Claim> => {
    const [renewed] = await rows.run('renew', { reference: refId, call, window }, wait)
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
      if (!isWritten) await rows.keep(reference, call.call, otherwise)
    }
    if (!isWritten) throw new RefusedStatement(splitReads)
    return { isRepeat: otherwise === 'unknown' }
  }

  /** Takes the steps of `decide` with a row, up to the end of a call's claim; `again` where the row has changed. */
  const nextAfter = async (
    row: Row,
    one: Claiming,
    wait: JournalWait,
  ): Promise<Claim | 'again'> => {
    const { call } = one
    let facts = factsOf(row, one)
    let finding: Finding = { evidence: 'none yet' }
    try {
      // A row that is free, or of a call that never left, may be of any input.
      const first = decide(row, facts, 'none yet')
      const isOpen = first !== 'send' && first !== 'write not_sent'
      const fields = isOpen ? await differing(row, one) : []
      const isOther = isOpen && (fields.length > 0 || row.operation !== call.operation.id)
      facts = { ...facts, isOther }
      for (;;) {
        const step = decide(row, facts, finding.evidence)
        switch (step) {
          case 'look up': {
            const settled = await lookUps.settle(row, one.reader)
            if (settled.fate !== 'left') return 'again'
            finding = settled.finding
            break
          }
          case 'answer':
            return { answer: await rows.unseal(row, 'data') }
          case 'refuse':
            return { failure: reused(row, fields) }
          case 'write not_sent':
            unsent.delete(row.call)
            await rows.keep(row.reference, row.call, 'not_sent')
            return 'again'
          case 'send under the key':
            return await sendAgain(row, one, facts, wait)
          case 'send':
            return 'again'
          default:
            return sentBefore(row, call, step, finding)
        }
      }
    } catch (error) {
      // The row cannot be read.
      finding = { evidence: 'failed', error }
      return sentBefore(
        row,
        call,
        decide(row, { ...facts, isOther: false, isUnsent: false }, 'failed'),
        finding,
      )
    }
  }

  /** The names of the values in which a call differs from that of the row. */
  const differing = async (row: Row, { call, account }: Claiming): Promise<string[]> => {
    if (row.operation !== call.operation.id) return []
    const { varying = [] } = call.operation
    const names = differences(await rows.bodyOf(row), call.fields)
    const fields = names.filter((name) => !varying.includes(name))
    // Of the same input, only headers make another account. A row of an earlier version does not say which it had.
    const isOther = row.accountHash !== undefined && row.accountHash !== account
    return fields.length === 0 && isOther ? ['headers'] : fields
  }

  const factsOf = (row: Row, one: Claiming): CallFacts => {
    const { operation, limits } = one.call
    return {
      isUnsent: unsent.has(row.call),
      isOther: false,
      isKnownByKey: isKnown(row, one),
      // The first call may be under way, for about as long as this call may take.
      isUnderWay: row.state === 'pending' && row.now < row.at + limits.totalTimeout,
      isSettled: isLookedUp(options, operation) || knowsAt(row, one, row.lease),
    }
  }

  /**
   * Claims the row of an earlier call anew, which the service knows by the same key. After a look-up that failed nothing is
   * sent: the call may have been carried out, and its key be forgotten.
   */
  const sendAgain = async (
    row: Row,
    { call }: Claiming,
    facts: CallFacts,
    wait: JournalWait,
  ): Promise<Claim | 'again'> => {
    try {
      const { reference, state: read_state } = row
      const values = { reference, call: row.call, next_call: call.call, window, read_state }
      const [claimed] = await rows.run('reclaim', values, wait)
      return claimed ? await recorded(call, wait, 'unknown') : 'again'
    } catch (error) {
      const step = decide(row, { ...facts, isKnownByKey: false }, 'failed')
      return sentBefore(row, call, step, { evidence: 'failed', error }, 'cannot be recorded anew')
    }
  }

  const isKnown = (row: Row, one: Claiming): boolean =>
    row.shown === 'unknown' && knowsAt(row, one, row.now)

  /** Whether the service knows the row's first attempt by this key, until the last attempt of a call that begins then is over. */
  const knowsAt = (row: Row, { call, key }: Claiming, time: number) =>
    key !== undefined &&
    row.proof.key === key &&
    row.since !== undefined &&
    Math.max(time, row.now) - row.since + window < (call.operation.key?.lifetime ?? 0)

  const sentBefore = (
    row: Row,
    call: CallContext,
    step: Step,
    { error, evidence }: Finding,
    what = whyOf(row, call, evidence, error),
  ): Claim => {
    const retryAt = retryAtOf(step, row, window, call.limits)
    return { failure: { code: 'ERR_SENT_BEFORE', outcome: 'unknown', what, cause: error, retryAt } }
  }

  const reused = ({ shown }: Row, fields: readonly string[]): Failure => {
    return { code: 'ERR_REFERENCE_REUSED', outcome: 'not_sent', state: shown, fields }
  }

  /** The reason why a row proves nothing of its call. */
  const whyOf = (row: Row, { operation }: CallContext, evidence: Evidence, error: unknown) => {
    if (row.state === 'abandoned') return 'was abandoned'
    if (error instanceof UnprovenError && error.cause === undefined) return error.message
    if (evidence === 'failed' || error !== undefined)
      return 'neither its row nor a look-up tells (see cause)'
    if (!row.isLeaseOver) return `its lease ends at ${new Date(row.lease).toISOString()}`
    return isLookedUp(options, operation) ? 'lookUp does not know' : 'there is no lookUp'
  }

  return { claim, renew }
}
